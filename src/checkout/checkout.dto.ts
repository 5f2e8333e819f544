import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import { IsFiat } from '../catalog/fiat.decorator.js';
import { IsAmount, IsPercent } from '../http/decimal.decorator.js';
import { IsNested } from '../http/nested.decorator.js';
import { IsCountry, IsWord } from '../http/word.decorator.js';
import { OrderDto } from '../orders/order.dto.js';
import { MERCHANT_ORDER_NO } from '../shared/order-number.js';

/**
 * The price that the customer was shown: the order is made only while it holds. When it has moved, the problem
 * `quote_moved` has the price of now as its member `quote`, and the number may be used again.
 */
export class ShownQuoteDto {
  /**
   * How much crypto was promised.
   * @example 99.5
   */
  @IsAmount()
  cryptoQuantity!: string;

  /** By how many per cent it may be less; 1 when not given. */
  @ApiPropertyOptional({ type: String, example: '1', nullable: true })
  @IsOptional()
  @IsPercent()
  tolerancePercent?: string | null;
}

/** Taken from the merchant's own servers only. */
export class CheckoutCustomerDto {
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWord(128)
  id?: string | null;

  /** Needed where the payment provider gives access by it; kept encrypted there, and nowhere else. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsEmail({}, { message: 'must be an e-mail address' })
  email?: string | null;
}

export class CheckoutRequestDto {
  /**
   * 1 to 44 of `A-Z a-z 0-9 . _ -`, unique ignoring case, not ending in `-r` and digits. Made when absent.
   * @example A-1001
   */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @Matches(MERCHANT_ORDER_NO, {
    message: 'must be 1 to 44 of A-Z a-z 0-9 . _ -, begin with a letter or digit, and not end in -r and digits',
  })
  merchantOrderNo?: string | null;

  /** @example USD */
  @IsFiat()
  fiat!: string;

  /**
   * How much fiat to spend, with at most the currency's decimals.
   * @example 100.00
   */
  @IsAmount()
  amount!: string;

  /** @example USDT */
  @IsWord()
  crypto!: string;

  /**
   * The provider's name of the network.
   * @example ETH
   */
  @IsWord()
  network!: string;

  /**
   * Where the crypto goes.
   * @example 0x52908400098527886E0F7030069857D2E4169EE7
   */
  @IsString({ message: 'must be a string' })
  @Length(1, 256, { message: 'must have 1 to 256 characters' })
  address!: string;

  /** Needed on some networks, such as BNB. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsWord(128)
  memo?: string | null;

  /**
   * The provider's code of a payment method.
   * @example 10001
   */
  @IsWord()
  payWayCode!: string;

  /**
   * Two letters, ISO 3166-1.
   * @example US
   */
  @IsCountry()
  country!: string;

  /** Where the customer is sent after paying; its origin has to be allowed. `{merchantOrderNo}` is replaced. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(2048, { message: 'must have at most 2048 characters' })
  redirectUrl?: string | null;

  /** Where the customer is sent when paying failed; `redirectUrl` when absent. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @MaxLength(2048, { message: 'must have at most 2048 characters' })
  failRedirectUrl?: string | null;

  /** Shown on the provider's result page. */
  @ApiPropertyOptional({ type: String, nullable: true })
  @IsOptional()
  @IsString({ message: 'must be a string' })
  @Length(1, 128, { message: 'must have 1 to 128 characters' })
  merchantName?: string | null;

  @ApiPropertyOptional({ type: () => ShownQuoteDto, nullable: true })
  @IsOptional()
  @IsNested(() => ShownQuoteDto)
  quote?: ShownQuoteDto | null;

  @ApiPropertyOptional({ type: () => CheckoutCustomerDto, nullable: true })
  @IsOptional()
  @IsNested(() => CheckoutCustomerDto)
  customer?: CheckoutCustomerDto | null;

  /** The customer's token at the provider. Taken from the merchant's own servers only; never stored. */
  @ApiPropertyOptional({ type: String, nullable: true, writeOnly: true })
  @IsOptional()
  @IsWord(2048)
  accessToken?: string | null;
}

export class CheckoutDto extends OrderDto {
  /** With it a guest reads this order, and no other. */
  @ApiProperty({ type: String })
  clientSecret!: string;
}
