import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { CURSOR_EXAMPLE, IsSpanEnd } from '../../platform/http/input/query.js';
import { ApiExample } from '../../platform/http/input/api-fields.js';
import { IsWord } from '../../platform/http/input/rules.js';
import { IsMetadataFilter } from './metadata.decorator.js';
import { OrderDto } from './order.dto.js';
import { OrderFilterDto } from './order-filter.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import type { SellOrderDto } from './sell-order.dto.js';

const ORDERS = ['created', 'updated'] as const;

/** Filters for servers; an order must match all of them. */
export class OrderListQueryDto extends OrderFilterDto {
  /** The merchant's own id of the customer. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 128, example: 'customer-4711' })
  @IsOptional()
  @IsWord(128)
  customer?: string;

  /** Metadata to match: `metadata[cart]=8841`, once per name. */
  @IsOptional()
  @IsMetadataFilter()
  metadata?: Record<string, string>;

  /** Created at or after this moment: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  createdFrom?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  createdTo?: string;

  /** Changed at or after this moment. */
  @IsSpanEnd('2026-01-31')
  updatedFrom?: string;

  /**
   * `created`: newest first. `updated`: by each order's newest change, oldest first, to catch up; changes are kept for 30
   * days.
   */
  @ApiPropertyOptional({ enum: ORDERS, default: 'created', example: 'updated' })
  @IsOptional()
  @IsIn(ORDERS)
  order?: (typeof ORDERS)[number];

  /** `nextCursor` of the previous page of a list in the same order. */
  @ApiPropertyOptional({ type: String, example: CURSOR_EXAMPLE })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  cursor?: string;
}

/** A page of orders. */
export class OrderListDto {
  /** Orders in the form of a single read. A page can be short or empty while the list continues. */
  @ApiProperty({ type: 'array', items: ORDER_REFERENCE })
  items!: (OrderDto | SellOrderDto)[];
  /**
   * Cursor of the next page. null: this is the last page. With `order=updated` it is never null: keep it and poll with it;
   * you are up to date when you get back the cursor that you sent.
   */
  @ApiExample(CURSOR_EXAMPLE)
  nextCursor!: string | null;
}
