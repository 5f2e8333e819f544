import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsWord } from '../../http/word.decorator.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { UUID } from '../queries.js';
import { IsCursor } from '../query.decorators.js';

const VERDICTS = ['unchecked', 'valid', 'invalid'] as const;

export class ReceiptsQueryDto extends PageQueryDto {
  /** Those of all trades of one order. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  merchantOrderNo?: string;

  /** Those of one trade, also of one that is not known here. */
  @ApiPropertyOptional({ type: String, example: 'A-1001-r2' })
  @IsOptional()
  @IsWord()
  tradeNo?: string;

  @ApiPropertyOptional({ enum: VERDICTS })
  @IsOptional()
  @IsIn(VERDICTS)
  verdict?: string;

  /** `true`: only those whose trade was not known when they came. */
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false' })
  @IsOptional()
  @IsIn(['true', 'false'])
  orphan?: string;

  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsCursor(UUID)
  cursor?: string;
}

/** A callback that came, without its bytes. It is never more than a hint. */
export class ReceiptDto {
  id!: string;
  @ApiProperty({ type: String, format: 'date-time' })
  receivedAt!: string;
  /** When the same came for the last time; null: it came once. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastReceivedAt!: string | null;
  /** How often it came. */
  times!: number;
  /** @example "A-1001-r2" */
  tradeNo!: string;
  /** null: its trade was not known when it came; the database may have been restored to an earlier day. */
  @ApiProperty({ type: String, nullable: true, example: 'A-1001' })
  merchantOrderNo!: string | null;
  /** @example "POST" */
  method!: string;
  @ApiProperty({ enum: VERDICTS })
  verdict!: string;
  @ApiProperty({ type: String, nullable: true })
  verdictReason!: string | null;
  /** What it says of the trade; nobody has proved it. */
  @ApiProperty({ type: String, nullable: true, example: 'FINISHED' })
  claimedStatus!: string | null;
  /** SHA-256 of its body, hexadecimal. */
  digest!: string;
}

export class ReceiptsDto {
  @ApiProperty({ type: () => [ReceiptDto] })
  items!: ReceiptDto[];
  /** Where the list goes on; null: this is all. */
  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}
