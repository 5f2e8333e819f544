import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { decimal, each, flag, moment, one, oneOf, orNull, plain, shape, text } from '../platform/http/answers/shape.js';
import { IsAmount, IsText, IsCountry, IsWord, MayBeAbsent } from '../platform/http/input/rules.js';
import { ApiCountry, ApiDecimal, ApiFiat, ApiName, ApiOneOf } from '../platform/http/input/api-fields.js';
import { PROBLEM_CODES, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { SIDES } from '../ramp/port/ramp.types.js';
import type { Side } from '../ramp/port/trade-facts.js';
import { MEMO_LABELS } from './rules/destination.js';
import type { MemoLabel } from './rules/destination.js';
import { isFiat } from '../platform/terms/currencies.js';
import { NO_FIAT } from './rules/fiat-precision.js';

/** A fiat currency code in upper case, such as `USD`. */
export const IsFiat = (): PropertyDecorator => IsText('isFiat', isFiat, NO_FIAT);

export class CryptosQueryDto {
  /** The currency of the limits, ISO 4217. */
  @ApiPropertyOptional({ type: String, pattern: '^[A-Z]{3}$', default: 'USD', example: 'EUR' })
  @IsFiat()
  fiat: string = 'USD';

  /** Only pairs that can be traded on this side, or could if they were not paused. */
  @ApiPropertyOptional({ enum: SIDES, example: 'BUY' })
  @MayBeAbsent()
  @IsIn(SIDES)
  side?: Side;
}

const PAUSED = shape('PausedDto', {
  until: orNull(moment('When the pause ends; null: not known.')),
});
const paused = (doing: string) => orNull(one(`Staff has paused ${doing} it; null: not paused.`, PAUSED));

const CRYPTO = shape('CryptoDto', {
  crypto: text("The provider's name of the cryptocurrency.", 'USDT'),
  network: text("The provider's name of the network.", 'ETH'),
  buyEnabled: flag('Whether it can be bought.', true),
  sellEnabled: flag('Whether it can be sold.', true),
  buyPaused: paused('buying'),
  sellPaused: paused('selling'),
  minBuyAmount: orNull(decimal('The smallest amount to buy for, in fiat. Limits are null if unknown.', '15')),
  maxBuyAmount: orNull(decimal('The largest amount to buy for, in fiat.', '2000')),
  minSellAmount: orNull(decimal('The smallest amount to sell, in crypto.', '20')),
  maxSellAmount: orNull(decimal('The largest amount to sell, in crypto.', '5000')),
  icon: orNull(text('URL of an icon, from the provider; may be null.', 'https://provider.example/icons/usdt.png')),
  address: orNull(
    text(
      "The token's contract, by the provider's list or records; null if unknown. It can receive nothing.",
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    ),
  ),
  addressChecked: flag(
    'Whether a checkout checks the form of addresses on this network. If not, ask the customer to compare the address.',
    true,
  ),
  memoRequired: flag('Whether a checkout on this network needs a memo.', false),
  memoLabel: orNull(
    plain<MemoLabel>(
      'The usual name of a memo on this network, `memo` if unknown; null if there are no memos. Even where a memo is not\n' +
        "required, an exchange's address may need one.",
      { enum: [...MEMO_LABELS], example: 'tag' },
    ),
  ),
});

export const CRYPTOS = shape('CryptosDto', {
  fiat: text('The currency of the limits.', 'USD', '^[A-Z]{3}$'),
  asOf: moment('When the provider returned this list.'),
  items: each('Each cryptocurrency on each network.', CRYPTO),
});

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
const QUOTE = shape('QuoteDto', {
  fiat: text('The currency of the payment or payout.', 'USD', '^[A-Z]{3}$'),
  crypto: text('The cryptocurrency.', 'USDT'),
  payWayCode: orNull(text("The provider's code of the payment method. BUY only.", '10001')),
  cryptoPrice: orNull(decimal('Fiat for one unit of crypto.', '1.0012')),
  cryptoQuantity: orNull(decimal('BUY only: the crypto that is received.', '94.94')),
  fiatQuantity: orNull(decimal('SELL only: the fiat that is received, before the service fee.', '95.11')),
  rampFee: orNull(decimal("The channel's fee, in fiat.", '3.99')),
  rampFeeInUSD: orNull(decimal("The channel's fee, in USD.", '3.99')),
  networkFee: orNull(decimal("The network's fee, in fiat. BUY only.", '0.96')),
  cryptoNetworkFee: orNull(decimal("The network's fee, in crypto.", '0.9588')),
  rebateFiatAmount: orNull(decimal('The rebate, in fiat.', '0.50')),
  rebateUsdAmount: orNull(decimal('The same rebate in USD; never add the two.', '0.50')),
});

/** A payment method without a price at present, or a paused one. It does not affect the others. */
const PRICELESS_METHOD = shape('PricelessMethodDto', {
  payWayCode: orNull(text("The provider's code of the method; null if not stated.", '10002')),
  code: oneOf('The problem code of a quote for this method alone.', PROBLEM_CODES, 'amount_out_of_range'),
  message: text('An explanation for people, in English.', PROBLEM_TEXTS.amountFromTo('50', '2000 USD')),
});

export const QUOTES = shape('QuotesDto', {
  items: each('Quotes, best first: the one with the highest received amount.', QUOTE),
  failures: each(
    'With `ALL`: the methods without a price, and the paused ones. If no other is left, the response is a problem instead.',
    PRICELESS_METHOD,
  ),
});
