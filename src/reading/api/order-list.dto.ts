import { LONGEST_ADDRESS } from '../../platform/addresses/tidy.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { IsIn, IsString, Length } from 'class-validator';
import { orNull, plain, shape, text } from '../../platform/http/answers/shape.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { CURSOR_EXAMPLE, IsSpanEnd } from '../../platform/http/input/query.js';
import { LIST_ORDERS } from '../../platform/http/input/ordered-page.js';
import { IsWord, MayBeAbsent } from '../../platform/http/input/rules.js';
import { momentOf } from '../../platform/time/time.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import type { TradeStatus } from '../../orders/model/order-status.js';
import type { OrderFilter } from '../../orders/model/order-search.types.js';
import { IsMetadataFilter } from './metadata.decorator.js';
import type { OrderDto } from './order.dto.js';
import { ORDER_REFERENCE } from './order-schema.js';
import type { SellOrderDto } from './sell-order.dto.js';

/** Accepts `a,b` and a repeated parameter. */
function listed({ value }: TransformFnParams): unknown {
  const given: unknown = value;
  if (given === undefined) return undefined;
  return [given].flat().flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
}

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

/** Filters that all order lists share; an order must match all of them. */
export class OrderFilterDto extends PageQueryDto {
  /** Statuses to match: comma-separated, or a repeated parameter. */
  @ApiPropertyOptional({ enum: TRADE_STATUSES, isArray: true, example: ['PAID', 'TRANSFERRING'] })
  @MayBeAbsent()
  @Transform(listed)
  @IsIn(TRADE_STATUSES, { each: true, message: 'must be a comma-separated list of statuses' })
  status?: TradeStatus[];

  /** Purchases or sales. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @MayBeAbsent()
  @IsIn(SIDES)
  side?: Side;

  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's `orderNo`, a transaction hash, the
   * customer's id, or a wallet address (the customer's, or a sale's deposit address) in any usual spelling. Case-sensitive
   * only for `orderNo` and the customer's id. Staff also finds by an e-mail address (the customer's, or a sale's payee's).
   */
  @ApiPropertyOptional({ type: String, example: 'A-10' })
  @MayBeAbsent()
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(1, LONGEST_ADDRESS, { message: `must have 1 to ${LONGEST_ADDRESS} characters` })
  text?: string;

  /** Metadata to match: `metadata[cart]=8841`, once per name. */
  @MayBeAbsent()
  @IsMetadataFilter()
  metadata?: Record<string, string>;

  /** Changed at or after this moment. */
  @IsSpanEnd('2026-01-31')
  updatedFrom?: string;

  /**
   * `created`: newest first. `updated`: by each order's newest change, oldest first, to catch up; changes are kept for 30
   * days.
   */
  @ApiPropertyOptional({ enum: LIST_ORDERS, default: 'created', example: 'updated' })
  @MayBeAbsent()
  @IsIn(LIST_ORDERS)
  order?: (typeof LIST_ORDERS)[number];

  /** `nextCursor` of the previous page of a list in the same order. */
  @ApiPropertyOptional({ type: String, example: CURSOR_EXAMPLE })
  @MayBeAbsent()
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  cursor?: string;
}

export const sharedFilterOf = ({ status, side, text, metadata, updatedFrom }: OrderFilterDto) =>
  ({
    statuses: status === undefined ? null : [...new Set(status)],
    side: side ?? null,
    text: text ?? null,
    updatedFrom: momentOf(updatedFrom ?? ''),
    metadata: metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata,
  }) satisfies Partial<OrderFilter>;

/** Filters for servers; an order must match all of them. */
export class OrderListQueryDto extends OrderFilterDto {
  /** The merchant's own id of the customer. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 128, example: 'customer-4711' })
  @MayBeAbsent()
  @IsWord(128)
  customer?: string;

  /** Created at or after this moment: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  createdFrom?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  createdTo?: string;
}

export const ORDER_LIST = shape('OrderListDto', {
  items: plain<(OrderDto | SellOrderDto)[]>(
    'Orders in the form of a single read. A page can be short or empty while the list continues.',
    { type: 'array', items: ORDER_REFERENCE },
  ),
  nextCursor: orNull(
    text(
      'Cursor of the next page. null: this is the last page. With `order=updated` it is never null: keep it and poll with it;\nyou are up to date when you get back the cursor that you sent.',
      CURSOR_EXAMPLE,
    ),
  ),
});
