import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsWord } from '../platform/http/input/rules.js';

/** Options of a retry; all are optional. */
export class RetryRequestDto {
  /** The provider's code of another payment method; unchanged when absent. */
  @ApiPropertyOptional({ type: String, nullable: true, example: '10002' })
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  /** Number of the newest trade known to the caller: repeating the same retry then makes no second trade. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  after?: string | null;
}
