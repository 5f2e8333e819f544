import { OF_FIELD, OF_PAUSE, OF_PROVIDER, OF_QUOTE, OF_RANGE, row } from './problem-row.js';

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
  amount_precision: row(422, 'The amount has too many decimal places', 'send fewer decimals', {
    texts: {
      amountPrecision: (fiat: string, digits: number) =>
        digits === 0
          ? `Amounts in ${fiat} must be whole numbers.`
          : `Amounts in ${fiat} must have at most ${digits} decimal places.`,
    },
    members: OF_FIELD,
    sample: ['USD', 2],
    field: 'amount',
  }),
  amount_out_of_range: row(
    422,
    'The amount is out of range',
    "show `min` and `max`, in the order's fiat; either may be null",
    {
      texts: {
        amountFromTo: (min: string, max: string) => `The amount must be from ${min} to ${max}.`,
        amountOutOfRange: 'The amount is too small or too large.',
        amountAtLeast: (min: string) => `The amount must be at least ${min}.`,
        amountAtMost: (max: string) => `The amount must be at most ${max}.`,
      },
      members: { ...OF_RANGE, ...OF_FIELD, ...OF_PROVIDER },
      sample: ['15', '2000 USD'],
      field: 'amount',
      shown: { min: '15', max: '2000' },
    },
  ),
  crypto_not_available: row(
    422,
    'The cryptocurrency is not available',
    'offer something else; refresh `/v1/cryptos`, quotes',
    {
      texts: { cryptoNotAvailable: 'This cryptocurrency is not available for this currency and network.' },
      members: { ...OF_FIELD, ...OF_PROVIDER },
      field: 'crypto',
    },
  ),
  pay_way_not_available: row(
    422,
    'The payment method is not available',
    'offer something else; refresh `/v1/cryptos`, quotes',
    {
      texts: { payWayNotAvailable: 'This payment method is not available for this purchase.' },
      members: { ...OF_FIELD, ...OF_PROVIDER },
      field: 'payWayCode',
      shown: NUMBER,
    },
  ),
  address_invalid: row(422, 'The address is not valid', 'ask for another address; the detail says why', {
    texts: {
      addressInvalid: 'The address is not valid on this network.',
      addressLink:
        'The address is a payment link for another network, or one with a memo or a call. Send the plain address, and the memo as memo.',
      addressContract: (coin: string) =>
        `This is the contract of ${coin}: crypto sent there is lost. Send the address of a wallet.`,
      addressSecret:
        'This is a recovery phrase or a private key, not an address. Never send it: who has it owns the wallet.',
      addressOwnerless: 'Nobody owns this address: crypto sent there is lost. Send the address of a wallet.',
    },
    members: { ...OF_FIELD, ...OF_PROVIDER },
    field: 'address',
  }),
  address_at_risk: row(422, 'The address is considered risky', 'ask for another address', {
    texts: { addressAtRisk: 'The payment provider does not send to this address. Use a different address.' },
    members: { ...OF_FIELD, ...OF_PROVIDER },
    field: 'address',
  }),
  memo_required: row(422, 'A memo is required', 'ask for the memo', {
    texts: { memoRequired: (network: string) => `Payments on ${network} require a memo.` },
    members: OF_FIELD,
    sample: ['BNB'],
    field: 'memo',
  }),
  redirect_not_allowed: row(422, 'The redirect URL is not allowed', 'have its origin added to `REDIRECT_ORIGINS`', {
    texts: { redirectNotAllowed: 'Redirects to this URL are not allowed.' },
    members: OF_FIELD,
    field: 'redirectUrl',
  }),
  quote_moved: row(
    422,
    'The price has changed',
    'show the new price in `quote`, ask, send again with the same number',
    {
      texts: { quoteMoved: 'The price has changed since it was quoted. Confirm the new price and try again.' },
      members: OF_QUOTE,
      shown: { ...NUMBER, quote: QUOTE },
    },
  ),
  paused: row(422, 'Not available at the moment', 'offer something else, or try again after `until`', {
    texts: { paused: 'This is not available at the moment. Nothing was sent.' },
    members: OF_PAUSE,
    shown: { until: '2026-01-31T12:00:00.000Z' },
  }),
  ramp_refused: row(422, 'The provider rejected the request', 'do not repeat; servers see the reason in `ramp`', {
    texts: { rampRefused: 'The payment provider rejected the request.' },
    members: OF_PROVIDER,
    shown: NUMBER,
  }),
};
