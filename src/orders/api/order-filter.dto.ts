import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { TransformFnParams } from 'class-transformer';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { PageQueryDto } from '../../platform/http/input/page-query.dto.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/ramp.types.js';
import { TRADE_STATUSES } from '../model/order-status.js';
import type { TradeStatus } from '../model/order-status.js';

/** `a,b` and `a` twice are lists as well. */
function listed({ value }: TransformFnParams): unknown {
  const given: unknown = value;
  if (given === undefined) return undefined;
  return [given].flat().flatMap((item: unknown) => (typeof item === 'string' ? item.split(',') : [item]));
}

const trimmed = ({ value }: TransformFnParams): unknown => (typeof value === 'string' ? value.trim() : value);

/** What every list of orders may be asked for. All that is given has to hold. */
export class OrderFilterDto extends PageQueryDto {
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

  /**
   * The order's number or its beginning; or exactly a trade's number, the provider's `orderNo`, the hash of a transfer, the
   * customer's id, or a wallet address (the customer's, or a sale's deposit address) in any usual spelling. Letter case
   * counts only in `orderNo` and the customer's id.
   */
  @ApiPropertyOptional({ type: String, example: 'A-10' })
  @IsOptional()
  @Transform(trimmed)
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  text?: string;
}
