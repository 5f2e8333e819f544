import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { CURSOR_EXAMPLE, IsSpanEnd } from '../../platform/http/input/query.decorators.js';
import { ApiExample } from '../../platform/http/input/fields.js';
import { IsWord } from '../../platform/http/input/word.decorator.js';
import { IsMetadataFilter } from './metadata.decorator.js';
import { OrderDto } from './order.dto.js';
import { OrderFilterDto } from './order-filter.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import type { SellOrderDto } from './sell-order.dto.js';

/** By when they were created, newest first; or by their newest change, oldest first. */
const ORDERS = ['created', 'updated'] as const;

/** Which orders a server wants to list. All that is given has to hold. */
export class OrderListQueryDto extends OrderFilterDto {
  /** The merchant's own id of the customer. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 128, example: 'customer-4711' })
  @IsOptional()
  @IsWord(128)
  customer?: string;

  /** What is noted: `metadata[cart]=8841`, several times for several names. */
  @IsOptional()
  @IsMetadataFilter()
  metadata?: Record<string, string>;

  /** Created at this moment or later: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  createdFrom?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  createdTo?: string;

  /** Changed at this moment or later. */
  @IsSpanEnd('2026-01-31')
  updatedFrom?: string;

  /**
   * `created`: newest first. `updated`: by the newest change of each, oldest first, to catch up; the list reaches back as far as
   * changes are kept, 30 days.
   */
  @ApiPropertyOptional({ enum: ORDERS, default: 'created', example: 'updated' })
  @IsOptional()
  @IsIn(ORDERS)
  order?: (typeof ORDERS)[number];

  /** `nextCursor` of the page before, of a list in the same order. */
  @ApiPropertyOptional({ type: String, example: CURSOR_EXAMPLE })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  cursor?: string;
}

/** A page of orders. */
export class OrderListDto {
  /** Each as it is read alone. It may be fewer than asked for, even none, while the list goes on. */
  @ApiProperty({ type: 'array', items: ORDER_REFERENCE })
  items!: (OrderDto | SellOrderDto)[];
  /**
   * Where the list goes on. null: this is all. With `order=updated` it is never null: keep it and ask again later; all is read
   * when it is the cursor that you sent.
   */
  @ApiExample(CURSOR_EXAMPLE)
  nextCursor!: string | null;
}
