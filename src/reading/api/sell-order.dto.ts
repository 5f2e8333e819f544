import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IsEmail, IsOptional, Matches } from 'class-validator';
import { one, oneOf, orNull, plain, shape, text } from '../../platform/http/answers/shape.js';
import type { Field } from '../../platform/http/answers/shape.js';
import { IsNested, IsWord } from '../../platform/http/input/rules.js';
import { FACTS_OF_SIDE } from '../../ramp/port/trade-facts.js';
import { statusesOf } from '../../orders/model/transition.js';
import { factFields, withFields } from './facts.dto.js';
import { IsMetadata } from './metadata.decorator.js';
import { OrderDto } from './order.dto.js';

export const BUY_ONLY = ['paidAmount', ...FACTS_OF_SIDE.BUY.filter((name) => name !== 'amount')] as const;

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

export const PAYEE = shape('PayeeDto', {
  name: orNull(
    text("The account holder's name, masked; null, here and below: not stated by the provider.", 'J*** D***'),
  ),
  account: orNull(text("The account's number, masked.", '****6789')),
  card: orNull(text("The card's number, masked.", '****1111')),
  email: orNull(text("The payee's e-mail address, masked.", 'j***@example.com')),
});

/** A field of purchases only. */
const never = (description: string): Field<string | null> =>
  plain(description, { type: String, nullable: true, example: null });

const SALE = {
  side: oneOf<string>('`SELL`: a sale.', ['SELL']),
  status: oneOf<string>('The status of the sale.', statusesOf('SELL'), 'AWAITING_CRYPTO'),
  payUrl: never('Always null: a sale has no payment page here.'),
  payUrlExpiresAt: never('Always null.'),
  fiat: orNull(text('The currency of the payout, ISO 4217; null, here and below: not stated by the provider.', 'USD')),
  amount: never(
    'Always null, like the next four: a sale is not ordered here. Its amounts are `cryptoAmount` and `fiatAmount`.',
  ),
  address: never('Always null. The deposit address is `payoutAddress`.'),
  memo: never('Always null.'),
  payWayCode: never('Always null. The payout method is `paymentType`.'),
  country: never('Always null.'),
  crypto: orNull(text('The cryptocurrency to sell.', 'USDT')),
  network: orNull(text("The provider's name of the network.", 'ETH')),
  payee: orNull(one('The recipient of the payout; null: stored but not readable.', PAYEE)),
};

/** A sale. Amounts are decimal strings, digit for digit as the provider gave them; times are RFC 3339 in UTC. */
export class SellOrderDto extends withFields(
  { ...factFields(FACTS_OF_SIDE.SELL), ...SALE },
  OmitType(OrderDto, BUY_ONLY),
) {}

/** The sale, with its secret. */
export class RegisteredSaleDto extends SellOrderDto {
  /**
   * Lets a guest read this order only: send it in the header `X-Client-Secret`. null under the same conditions as for a
   * purchase.
   */
  @ApiProperty({ type: String, nullable: true, example: 'cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI' })
  clientSecret!: string | null;
}
