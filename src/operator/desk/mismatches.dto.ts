import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ApiExample, ApiMoment, ApiOneOf, ApiUuid } from '../../platform/http/input/fields.js';
import { IsReason } from '../../platform/http/input/line.decorator.js';
import { IsWord } from '../../platform/http/input/word.decorator.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import { MISMATCH_KINDS } from '../../orders/model/mismatch-kind.types.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { UUID } from '../../platform/http/input/queries.js';
import { ApiCursor, IsCursor } from '../../platform/http/input/query.decorators.js';

const STATES = ['open', 'resolved', 'all'] as const;

export class MismatchesQueryDto extends PageQueryDto {
  /** Those that are open when not given. */
  @ApiPropertyOptional({ enum: STATES, default: 'open', example: 'all' })
  @IsOptional()
  @IsIn(STATES)
  state?: (typeof STATES)[number];

  /** Of which kind. */
  @ApiPropertyOptional({ enum: MISMATCH_KINDS, example: 'field' })
  @IsOptional()
  @IsIn(MISMATCH_KINDS)
  kind?: string;

  /** Those of one order. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  merchantOrderNo?: string;

  /** The `nextCursor` of the page before. */
  @IsCursor(UUID)
  cursor?: string;
}

/** A lasting difference between what was asked for and what the provider says. */
export class MismatchDto {
  /** Names it, for resolutions it. */
  @ApiUuid()
  id!: string;
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** The number that the trade carries at the provider. */
  @ApiExample('A-1001-r2')
  tradeNo!: string;
  /** What does not fit: a field, a status, a way from one to the next, a record that cannot be read, the record or number of another order, a record that is gone, a second payment. */
  @ApiOneOf(MISMATCH_KINDS)
  kind!: string;
  /** What differs. */
  @ApiExample('address')
  field!: string;
  /** What was asked for. What is personal is redacted as in the order's history: its ends, and a digest to compare. */
  @ApiExample('0x5290…9EE7 #1:mB2xkTg0y2nGq1Zr')
  asked!: string | null;
  /** What the provider says, redacted in the same way. */
  @ApiExample('0x8617…070D #1:Yc8nT3kS0aQwRz5u')
  seen!: string | null;
  /** When it was seen first. */
  @ApiMoment()
  openedAt!: string;
  /** When it was resolved; null: it is open. */
  @ApiMoment('2026-01-31T12:03:00.000Z')
  resolvedAt!: string | null;
  /** `provider`, whose answer no longer showed it, or `staff:` with the id of whoever resolved it. */
  @ApiExample('staff:key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11')
  resolvedBy!: string | null;
  /** What whoever resolved it wrote. */
  @ApiExample('The customer changed the wallet with the provider\u2019s support; ticket 4711.')
  note!: string | null;
}

/** A part of the mismatches. */
export class MismatchesDto {
  /** Newest first. */
  @ApiProperty({ type: () => [MismatchDto] })
  items!: MismatchDto[];
  /** Where the list goes on; null: this is all. */
  @ApiCursor()
  nextCursor!: string | null;
}

/** How a mismatch was resolved. */
export class ResolveDto {
  /** What was found out, and why that is well, in one line. Kept with the mismatch and in the audit log: write nothing personal. */
  @ApiProperty({
    type: String,
    minLength: 3,
    maxLength: 1000,
    example: 'The customer changed the wallet with the provider\u2019s support; ticket 4711.',
  })
  @IsReason(3, 1000)
  note!: string;
}

/** How the order of a resolved mismatch stands. */
export class ResolvedOrderDto {
  /** The order's number. */
  @ApiExample('A-1001')
  merchantOrderNo!: string;
  /** What the provider says; a resolution never changes it. */
  @ApiOneOf(TRADE_STATUSES, 'COMPLETED')
  status!: string;
  /** Is another mismatch of the order open? */
  @ApiExample(false)
  inReview!: boolean;
}

/** A mismatch that is resolved, and its order. */
export class ResolvedMismatchDto {
  /** The mismatch as it is stored now. */
  @ApiProperty({ type: () => MismatchDto })
  mismatch!: MismatchDto;
  /** How its order stands. */
  @ApiProperty({ type: () => ResolvedOrderDto })
  order!: ResolvedOrderDto;
}
