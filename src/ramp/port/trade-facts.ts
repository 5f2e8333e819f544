export type Side = 'BUY' | 'SELL';

interface Fact<S extends Side | null = Side | null> {
  /** `decimal`: digit for digit from the provider; `moment`: RFC 3339 in UTC, by the provider's clock. */
  readonly form: 'decimal' | 'text' | 'moment';
  /** null: both. */
  readonly side: S;
  readonly is: string;
  readonly example: string;
  /** The provider may recompute it in each answer until the trade is paid. */
  readonly isPrice: boolean;
  /** A new value is news: the trade is polled again soon. */
  readonly isSubstance: boolean;
}

type Made = <S extends Side | null>(side: S, is: string, example: string) => Fact<S>;
const PLAIN = { isPrice: false, isSubstance: false };

const decimal: Made = (side, is, example) => ({ form: 'decimal', side, is, example, ...PLAIN });
const price: Made = (side, is, example) => ({ form: 'decimal', side, is, example, ...PLAIN, isPrice: true });
const text: Made = (side, is, example) => ({ form: 'text', side, is, example, ...PLAIN });
const moment: Made = (side, is, example) => ({ form: 'moment', side, is, example, ...PLAIN, isSubstance: true });
const substance = <F extends Fact>(fact: F): F => ({ ...fact, isSubstance: true });

const TX_HASH = '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b';

/** All facts that the provider states and the API shows. Storage, comparison, output and docs derive from it. */
export const TRADE_FACTS = {
  amount: decimal('BUY', 'The paid amount in fiat.', '100.00'),
  cryptoPrice: price(
    null,
    'Fiat for one unit of crypto; null, here and below: the provider has not stated it.',
    '1.0012',
  ),
  cryptoQuantity: price('BUY', 'How much crypto is bought.', '94.94'),
  rampFee: price(null, "The provider's fee, in `rampFeeUnit`.", '3.99'),
  rampFeeUnit: text('BUY', 'The currency of `rampFee`.', 'USD'),
  networkFee: price('BUY', "The network's fee, in fiat.", '0.96'),
  rebateFiatAmount: price('BUY', 'The rebate in fiat.', '0.50'),
  rebateUsdAmount: price('BUY', 'The same rebate in USD; never add the two.', '0.50'),
  fiatInUSD: price('BUY', 'What was paid, in USD. Comes with completion, as do the next four.', '100.00'),
  rampFeeInUSD: price('BUY', "The provider's fee, in USD.", '3.99'),
  cryptoNetworkFee: price('BUY', "The network's fee, in the crypto that was bought.", '0.9588'),
  networkFeeInUSD: price('BUY', "The network's fee, in USD.", '0.96'),
  cryptoAmountInUSDT: price('BUY', 'The received amount in USDT.', '94.94'),
  tokenAddress: text('BUY', "The token's contract, where it has one.", '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  payType: text('BUY', "The provider's name of the way in which was paid.", 'VISA'),
  cryptoAmount: decimal('SELL', 'How much crypto the customer is to send.', '95'),
  cryptoActualAmount: decimal('SELL', 'How much has come.', '95'),
  fiatAmount: price('SELL', 'The payout to the customer, service fee included.', '91.20'),
  payoutAddress: text(
    'SELL',
    'Where the customer has to send the crypto.',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  ),
  orderPageUrl: text(
    'SELL',
    "The provider's page of the order.",
    'https://provider.example/orders/1059023474927243264',
  ),
  paymentType: text('SELL', "The provider's code of the way of payment.", '10001'),
  failReason: text('SELL', "The provider's words about what went wrong.", 'The bank returned the payout'),
  txHash: substance(text(null, 'Hash of the transfer on the chain.', TX_HASH)),
  rampCreatedAt: {
    ...moment(null, 'When the trade was made at the provider, by its clock.', '2026-01-31T12:00:01.000Z'),
    isSubstance: false,
  },
  paidAt: moment(
    null,
    "When the customer paid, by the provider's clock; null: not yet, or it has not said.",
    '2026-01-31T12:02:00.000Z',
  ),
  transferredAt: moment(null, 'When the crypto was sent on its way.', '2026-01-31T12:03:00.000Z'),
  completedAt: moment(null, 'When all was done.', '2026-01-31T12:03:10.000Z'),
} as const satisfies Readonly<Record<string, Fact>>;

export type FactName = keyof typeof TRADE_FACTS;

export type Facts = Readonly<Partial<Record<FactName, string>>>;

/** null or absent if unstated. */
export type StatedFacts = Readonly<Partial<Record<FactName, string | null>>>;

export const FACT_NAMES = Object.keys(TRADE_FACTS) as FactName[];

export const factOf = (name: FactName): Fact => TRADE_FACTS[name];

type Of<S extends Side | null> = {
  [N in FactName]: (typeof TRADE_FACTS)[N]['side'] extends S ? N : never;
}[FactName];

const ofSide = <S extends Side | null>(side: S): readonly Of<S>[] =>
  FACT_NAMES.filter((name) => factOf(name).side === side) as Of<S>[];

export const FACTS_OF_SIDE = { BUY: ofSide('BUY'), SELL: ofSide('SELL') } as const;
export const SHARED_FACTS = ofSide(null);

/** All of `names`. */
export function withNulls<N extends string>(
  values: { readonly [K in N]?: string | null },
  names: readonly N[],
): { [K in N]: string | null } {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as { [K in N]: string | null };
}
