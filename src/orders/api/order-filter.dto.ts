import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/ramp.types.js';
import { TRADE_STATUSES } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';

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
  @IsOptional()
  @Transform(listed)
  @IsIn(TRADE_STATUSES, { each: true, message: 'must be a comma-separated list of statuses' })
  status?: TradeStatus[];

  /** Purchases or sales. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @IsOptional()
  @IsIn(SIDES)
  side?: Side;

  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's `orderNo`, a transaction hash, the
   * customer's id, or a wallet address (the customer's, or a sale's deposit address) in any usual spelling. Case-sensitive
   * only for `orderNo` and the customer's id.
   */
  @ApiPropertyOptional({ type: String, example: 'A-10' })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  text?: string;
}
