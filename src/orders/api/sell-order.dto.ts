import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { ApiConst, ApiExample, ApiOneOf } from '../../platform/http/input/api-fields.js';
import { IsNested, IsWord } from '../../platform/http/input/rules.js';
import { ONLY } from '../../ramp/port/trade-facts.js';
import { statusesOf } from '../model/transition.js';
import { withFacts } from './facts.dto.js';
import { IsMetadata } from './metadata.decorator.js';
import { OrderDto } from './order.dto.js';

export const BUY_ONLY = ['paidAmount', ...ONLY.BUY.filter((name) => name !== 'amount')] as const;

const NOT_ASKED = { type: String, nullable: true, example: null };

/** The customer of a sale. */
export class SellCustomerDto {
  /** The merchant's own id of the customer. */
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 128, example: 'customer-4711' })
  @IsOptional()
  @IsWord(128)
  id?: string | null;

  /** The customer's e-mail address; not stored. */
  @ApiPropertyOptional({ type: String, nullable: true, format: 'email', example: 'jane@example.com' })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

/** A sale to watch. One of the two numbers is required. */
export class SellOrderRequestDto {
  /**
   * The merchant's number of the sale at the provider. It becomes the order's number if its form allows it; otherwise, or
   * when absent, a number is generated.
   */
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 128, example: 'S-1001' })
  @IsOptional()
  @Matches(/^(?!\s)\P{C}{1,128}(?<!\s)$/u, {
    message: 'must be 1 to 128 characters, without control characters or surrounding spaces',
  })
  merchantOrderNo?: string | null;

  /** The provider's own number. */
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 128, example: '1059023474927243264' })
  @IsOptional()
  @IsWord(128)
  orderNo?: string | null;

  /**
   * The customer of the sale; a customer who logs in with this id can read it. The id is stored; the e-mail address is not
   * needed for a sale and not stored.
   */
  @ApiPropertyOptional({ type: () => SellCustomerDto, nullable: true })
  @IsOptional()
  @IsNested(() => SellCustomerDto)
  customer?: SellCustomerDto | null;

  /** Free data to find the sale by; customers never see it. Registering again does not change it. */
  @IsOptional()
  @IsMetadata(false)
  metadata?: Record<string, string | null> | null;
}

/** The recipient of the payout, masked. */
export class PayeeDto {
  /** The account holder's name, masked; null, here and below: not stated by the provider. */
  @ApiExample('J*** D***')
  name!: string | null;
  /** The account's number, masked. */
  @ApiExample('****6789')
  account!: string | null;
  /** The card's number, masked. */
  @ApiExample('****1111')
  card!: string | null;
  /** The payee's e-mail address, masked. */
  @ApiExample('j***@example.com')
  email!: string | null;
}

/** A sale. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
export class SellOrderDto extends withFacts(ONLY.SELL, OmitType(OrderDto, BUY_ONLY)) {
  /** `SELL`: a sale. */
  @ApiConst('SELL')
  override side!: string;
  /** The status of the sale. */
  @ApiOneOf(statusesOf('SELL'), 'AWAITING_CRYPTO')
  override status!: string;
  /** Always null: a sale has no payment page here. */
  @ApiProperty(NOT_ASKED)
  override payUrl!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override payUrlExpiresAt!: string | null;
  /** The currency of the payout, ISO 4217; null, here and below: not stated by the provider. */
  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  override fiat!: string | null;
  /** Always null, like the next four: a sale is not ordered here. Its amounts are `cryptoAmount` and `fiatAmount`. */
  @ApiProperty(NOT_ASKED)
  override amount!: string | null;
  /** Always null. The deposit address is `payoutAddress`. */
  @ApiProperty(NOT_ASKED)
  override address!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override memo!: string | null;
  /** Always null. The payout method is `paymentType`. */
  @ApiProperty(NOT_ASKED)
  override payWayCode!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override country!: string | null;
  /** The cryptocurrency to sell. */
  @ApiProperty({ type: String, nullable: true, example: 'USDT' })
  override crypto!: string | null;
  /** The provider's name of the network. */
  @ApiProperty({ type: String, nullable: true, example: 'ETH' })
  override network!: string | null;
  /** The recipient of the payout; null: stored but not readable. */
  @ApiProperty({ type: () => PayeeDto, nullable: true })
  payee!: PayeeDto | null;
}

/** The sale, with its secret. */
export class RegisteredSaleDto extends SellOrderDto {
  /**
   * Lets a guest read this order only: send it in the header `X-Client-Secret`. null under the same conditions as for a
   * purchase.
   */
  @ApiProperty({ type: String, nullable: true, example: 'cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI' })
  clientSecret!: string | null;
}
