import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { OrderFilterDto } from '../../orders/api/order-filter.dto.js';
import { IsCursor, IsSpanEnd } from '../../platform/http/input/query.decorators.js';
import { MERCHANT_ORDER_NO } from '../../platform/shared/order-number.js';

/** Which orders staff wants to list. All that is given has to hold. */
export class OrderQueryDto extends OrderFilterDto {
  /** `true`: only orders of which something does not fit; `false`: only the others. */
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

  /** `nextCursor` of the page before. */
  @IsCursor(MERCHANT_ORDER_NO)
  cursor?: string;
}
