import { OF_FIELD, OF_PROVIDER, OF_QUOTE, OF_RANGE } from './members.js';
import { about, row } from './row.js';

const NUMBER = { merchantOrderNo: 'A-1001' };
const QUOTE = {
  fiat: 'USD',
  crypto: 'USDT',
  payWayCode: '10001',
  cryptoPrice: '1.0512',
  cryptoQuantity: '90.42',
  fiatQuantity: null,
  rampFee: '3.99',
  rampFeeInUSD: '3.99',
  networkFee: '0.96',
  cryptoNetworkFee: '0.91',
  rebateFiatAmount: null,
  rebateUsdAmount: null,
};

/** The call is understood, and the order cannot be made so. */
export const ORDER_PROBLEMS = {
  amount_precision: row({
    status: 422,
    title: 'The amount has too many decimal places',
    texts: {
      amountPrecision: (fiat: string, digits: number) =>
        digits === 0
          ? `Amounts in ${fiat} must be whole numbers.`
          : `Amounts in ${fiat} must have at most ${digits} decimal places.`,
    },
    next: 'fewer decimals',
    members: OF_FIELD,
    example: ({ amountPrecision }) => about('amount', amountPrecision('USD', 2)),
  }),
  amount_out_of_range: row({
    status: 422,
    title: 'The amount is out of range',
    texts: {
      amountOutOfRange: 'The amount is too small or too large.',
      amountFromTo: (min: string, max: string) => `The amount must be from ${min} to ${max}.`,
      amountAtLeast: (min: string) => `The amount must be at least ${min}.`,
      amountAtMost: (max: string) => `The amount must be at most ${max}.`,
    },
    next: "show `min` and `max`, in the order's fiat; either may be null",
    members: { ...OF_RANGE, ...OF_FIELD, ...OF_PROVIDER },
    example: ({ amountFromTo }) => about('amount', amountFromTo('15', '2000 USD'), { min: '15', max: '2000' }),
  }),
  crypto_not_available: row({
    status: 422,
    title: 'The cryptocurrency is not available',
    texts: {
      cryptoNotAvailable: 'This cryptocurrency is not available for this currency and network.',
    },
    next: 'offer something else; refresh `/v1/cryptos`, quotes',
    members: { ...OF_FIELD, ...OF_PROVIDER },
    example: ({ cryptoNotAvailable }) => about('crypto', cryptoNotAvailable),
  }),
  pay_way_not_available: row({
    status: 422,
    title: 'The payment method is not available',
    texts: {
      payWayNotAvailable: 'This payment method is not available for this purchase.',
    },
    next: 'offer something else; refresh `/v1/cryptos`, quotes',
    members: { ...OF_FIELD, ...OF_PROVIDER },
    example: ({ payWayNotAvailable }) => about('payWayCode', payWayNotAvailable, NUMBER),
  }),
  address_invalid: row({
    status: 422,
    title: 'The address is not valid',
    texts: {
      addressInvalid: 'The address is not valid on this network.',
    },
    next: 'ask for another address',
    members: { ...OF_FIELD, ...OF_PROVIDER },
    example: ({ addressInvalid }) => about('address', addressInvalid),
  }),
  address_at_risk: row({
    status: 422,
    title: 'The address is considered risky',
    texts: {
      addressAtRisk: 'The payment provider does not send to this address. Use a different address.',
    },
    next: 'ask for another address',
    members: { ...OF_FIELD, ...OF_PROVIDER },
    example: ({ addressAtRisk }) => about('address', addressAtRisk),
  }),
  memo_required: row({
    status: 422,
    title: 'A memo is required',
    texts: {
      memoRequired: (network: string) => `Payments on ${network} require a memo.`,
    },
    next: 'ask for the memo',
    members: OF_FIELD,
    example: ({ memoRequired }) => about('memo', memoRequired('BNB')),
  }),
  redirect_not_allowed: row({
    status: 422,
    title: 'The redirect URL is not allowed',
    texts: {
      redirectNotAllowed: 'Redirects to this URL are not allowed.',
    },
    next: 'have its origin added to `REDIRECT_ORIGINS`',
    members: OF_FIELD,
    example: ({ redirectNotAllowed }) => about('redirectUrl', redirectNotAllowed),
  }),
  quote_moved: row({
    status: 422,
    title: 'The price has changed',
    texts: {
      quoteMoved: 'The price has changed since it was quoted. Confirm the new price and try again.',
    },
    next: 'show the new price in `quote`, ask, send again with the same number',
    members: OF_QUOTE,
    example: ({ quoteMoved }) => ({ detail: quoteMoved, members: { ...NUMBER, quote: QUOTE } }),
  }),
  ramp_refused: row({
    status: 422,
    title: 'The provider rejected the request',
    texts: {
      rampRefused: 'The payment provider rejected the request.',
    },
    next: 'do not repeat; servers see the reason in `ramp`',
    members: OF_PROVIDER,
    example: ({ rampRefused }) => ({ detail: rampRefused, members: NUMBER }),
  }),
};
