import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsWord } from '../platform/http/input/word.decorator.js';

/** How an order is to be tried again; nothing of it is needed. */
export class RetryRequestDto {
  /** The provider's code of another payment method; as before when absent. */
  @ApiPropertyOptional({ type: String, nullable: true, example: '10002' })
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  /** Number of the newest trade that the caller knows of: sending the same retry again makes no second trade. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  after?: string | null;
}
