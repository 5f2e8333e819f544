import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { ApiConst, ApiExample, ApiOneOf } from '../../platform/http/input/fields.js';
import { IsNested } from '../../platform/http/input/nested.decorator.js';
import { IsWord } from '../../platform/http/input/word.decorator.js';
import { ONLY } from '../../ramp/port/trade-facts.js';
import { statusesOf } from '../model/transition.js';
import { withFacts } from './facts.dto.js';
import { IsMetadata } from './metadata.decorator.js';
import { OrderDto } from './order.dto.js';

/** Amounts that only a purchase has. */
export const BUY_ONLY = ['paidAmount', ...ONLY.BUY.filter((name) => name !== 'amount')] as const;

const NOT_ASKED = { type: String, nullable: true, example: null };

/** Whose sale it is. */
export class SellCustomerDto {
  /** The merchant's own id of the customer. */
  @ApiPropertyOptional({ type: String, nullable: true, minLength: 1, maxLength: 128, example: 'customer-4711' })
  @IsOptional()
  @IsWord(128)
  id?: string | null;

  /** The customer's e-mail address; it is not kept. */
  @ApiPropertyOptional({ type: String, nullable: true, format: 'email', example: 'jane@example.com' })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

/** A sale to be watched. One of the two numbers is needed. */
export class SellOrderRequestDto {
  /**
   * The merchant's number under which the sale is made at the provider. One that may be the number of an order here is; else,
   * or when absent, a number is made.
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

  /** Whose sale it is. Who logs in as the customer with this id reads it too. The id is kept; the e-mail address is not needed for a sale, and not kept. */
  @ApiPropertyOptional({ type: () => SellCustomerDto, nullable: true })
  @IsOptional()
  @IsNested(() => SellCustomerDto)
  customer?: SellCustomerDto | null;

  /** Whatever your server wants to find with the sale; customers never see it. Registering again does not change it. */
  @IsOptional()
  @IsMetadata(false)
  metadata?: Record<string, string | null> | null;
}

/** Whom the provider pays, masked. */
export class PayeeDto {
  /** The account holder's name, masked; null, here and below: the provider has not said. */
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
  /** Tells a sale from a purchase. */
  @ApiConst('SELL')
  override side!: string;
  /** How the sale stands. */
  @ApiOneOf(statusesOf('SELL'), 'AWAITING_CRYPTO')
  override status!: string;
  /** Always null: nobody pays for a sale here. */
  @ApiProperty(NOT_ASKED)
  override payUrl!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override payUrlExpiresAt!: string | null;
  /** The currency of the payout, ISO 4217; null, here and below: the provider has not stated it. */
  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  override fiat!: string | null;
  /** Always null, as the next four: of a sale nothing is asked here. How much it is: `cryptoAmount`, `fiatAmount`. */
  @ApiProperty(NOT_ASKED)
  override amount!: string | null;
  /** Always null. Where the customer sends the crypto: `payoutAddress`. */
  @ApiProperty(NOT_ASKED)
  override address!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override memo!: string | null;
  /** Always null. How the customer is paid: `paymentType`. */
  @ApiProperty(NOT_ASKED)
  override payWayCode!: string | null;
  /** Always null. */
  @ApiProperty(NOT_ASKED)
  override country!: string | null;
  /** The cryptocurrency that is sold. */
  @ApiProperty({ type: String, nullable: true, example: 'USDT' })
  override crypto!: string | null;
  /** The provider's name of the network. */
  @ApiProperty({ type: String, nullable: true, example: 'ETH' })
  override network!: string | null;
  /** Whom the provider pays; null: it is stored, and cannot be read. */
  @ApiProperty({ type: () => PayeeDto, nullable: true })
  payee!: PayeeDto | null;
}

/** The sale, with its secret. */
export class RegisteredSaleDto extends SellOrderDto {
  /** With it a guest reads this order, and no other: in the header `X-Client-Secret`. null as that of a purchase is. */
  @ApiProperty({ type: String, nullable: true, example: 'cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI' })
  clientSecret!: string | null;
}
