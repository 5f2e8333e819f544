import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { TRADE_STATUSES } from '../../orders/model/order-status.js';
import type { TradeStatus } from '../../orders/model/order-status.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/ramp.types.js';
import { MERCHANT_ORDER_NO } from '../../platform/shared/order-number.js';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { IsCursor, IsSpanEnd } from '../query.decorators.js';

/** `a,b` and `a` twice are lists as well. */
function listed({ value }: TransformFnParams): unknown {
  const given: unknown = value;
  if (given === undefined) return undefined;
  return [given].flat().flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
}

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

/** Which orders to list. All that is given has to hold. */
export class OrderQueryDto extends PageQueryDto {
  /** One of these statuses: separated by commas, or the parameter several times. */
  @ApiPropertyOptional({ enum: TRADE_STATUSES, isArray: true, example: ['PAID', 'TRANSFERRING'] })
  @IsOptional()
  @Transform(listed)
  @IsIn(TRADE_STATUSES, { each: true, message: 'must be a comma-separated list of statuses' })
  status?: TradeStatus[];

  /** Purchases or sales. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @IsOptional()
  @IsIn(SIDES)
  side?: Side;

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

  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's `orderNo`, the hash of a transfer, the
   * customer's id, or a wallet address (the customer's, or a sale's deposit address). Letter case counts only in `orderNo`
   * and the customer's id.
   */
  @ApiPropertyOptional({ type: String, example: 'A-10' })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  text?: string;

  /** `nextCursor` of the page before. */
  @IsCursor(MERCHANT_ORDER_NO)
  cursor?: string;
}
