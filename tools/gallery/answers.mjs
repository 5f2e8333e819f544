/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {unknown} [body] JSON
 * @property {Record<string, string>} [headers]
 * @property {'never' | 'cut'} [comes] instead of an answer
 */

/** @param {unknown} body @param {number} status @returns {Answer} */
export const json = (body, status = 200) => ({ status, body });

/** Never answers. @type {Answer} */
export const NEVER = { status: 0, comes: 'never' };
/** The connection breaks. @type {Answer} */
export const CUT = { status: 0, comes: 'cut' };

/** @param {number} status @param {string} code @param {Record<string, unknown>} members @returns {Answer} */
export const problem = (status, code, members = {}) => ({
  status,
  body: {
    type: `/docs/problems#${code}`,
    title: code,
    status,
    detail: 'Words for developers, which no visitor should see.',
    code,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    ...members,
  },
  headers: { 'content-type': 'application/problem+json', ...(status === 429 ? { 'retry-after': '20' } : {}) },
});

/**
 * Crypto, network, minimum, maximum, memo label, memo required. @type {[string, string, string, string, string |
 * null, boolean][]}
 */
const PAIRS = [
  ['USDT', 'ETH', '20', '9200', null, false],
  ['USDT', 'BSC', '14', '9200', null, false],
  ['USDT', 'TRX', '14', '9200', null, false],
  ['USDC', 'ETH', '20', '9200', null, false],
  ['ETH', 'ETH', '20', '13800', null, false],
  ['BTC', 'BTC', '28', '18400', null, false],
  ['BNB', 'BNB', '14', '7400', 'memo', true],
  ['SOL', 'SOL', '14', '9200', null, false],
  ['XRP', 'XRP', '14', '9200', 'tag', false],
  ['TON', 'TON', '14', '9200', 'comment', false],
];

const LONG_NAMES = /** @type {typeof PAIRS} */ ([
  ['WRAPPEDSTAKEDLIQUIDETHERTOKEN2', 'ARBITRUMNOVAEXPERIMENTALNETWRK', '1', '999999999', null, false],
]);

/** @param {typeof PAIRS} pairs @param {string} fiat */
const cryptosOf = (pairs, fiat) =>
  json({
    fiat,
    asOf: '2026-01-31T12:04:30.000Z',
    items: pairs.map(([crypto, network, least, most, memoLabel, memoRequired]) => ({
      crypto,
      network,
      buyEnabled: network !== 'BSC',
      sellEnabled: false,
      minBuyAmount: least,
      maxBuyAmount: most,
      minSellAmount: null,
      maxSellAmount: null,
      icon: null,
      address: null,
      memoRequired,
      memoLabel,
      addressChecked: true,
    })),
  });

/** USDT on BSC is paused. */
export const cryptos = cryptosOf(PAIRS, 'EUR');
export const longNames = cryptosOf([...LONG_NAMES, ...PAIRS], 'EUR');
export const yenCryptos = cryptosOf(
  PAIRS.map(([crypto, network, , , ...memo]) => [crypto, network, '2000', '99999999', ...memo]),
  'JPY',
);

/** @param {string} payWayCode @param {string} cryptoQuantity @param {string} rampFee @param {Record<string, unknown>} more */
export const quote = (payWayCode, cryptoQuantity, rampFee, more = {}) => ({
  fiat: 'EUR',
  crypto: 'USDT',
  payWayCode,
  cryptoPrice: '0.9259',
  cryptoQuantity,
  fiatQuantity: null,
  rampFee,
  rampFeeInUSD: rampFee,
  networkFee: '1.39',
  cryptoNetworkFee: '1.5',
  rebateFiatAmount: null,
  rebateUsdAmount: null,
  ...more,
});

/** @param {ReturnType<typeof quote>[]} items */
export const quotesOf = (items) => json({ items, failures: [] });

export const quotes = quotesOf([
  quote('10002', '105.42', '1.00'),
  quote('10003', '103.49', '2.78', { rebateFiatAmount: '0.50', rebateUsdAmount: '0.54' }),
  quote('10001', '101.79', '4.36'),
]);

/** @type {Answer} */
export const pausedMethod = json({
  items: [quote('10002', '105.42', '1.00')],
  failures: [{ payWayCode: '10003', code: 'paused', message: 'Not sold at present.' }],
});

export const rippleQuotes = quotesOf([
  quote('10001', '23.40', '2.30', {
    crypto: 'XRP',
    cryptoPrice: '2.0341',
    networkFee: '0.10',
    cryptoNetworkFee: '0.05',
  }),
]);

const MANY = Array.from({ length: 18 }, (_, index) => ({ code: String(10001 + index), index }));
export const manyPayWays = Object.fromEntries(MANY.map(({ code, index }) => [code, `Bank ${index + 1}`]));
export const manyQuotes = quotesOf(
  MANY.map(({ code, index }) => quote(code, (105.42 - index / 2).toFixed(2), (1 + index / 2).toFixed(2))),
);
