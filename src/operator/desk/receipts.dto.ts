import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ApiCount, ApiExample, ApiMoment, ApiUuid } from '../../platform/http/input/fields.js';
import { IsWord } from '../../platform/http/input/word.decorator.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { UUID } from '../../platform/http/input/queries.js';
import { ApiCursor, IsCursor } from '../../platform/http/input/query.decorators.js';

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

  /** `true`: only those whose trade was not known when they came. */
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false', example: 'true' })
  @IsOptional()
  @IsIn(['true', 'false'])
  orphan?: string;

  /** The `nextCursor` of the page before. */
  @IsCursor(UUID)
  cursor?: string;
}

const DIGEST = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** A callback that came, without its bytes. It only requests a poll. */
export class ReceiptDto {
  /** Names it. */
  @ApiUuid('1b4e28ba-2fa1-41d2-883f-0016d3cca427')
  id!: string;
  /** When it came. */
  @ApiMoment()
  receivedAt!: string;
  /** When the same came for the last time; null: it came once. */
  @ApiMoment('2026-01-31T12:03:00.000Z')
  lastReceivedAt!: string | null;
  /** How often it came. */
  @ApiCount(1, 1)
  times!: number;
  /** How many callbacks of the trade, repeats too, made room for this one: only so many bytes of one trade are kept. */
  @ApiCount(0, 0)
  dropped!: number;
  /** The trade that its address names. */
  @ApiExample('A-1001-r2')
  tradeNo!: string;
  /** null: its trade was not known when it came; the database may have been restored to an earlier day. */
  @ApiExample('A-1001')
  merchantOrderNo!: string | null;
  /** The HTTP method with which it came. */
  @ApiExample('POST')
  method!: string;
  /** What it says of the trade; nobody has proved it. */
  @ApiExample('FINISHED')
  claimedStatus!: string | null;
  /** SHA-256 of its body, hexadecimal. */
  @ApiProperty({ type: String, pattern: '^[0-9a-f]{64}$', example: DIGEST })
  digest!: string;
}

/** A part of the callbacks that came. */
export class ReceiptsDto {
  /** Newest first. */
  @ApiProperty({ type: () => [ReceiptDto] })
  items!: ReceiptDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}
