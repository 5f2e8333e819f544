import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { IsAmount } from '../platform/http/input/decimal.decorator.js';
import {
  ApiCountry,
  ApiDecimal,
  ApiExample,
  ApiFiat,
  ApiMoment,
  ApiName,
  ApiOneOf,
} from '../platform/http/input/fields.js';
import { IsText } from '../platform/http/input/rule.decorator.js';
import { IsCountry, IsWord } from '../platform/http/input/word.decorator.js';
import { PROBLEM_CODES, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { SIDES } from '../ramp/port/ramp.types.js';
import type { Side } from '../ramp/port/ramp.types.js';
import { MEMO_LABELS } from './rules/destination.js';
import type { MemoLabel } from './rules/destination.js';
import { isFiat, NO_FIAT } from './rules/fiat-precision.js';

/** A fiat currency code in upper case, such as `USD`. */
export const IsFiat = (): PropertyDecorator => IsText('isFiat', isFiat, NO_FIAT);

export class CryptosQueryDto {
  /** The currency of the limits, ISO 4217. */
  @ApiPropertyOptional({ type: String, pattern: '^[A-Z]{3}$', default: 'USD', example: 'EUR' })
  @IsFiat()
  fiat: string = 'USD';

  /** Only pairs that are enabled for this side. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @IsOptional()
  @IsIn(SIDES)
  side?: Side;
}

/** One cryptocurrency on one network. */
export class CryptoDto {
  /** The provider's name of the cryptocurrency. */
  @ApiExample('USDT')
  crypto!: string;
  /** The provider's name of the network. */
  @ApiExample('ETH')
  network!: string;
  /** Whether it can be bought. */
  @ApiExample(true)
  buyEnabled!: boolean;
  /** Whether it can be sold. */
  @ApiExample(true)
  sellEnabled!: boolean;
  /** The smallest amount to buy for, in fiat. Limits are null if unknown. */
  @ApiDecimal('15')
  minBuyAmount!: string | null;
  /** The largest amount to buy for, in fiat. */
  @ApiDecimal('2000')
  maxBuyAmount!: string | null;
  /** The smallest amount to sell, in crypto. */
  @ApiDecimal('20')
  minSellAmount!: string | null;
  /** The largest amount to sell, in crypto. */
  @ApiDecimal('5000')
  maxSellAmount!: string | null;
  /** URL of an icon, from the provider; may be null. */
  @ApiExample('https://provider.example/icons/usdt.png')
  icon!: string | null;
  /** From the provider; mostly null. */
  @ApiExample(null)
  address!: string | null;
  /** Whether a checkout on this network needs a memo. */
  @ApiExample(false)
  memoRequired!: boolean;
  /**
   * The usual name of a memo on this network; null if there are no memos or it is unknown. Even where a memo is not
   * required, an exchange's address may need one.
   */
  @ApiProperty({ enum: MEMO_LABELS, nullable: true, example: 'tag' })
  memoLabel!: MemoLabel | null;
}

/** The cryptocurrencies that can be bought and sold. */
export class CryptosDto {
  /** The currency of the limits. */
  @ApiFiat()
  fiat!: string;
  /** When the provider returned this list. */
  @ApiMoment()
  asOf!: string;
  /** Each cryptocurrency on each network. */
  @ApiProperty({ type: () => [CryptoDto] })
  items!: CryptoDto[];
}

const TYPES = ['ONE', 'ALL'] as const;

/** A request for quotes. */
export class QuoteRequestDto {
  /** To buy crypto, or to sell it. */
  @ApiOneOf(SIDES)
  @IsIn(SIDES)
  side!: Side;

  /** The provider's name of the cryptocurrency. */
  @ApiName('USDT')
  @IsWord()
  crypto!: string;

  /** The provider's name of the network. */
  @ApiName('ETH')
  @IsWord()
  network!: string;

  /** The currency to pay with, or to be paid in: ISO 4217. */
  @ApiFiat()
  @IsFiat()
  fiat!: string;

  /** The customer's country of residence: ISO 3166-1, two letters. */
  @ApiCountry('DE')
  @IsCountry()
  country!: string;

  /** BUY: the fiat to spend. SELL: the crypto to sell. */
  @ApiDecimal('100.00')
  @IsAmount()
  amount!: string;

  /** The provider's code of a payment method. BUY only. */
  @ApiName('10001')
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  /** ONE: one quote. ALL: one for each payment method; BUY only. */
  @ApiPropertyOptional({ enum: TYPES, default: 'ONE', nullable: true, example: 'ALL' })
  @IsOptional()
  @IsIn(TYPES)
  type?: (typeof TYPES)[number] | null;
}

/** An estimate. Amounts are the provider's, digit for digit; null if not stated. */
export class QuoteDto {
  /** The currency of the payment or payout. */
  @ApiFiat()
  fiat!: string;
  /** The cryptocurrency. */
  @ApiExample('USDT')
  crypto!: string;
  /** The provider's code of the payment method. BUY only. */
  @ApiExample('10001')
  payWayCode!: string | null;
  /** Fiat for one unit of crypto. */
  @ApiDecimal('1.0012')
  cryptoPrice!: string | null;
  /** BUY only: the crypto that is received. */
  @ApiDecimal('94.94')
  cryptoQuantity!: string | null;
  /** SELL only: the fiat that is received, before the service fee. */
  @ApiDecimal('95.11')
  fiatQuantity!: string | null;
  /** The channel's fee, in fiat. */
  @ApiDecimal('3.99')
  rampFee!: string | null;
  /** The channel's fee, in USD. */
  @ApiDecimal('3.99')
  rampFeeInUSD!: string | null;
  /** The network's fee, in fiat. BUY only. */
  @ApiDecimal('0.96')
  networkFee!: string | null;
  /** The network's fee, in crypto. */
  @ApiDecimal('0.9588')
  cryptoNetworkFee!: string | null;
  /** The rebate, in fiat. */
  @ApiDecimal('0.50')
  rebateFiatAmount!: string | null;
  /** The same rebate in USD; never add the two. */
  @ApiDecimal('0.50')
  rebateUsdAmount!: string | null;
}

/** A payment method without a price at present. It does not affect the others. */
export class PricelessMethodDto {
  /** The provider's code of the method; null if not stated. */
  @ApiExample('10002')
  payWayCode!: string | null;
  /** The problem code of a quote for this method alone. */
  @ApiOneOf(PROBLEM_CODES, 'amount_out_of_range')
  code!: string;
  /** An explanation for people, in English. */
  @ApiExample(PROBLEM_TEXTS.amountFromTo('50', '2000 USD'))
  message!: string;
}

/** Current quotes. */
export class QuotesDto {
  /** Quotes, best first: the one with the highest received amount. */
  @ApiProperty({ type: () => [QuoteDto] })
  items!: QuoteDto[];
  /** With `ALL`: the methods without a price. If no method has one, the response is a problem instead. */
  @ApiProperty({ type: () => [PricelessMethodDto] })
  failures!: PricelessMethodDto[];
}
