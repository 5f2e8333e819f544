import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IsFiat } from '../catalog/fiat.decorator.js';
import { ApiCountry, ApiDecimal, ApiExample, ApiFiat, ApiMemo, ApiName } from '../platform/http/input/api-fields.js';
import { IsAmount, IsPercent, IsLine, IsNested, IsCountry, IsMemo, IsWord } from '../platform/http/input/rules.js';
import { IsMetadata } from '../orders/api/metadata.decorator.js';
import { OrderDto } from '../orders/api/order.dto.js';
import { MAX_URL } from '../platform/http/request.js';
import { MERCHANT_ORDER_NO } from '../platform/terms/order.js';

export const LINK_EXAMPLE = 'eyJ0ZXJtcyI6eyJmaWF0IjoiRVVSIn19.1.c2lnbmVkIGJ5IHRoaXMgc2VydmljZSBhbmQgbm9ib2R5IGU';

/**
 * The price that the customer was shown: the order is made only while it holds. If it has moved, the problem `quote_moved`
 * holds the current price in its member `quote`, and the number can be used again.
 */
export class ShownQuoteDto {
  /** How much crypto was promised. */
  @ApiDecimal('94.94')
  @IsAmount()
  cryptoQuantity!: string;

  /** How many per cent less is still accepted, 0 to 100; 1 when absent. */
  @ApiPropertyOptional({ type: String, format: 'decimal', nullable: true, example: '1' })
  @IsOptional()
  @IsPercent()
  tolerancePercent?: string | null;
}

/** The customer's identity. Accepted from the merchant's own servers only. */
export class CheckoutCustomerDto {
  /** The merchant's own id of the customer. */
  @ApiName('customer-4711', 128)
  @IsOptional()
  @IsWord(128)
  id?: string | null;

  /** Required if the payment provider issues access tokens by it; stored, encrypted, in that case only. */
  @ApiPropertyOptional({ type: String, nullable: true, format: 'email', example: 'jane@example.com' })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

/** A purchase request. */
export class CheckoutRequestDto {
  /** 1 to 44 of `A-Z a-z 0-9 . _ -`, unique ignoring case, not ending in `-r` and digits, and not `export`. Made when absent. */
  @ApiPropertyOptional({ type: String, nullable: true, pattern: MERCHANT_ORDER_NO, example: 'A-1001' })
  @IsOptional()
  @Matches(MERCHANT_ORDER_NO, {
    message:
      'must be 1 to 44 of A-Z a-z 0-9 . _ -, start with a letter or digit, not end in -r and digits, and not be export',
  })
  merchantOrderNo?: string | null;

  /** The currency to pay with, ISO 4217. */
  @ApiFiat()
  @IsFiat()
  fiat!: string;

  /** The amount of fiat to spend, with at most the currency's decimals. */
  @ApiDecimal('100.00')
  @IsAmount()
  amount!: string;

  /** The provider's name of the cryptocurrency. */
  @ApiName('USDT')
  @IsWord()
  crypto!: string;

  /** The provider's name of the network. */
  @ApiName('ETH')
  @IsWord()
  network!: string;

  /** Where the crypto goes: an address of that network. */
  @ApiExample('0x52908400098527886E0F7030069857D2E4169EE7')
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  address!: string;

  /** Required on some networks, such as BNB: see `memoRequired` in the list of cryptocurrencies. Empty: none. */
  @ApiMemo()
  @IsOptional()
  @IsMemo()
  memo?: string | null;

  /** The provider's code of a payment method. */
  @ApiName('10001')
  @IsWord()
  payWayCode!: string;

  /** Where the customer lives: two letters, ISO 3166-1. */
  @ApiCountry()
  @IsCountry()
  country!: string;

  /** Where the customer is sent after paying; its origin has to be allowed. `{merchantOrderNo}` is replaced. */
  @ApiProperty({ type: String, example: 'https://shop.example/thanks?order={merchantOrderNo}' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(2048, { message: 'must have at most 2048 characters' })
  redirectUrl?: string | null;

  /** Where the customer is sent when paying failed; `redirectUrl` when absent. */
  @ApiProperty({ type: String, example: 'https://shop.example/cart' })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(2048, { message: 'must have at most 2048 characters' })
  failRedirectUrl?: string | null;

  /** Shown on the provider's result page; a single line. */
  @ApiProperty({ type: String, minLength: 1, maxLength: 128, example: 'Example Shop' })
  @IsOptional()
  @IsLine(1, 128)
  merchantName?: string | null;

  /** The price that the customer was shown; the order is made only while it holds. */
  @ApiPropertyOptional({ type: () => ShownQuoteDto, nullable: true })
  @IsOptional()
  @IsNested(() => ShownQuoteDto)
  quote?: ShownQuoteDto | null;

  /**
   * The customer's identity. Accepted from the merchant's own servers only; for callers with a token, the token names the
   * customer.
   */
  @ApiPropertyOptional({ type: () => CheckoutCustomerDto, nullable: true })
  @IsOptional()
  @IsNested(() => CheckoutCustomerDto)
  customer?: CheckoutCustomerDto | null;

  /**
   * Free data to find the order by. Accepted from the merchant's own servers only; hidden from the provider and customers. A
   * repeat does not change it: use `PATCH /v1/orders/:merchantOrderNo`.
   */
  @IsOptional()
  @IsMetadata(false)
  metadata?: Record<string, string | null> | null;

  /** The customer's token at the provider. Accepted from the merchant's own servers only; never stored. */
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    writeOnly: true,
    minLength: 1,
    maxLength: 2048,
    example: 'the-token-of-the-customer-at-the-provider',
  })
  @IsOptional()
  @IsWord(2048)
  accessToken?: string | null;

  /**
   * The `link` parameter of a checkout page, signed by `POST /v1/checkout-links`. All fields that it fixes must be repeated
   * here unchanged; any caller may use a number that it fixes.
   */
  @ApiName(LINK_EXAMPLE, MAX_URL)
  @IsOptional()
  @IsWord(MAX_URL)
  link?: string | null;
}

/** The order with its secret. */
export class CheckoutDto extends OrderDto {
  /**
   * Lets a guest read this order only: send it in the header `X-Client-Secret`, never in a URL. null in a repeat: it was
   * revoked, or the order ended days ago.
   */
  @ApiProperty({ type: String, nullable: true, example: 'cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI' })
  clientSecret!: string | null;
}
