import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, MaxLength } from 'class-validator';
import { ApiCount } from '../platform/http/input/api-fields.js';
import { MayBeAbsent } from '../platform/http/input/rules.js';

/** The customer to erase: exactly one of `customer`, `email` and `merchantOrderNo`. */
export class ForgetDto {
  /** Erases all orders of this customer: the merchant's own id, or the subject of the customer's tokens. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 512, example: 'customer-4711' })
  @MayBeAbsent()
  @IsString({ message: 'must be a string' })
  @Length(1, 512, { message: 'must have 1 to 512 characters' })
  customer?: string;

  /** Erases all orders that hold this address, as the customer's or as the payee's. */
  @ApiPropertyOptional({ type: String, minLength: 1, maxLength: 320, example: 'jane@example.com' })
  @MayBeAbsent()
  @IsString({ message: 'must be a string' })
  @Length(1, 320, { message: 'must have 1 to 320 characters' })
  email?: string;

  /** Erases this order only. */
  @ApiPropertyOptional({ type: String, example: 'A-1001' })
  @MayBeAbsent()
  @IsString({ message: 'must be a string' })
  @MaxLength(44, { message: 'must have at most 44 characters' })
  merchantOrderNo?: string;

  /** Only reports how many orders match. */
  @ApiPropertyOptional({ type: Boolean, default: false, example: true })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be true or false' })
  dryRun?: boolean;

  /** Ends orders that await a payment, as if they had expired. A later payment is still recorded. */
  @ApiPropertyOptional({ type: Boolean, default: false, example: false })
  @MayBeAbsent()
  @IsBoolean({ message: 'must be true or false' })
  force?: boolean;
}

/** The result of an erasure. */
export class ForgottenDto {
  /** Orders that match. */
  @ApiCount(3)
  orders!: number;

  /** Orders that this call erased. */
  @ApiCount(3)
  erased!: number;
}
