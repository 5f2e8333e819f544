import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ApiCountry, ApiDecimal, ApiExample, ApiFiat, ApiName, ApiOneOf } from '../platform/http/input/api-fields.js';
import { IsAmount, IsCountry, IsWord } from '../platform/http/input/rules.js';
import { SIDES } from '../ramp/port/ramp.types.js';
import type { Side } from '../ramp/port/ramp.types.js';
import { PROBLEM_CODES, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { IsFiat } from './fiat.decorator.js';

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
