import { openAnswer } from '#src/ramp/wire/wire.js';
import { Seen } from '#tools/provider-kit/conformance/judge/seen.js';
import type { TrialContext } from '#tools/provider-kit/conformance/judge/seen.js';
import type { ProbeName } from '#tools/provider-kit/conformance/plan/probes.js';
import type { Answered, Exchange } from '#tools/provider-kit/conformance/wire/exchange.js';
import { NO_CODES } from '../../../../test/unit/ramp/support/codes.js';

/** Time of every answer: by its `Date` header, and by our own clock. */
export const NOW = Date.parse('2026-03-01T10:00:00.000Z');

export const NUMBERS: readonly [string, string] = ['unused-probe-aaaa', 'unused-probe-bbbb'];

interface Form {
  readonly status?: number;
  readonly date?: string | null;
  /** Overrides of the envelope's fields; undefined removes one. */
  readonly envelope?: Readonly<Record<string, unknown>>;
}

export function raw(text: string, { status = 200, date }: Form = {}): Answered {
  const header = date === undefined ? new Date(NOW).toUTCString() : date;
  return {
    kind: 'answered',
    answer: openAnswer(status, header, Buffer.from(text)),
    milliseconds: 10,
    midway: NOW,
  };
}

export function success(data: unknown, form: Form = {}): Answered {
  const envelope = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data, traceId: 't-1' };
  return raw(JSON.stringify({ ...envelope, ...form.envelope }), form);
}

export function refusal(returnCode: string, returnMsg = 'No', form: Form = {}): Answered {
  const envelope = { success: false, returnCode, returnMsg, extend: '', data: null, traceId: 't-2' };
  return raw(JSON.stringify({ ...envelope, ...form.envelope }), form);
}

export const LIST_ENTRY = {
  crypto: 'USDT',
  network: 'ETH',
  buyEnable: 1,
  sellEnable: 1,
  minPurchaseAmount: 20,
  maxPurchaseAmount: 10000,
  address: null,
  icon: 'https://icons.example/usdt.svg',
  minSellAmount: null,
  maxSellAmount: 5000,
};

const FEES = {
  rampFee: '1.00',
  rampFeeInUSD: '1.00',
  cryptoNetworkFee: '1.5',
  rebateFiatAmount: '0',
  rebateUsdAmount: '0',
};

export const BUY_QUOTE = {
  ...FEES,
  cryptoPrice: '1.01',
  networkFee: '1.5',
  cryptoQuantity: '38.1',
  fiat: 'USD',
  crypto: 'USDT',
  payWayCode: '10001',
};

export const SELL_QUOTE = {
  ...FEES,
  cryptoPrice: '0.99',
  networkFee: null,
  cryptoQuantity: null,
  fiatQuantity: '60.1',
  fiat: 'USD',
  crypto: 'USDT',
};

export const CREATED = { orderNo: '9001', payUrl: 'https://pay.example/p/secret-page' };

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

export const BUY_RECORD = {
  orderNo: '9001',
  side: 'BUY',
  status: 'PENDING',
  appId: 'app-1',
  createTime: '20260301 10:00:00',
  payTime: '',
  txTime: '',
  txHash: '',
  address: ADDRESS,
  crypto: 'USDT',
  network: 'ETH',
  tokenAddress: '',
  fiat: 'USD',
  amount: '41',
  alpha2: 'US',
  payType: 'Visa',
  cryptoPrice: '1.01',
  cryptoQuantity: '38.1',
  rampFee: '1.00',
  rampFeeUnit: 'USD',
  networkFee: '1.5',
  rebateFiatAmount: '0',
  rebateUsdAmount: '0',
};

export const SELL_RECORD = {
  orderNo: '9002',
  merchantOrderNo: 'm-2',
  address: ADDRESS,
  payTime: '',
  completeTime: '',
  receiptTime: '',
  crypto: 'USDT',
  network: 'ETH',
  cryptoPrice: '0.99',
  cryptoAmount: '61',
  cryptoActualAmount: '61',
  fiatAmount: '60.1',
  rampFee: '1',
  appId: 'app-1',
  fiat: 'USD',
  txHash: '',
  email: 'j***@e***',
  signature: 'abc',
  status: '1',
  orderAddress: 'https://pay.example/o',
  paymentType: '10001',
  name: 'J',
  account: '**1',
  card: '',
  failReason: '',
};

const RANGE = 'Quote amount exceed the range, The Min purchase amount is 20, The max purchase amount is 10000';

/** A provider that follows the contract, and otherwise behaves like the sandbox. */
const GOOD: Readonly<Record<ProbeName, Exchange>> = {
  list: success([LIST_ENTRY, { ...LIST_ENTRY, network: 'TRX' }]),
  // Reordered: a list is a set.
  'list-without-fiat': success([{ ...LIST_ENTRY, network: 'TRX' }, LIST_ENTRY]),
  'quote-all': success([BUY_QUOTE, { ...BUY_QUOTE, payWayCode: '10002' }]),
  'quote-one': success(BUY_QUOTE),
  'quote-without-type': success(BUY_QUOTE),
  'quote-with-decimals': success(BUY_QUOTE),
  'quote-sell': success(SELL_QUOTE),
  'quote-sell-buy-fields': success(SELL_QUOTE),
  'quote-unknown-crypto': refusal('3101'),
  'quote-unknown-fiat': refusal('3100'),
  'quote-too-little': refusal('3102', RANGE),
  'quote-too-much': refusal('3102', RANGE),
  'unknown-buy': success(null),
  'unknown-buy-again': success(null),
  'unknown-buy-order-no': success(null),
  'unknown-sell': success(null),
  'unknown-sell-again': success(null),
  'unknown-sell-order-no': success(null),
  'query-without-number': refusal('1001'),
  'wrong-path': refusal('3107'),
  'unknown-app': refusal('3104'),
  'wrong-signature': refusal('1002'),
  'no-signature': refusal('1002'),
  'stamp-4.5-min-old': success([]),
  'stamp-6-min-old': refusal('3103'),
  'stamp-4.5-min-ahead': success([]),
  'stamp-6-min-ahead': refusal('3103'),
  'buy-by-order-no': success({ ...BUY_RECORD, orderNo: '8001' }),
  'buy-by-merchant-no': success({ ...BUY_RECORD, orderNo: '8001' }),
  'buy-without-side': success({ ...BUY_RECORD, orderNo: '8001' }),
  'sell-by-order-no': success(SELL_RECORD),
  create: success(CREATED),
  'created-by-order-no': success(BUY_RECORD),
  'created-by-merchant-no': success(BUY_RECORD),
  'create-again': success({ ...CREATED, orderNo: '9003' }),
  'create-without-token': refusal('1003'),
  'create-wrong-token': refusal('1003'),
  'create-wrong-address': refusal('3105'),
  'create-too-much': refusal('3102', RANGE),
  'create-unknown-crypto': refusal('3101'),
  'create-too-many-decimals': refusal('1004'),
};

export const ALL_PROBES = Object.keys(GOOD) as readonly ProbeName[];

/** That provider's answers, with some replaced. */
export function seenWith(changes: Partial<Record<ProbeName, Exchange>> = {}, asked: Partial<TrialContext> = {}): Seen {
  return new Seen(new Map(Object.entries({ ...GOOD, ...changes }) as [ProbeName, Exchange][]), {
    appId: 'app-1',
    subject: {
      fiat: 'USD',
      country: 'US',
      buy: { crypto: 'USDT', network: 'ETH', amount: '41', tooLittle: '1', tooMuch: '1000100', withDecimals: '41.00' },
      sell: { crypto: 'USDT', network: 'ETH', amount: '61' },
    },
    numbers: { unknown: NUMBERS, appId: 'unused-app', create: (purpose) => `conformance-x-${purpose}` },
    known: { orderNo: '8001', merchantOrderNo: 'm-1', sellOrderNo: '9002' },
    signature: { tried: ['v3'], accepted: { name: 'v3', setting: 'RAMP_SIGNATURE=v3' } },
    offsetMs: 0,
    codes: NO_CODES,
    created: {
      orderNo: '9001',
      fields: {
        amount: '41.00',
        fiatCurrency: 'USD',
        cryptoCurrency: 'USDT',
        network: 'ETH',
        alpha2: 'US',
        address: ADDRESS.toLowerCase(),
      },
    },
    ...asked,
  });
}
