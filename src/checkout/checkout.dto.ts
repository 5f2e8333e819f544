import { ApiProperty, ApiPropertyOptional, PartialType, PickType } from '@nestjs/swagger';
import { IsEmail, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import {
  ApiCountry,
  ApiDecimal,
  ApiFiat,
  ApiMemo,
  ApiMoment,
  ApiName,
  ApiUrl,
} from '../platform/http/input/api-fields.js';
import { IsFiat } from '../catalog/catalog.dto.js';
import { IsAmount, IsPercent, IsLine, IsNested, IsCountry, IsMemo, IsWord } from '../platform/http/input/rules.js';
import { IsMetadata } from '../reading/api/metadata.decorator.js';
import type { Class } from '../platform/http/answers/shape.js';
import { LONGEST_ADDRESS } from '../platform/addresses/tidy.js';
import { TERM_NAMES, termOf } from '../platform/terms/order-terms.js';
import type { TermForm, TermsThatAre } from '../platform/terms/order-terms.js';
import { OrderDto } from '../reading/api/order.dto.js';
import { MAX_URL } from '../platform/http/request.js';
import { LINK_FIELDS } from '../platform/terms/terms.js';
import { MERCHANT_ORDER_NO } from '../platform/terms/order.js';

const LINK_EXAMPLE = 'eyJ0ZXJtcyI6eyJmaWF0IjoiRVVSIn19.1.c2lnbmVkIGJ5IHRoaXMgc2VydmljZSBhbmQgbm9ib2R5IGU';

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

  /** Required if the payment provider issues access tokens by it. Stored encrypted; your staff finds orders by it. */
  @ApiPropertyOptional({ type: String, nullable: true, format: 'email', example: 'jane@example.com' })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

const text = (minLength: number, maxLength: number, message: string): PropertyDecorator[] => [
  ApiProperty({ type: String, ...(minLength > 0 ? { minLength } : {}), maxLength }),
  IsString({ message: 'must be a string' }),
  Length(minLength, maxLength, { message }),
];

/** How each form of a term is documented and checked. */
const FORMS: Readonly<Record<TermForm, (example: string) => readonly PropertyDecorator[]>> = {
  fiat: (example) => [ApiFiat(example), IsFiat()],
  amount: (example) => [ApiDecimal(example), IsAmount()],
  name: (example) => [ApiName(example), IsWord()],
  network: (example) => [ApiName(example), IsWord()],
  country: (example) => [ApiCountry(example), IsCountry()],
  address: () => text(1, LONGEST_ADDRESS, `must have 1 to ${LONGEST_ADDRESS} characters`),
  memo: () => [ApiMemo(), IsMemo()],
  url: () => text(0, 2048, 'must have at most 2048 characters'),
  line: () => [ApiProperty({ minLength: 1, maxLength: 128 }), IsLine(1, 128)],
};

type GivenTerms = { [N in TermsThatAre<false>]: string } & { [N in TermsThatAre<true>]?: string | null };

/** Adds the terms to a request, by their table. */
function withTerms<T extends object>(base: Class<T>): Class<T & GivenTerms> {
  class WithTerms extends (base as Class<object>) {}
  for (const name of TERM_NAMES) {
    const { form, isOptional, is: description, example } = termOf(name);
    const optional = isOptional ? [IsOptional(), ApiPropertyOptional({ nullable: true })] : [];
    const decorators = [ApiProperty({ type: String, description, example }), ...FORMS[form](example), ...optional];
    for (const decorate of decorators) decorate(WithTerms.prototype, name);
  }
  return WithTerms as Class<T & GivenTerms>;
}

class NumberDto {
  /** 1 to 44 of `A-Z a-z 0-9 . _ -`, unique ignoring case, not ending in `-r` and digits, and not `export`. Made when absent. */
  @ApiPropertyOptional({ type: String, nullable: true, pattern: MERCHANT_ORDER_NO, example: 'A-1001' })
  @IsOptional()
  @Matches(MERCHANT_ORDER_NO, {
    message:
      'must be 1 to 44 of A-Z a-z 0-9 . _ -, start with a letter or digit, not end in -r and digits, and not be export',
  })
  merchantOrderNo?: string | null;
}

/** A purchase request. */
export class CheckoutRequestDto extends withTerms(NumberDto) {
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
   * revoked, the order ended days ago, or staff issued a guest another one.
   */
  @ApiProperty({ type: String, nullable: true, example: 'cs_1_c2VjcmV0IG9mIG9uZSBvcmRlciBhbmQgbm8gb3RoZXI' })
  clientSecret!: string | null;
}

/** Options of a retry; all are optional. */
export class RetryRequestDto {
  /** The provider's code of another payment method; unchanged when absent. */
  @ApiPropertyOptional({ type: String, nullable: true, example: '10002' })
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  /** The price that the customer was shown; the trade is made only while it holds. */
  @ApiPropertyOptional({ type: () => ShownQuoteDto, nullable: true })
  @IsOptional()
  @IsNested(() => ShownQuoteDto)
  quote?: ShownQuoteDto | null;

  /** Number of the newest trade known to the caller: repeating the same retry then makes no second trade. */
  @ApiPropertyOptional({ type: String, nullable: true, example: 'A-1001' })
  @IsOptional()
  @IsWord()
  after?: string | null;
}

const MAX_LINK_LIFETIME_S = 30 * 86_400;

/** The fields that a link fixes: the customer cannot change them on the page. Omitted fields are the customer's choice. */
export class CheckoutLinkRequestDto extends PartialType(PickType(CheckoutRequestDto, LINK_FIELDS), {
  skipNullProperties: false,
}) {
  /** Seconds for which an order can be made from the link; a day when absent, 30 days at most. */
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: MAX_LINK_LIFETIME_S, default: 86_400, example: 3600 })
  @IsInt()
  @Min(1)
  @Max(MAX_LINK_LIFETIME_S)
  expiresIn: number = 86_400;
}

/** A signed link. */
export class CheckoutLinkDto {
  /** Where to send the customer. */
  @ApiUrl(`https://pay.shop.example/checkout?link=${LINK_EXAMPLE}`)
  url!: string;
  /** No order is made from the link after this time. */
  @ApiMoment()
  expiresAt!: string;
}
