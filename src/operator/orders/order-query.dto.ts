import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OrderFilterDto } from '../../orders/api/order-filter.dto.js';
import { IsCursor, IsSpanEnd } from '../../platform/http/input/query.js';
import { MERCHANT_ORDER_NO } from '../../platform/terms/order.js';

/** Filters of staff's list of orders; all of them must match. */
export class OrderQueryDto extends OrderFilterDto {
  /** `true`: only orders in review; `false`: only the others. */
  @ApiPropertyOptional({ enum: ['true', 'false'], example: 'true' })
  @IsOptional()
  @IsIn(['true', 'false'])
  inReview?: 'true' | 'false';

  /** Created at this moment or later: a day (its midnight, UTC) or an RFC 3339 time. */
  @IsSpanEnd('2026-01-31')
  from?: string;

  /** Created before this moment. */
  @IsSpanEnd('2026-01-31T12:00:00Z')
  to?: string;

  /** `nextCursor` of the previous page. */
  @IsCursor(MERCHANT_ORDER_NO)
  cursor?: string;
}
