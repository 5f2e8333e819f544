import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { ApiCount } from '../platform/http/input/fields.js';

/** Whom to forget: exactly one of `customer`, `email` and `merchantOrderNo`. */
export class ForgetDto {
  /** The merchant's own id of the customer, or the subject of the customer's tokens: all orders of it. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 512, example: 'customer-4711' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 512, { message: 'must have 1 to 512 characters' })
  customer?: string;

  /** All orders with which it is kept: as the customer's, or as that of whom the provider paid. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 320, example: 'jane@example.com' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 320, { message: 'must have 1 to 320 characters' })
  email?: string;

  /** This order alone. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(44, { message: 'must have at most 44 characters' })
  merchantOrderNo?: string;

  /** Only says how many orders it would be. */
  @ApiPropertyOptional({ type: Boolean, default: false, example: true })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  dryRun?: boolean;

  /** Ends orders that wait for a payment, as if their time were up. A payment that comes all the same is recorded. */
  @ApiPropertyOptional({ type: Boolean, default: false, example: false })
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  force?: boolean;
}

/** What was done. */
export class ForgottenDto {
  /** Orders that were found. */
  @ApiCount(3)
  orders!: number;

  /** Orders that were erased now. */
  @ApiCount(3)
  erased!: number;
}
