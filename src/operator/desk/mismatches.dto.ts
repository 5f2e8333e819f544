import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { IsWord } from '../../http/word.decorator.js';
import { MISMATCH_KINDS } from '../../orders/mismatch-kind.types.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { UUID } from '../queries.js';
import { IsCursor } from '../query.decorators.js';

const STATES = ['open', 'resolved', 'all'] as const;

export class MismatchesQueryDto extends PageQueryDto {
  /** Those that are open when not given. */
  @ApiPropertyOptional({ enum: STATES, default: 'open' })
  @IsOptional()
  @IsIn(STATES)
  state?: (typeof STATES)[number];

  @ApiPropertyOptional({ enum: MISMATCH_KINDS })
  @IsOptional()
  @IsIn(MISMATCH_KINDS)
  kind?: string;

  /** Those of one order. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  merchantOrderNo?: string;

  /** The `nextCursor` of the page before. */
  @ApiPropertyOptional({ type: String })
  @IsOptional()
  @IsCursor(UUID)
  cursor?: string;
}

/** A lasting difference between what was asked for and what the provider says. */
export class MismatchDto {
  /** @example "6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10" */
  id!: string;
  /** @example "A-1001" */
  merchantOrderNo!: string;
  /** The number that the trade carries at the provider. @example "A-1001-r2" */
  tradeNo!: string;
  @ApiProperty({ enum: MISMATCH_KINDS })
  kind!: string;
  /** What differs. @example "address" */
  field!: string;
  /** What was asked for. What is personal is veiled as in the order's history: its ends, and a digest to compare. */
  @ApiProperty({ type: String, nullable: true, example: '0x5290…9EE7 #1:mB2xkTg0y2nGq1Zr' })
  asked!: string | null;
  /** What the provider says, veiled in the same way. */
  @ApiProperty({ type: String, nullable: true, example: '0x8617…070D #1:Yc8nT3kS0aQwRz5u' })
  seen!: string | null;
  @ApiProperty({ type: String, format: 'date-time' })
  openedAt!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  resolvedAt!: string | null;
  /** `provider`, whose answer no longer showed it, or `staff:` with the id of whoever settled it. */
  @ApiProperty({ type: String, nullable: true, example: 'staff:key:7c0e' })
  resolvedBy!: string | null;
  /** What whoever settled it wrote. */
  @ApiProperty({ type: String, nullable: true })
  note!: string | null;
}

export class MismatchesDto {
  @ApiProperty({ type: () => [MismatchDto] })
  items!: MismatchDto[];
  /** Where the list goes on; null: this is all. */
  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}

export class ResolveDto {
  /**
   * What was found out, and why that is well. Kept with the mismatch and in the audit log: write nothing personal.
   * @example "The customer changed the wallet with the provider's support; ticket 4711."
   */
  @ApiProperty({ type: String, minLength: 3, maxLength: 1000 })
  @Matches(/^\s*\S[^]{1,998}\S\s*$/, { message: 'must be a text of 3 to 1000 characters' })
  note!: string;
}

export class ResolvedOrderDto {
  /** @example "A-1001" */
  merchantOrderNo!: string;
  /** What the provider says; a resolution never changes it. @example "COMPLETED" */
  status!: string;
  /** Is another mismatch of the order open? */
  inReview!: boolean;
}

export class ResolvedMismatchDto {
  @ApiProperty({ type: () => MismatchDto })
  mismatch!: MismatchDto;
  @ApiProperty({ type: () => ResolvedOrderDto })
  order!: ResolvedOrderDto;
}
