import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkoutBody, expectProblem } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({ FIAT_DECIMALS: 'HUF=0' }, { sandbox: { SANDBOX_FIAT_DECIMALS: 'HUF=0' }, document: true });
let mark: number;
beforeEach(async () => {
  mark = await world.sandbox.mark();
});
afterEach(() => world.sandbox.control('DELETE', '/faults'));

type Quoted = Readonly<Record<string, string | null>>;

const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };
const record = {
  cryptoPrice: '1',
  rampFee: '1',
  networkFee: '1.5',
  cryptoNetworkFee: '1.5',
  fiat: 'USD',
  crypto: 'USDT',
};

async function answerWith(endpoint: 'quote' | 'list', data: unknown): Promise<void> {
  const body = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data, traceId: 't-1' };
  await world.sandbox.fault({ endpoint, act: 'status', code: 200, body, times: 0 });
}

const quotes = (given: object = {}) => world.service.post('/v1/quotes', { ...wish, ...given });

describe('quotes', () => {
  it('ONE is a list with one, in the provider’s digits', async () => {
    const { status, body } = await quotes({ payWayCode: '10002' });
    const [call] = await world.sandbox.calls('quote', mark);
    expect([status, call!.body]).toEqual([200, { ...wish, amount: '100.00', payWayCode: '10002', type: 'ONE' }]);
    expect(body).toEqual({
      items: [
        {
          ...{ fiat: 'USD', crypto: 'USDT', payWayCode: '10002', cryptoPrice: '1', cryptoQuantity: '97.5' },
          ...{ fiatQuantity: null, rampFee: '1.00', rampFeeInUSD: '1.00', networkFee: '1.50', cryptoNetworkFee: '1.5' },
          ...{ rebateFiatAmount: '0', rebateUsdAmount: '0' },
        },
      ],
      failures: [],
    });
  });

  it('ALL is a list of all, and what failed beside it', async () => {
    await answerWith('quote', [
      { ...record, payWayCode: 'less', cryptoQuantity: '9.99999999' },
      {
        payWayCode: 'small',
        success: false,
        returnCode: '3102',
        returnMsg: 'The Min purchase amount is 500',
        data: null,
      },
      { ...record, payWayCode: 'empty', cryptoQuantity: null },
      'out of order',
      { payWayCode: 'off', returnCode: '3101', returnMsg: 'Please contact with our team to configure crypto' },
      { ...record, payWayCode: 'more', cryptoQuantity: '10' },
      { ...record, payWayCode: 'euros', cryptoQuantity: '99', fiat: 'EUR' },
    ]);
    const { status, body, text } = await quotes({ type: 'ALL' });
    expect(status).toBe(200);
    expect((body['items'] as Quoted[]).map(({ payWayCode }) => payWayCode)).toEqual(['more', 'less']);
    const nonsense = 'The payment provider sent an invalid response.';
    expect(body['failures']).toEqual([
      { payWayCode: 'small', code: 'amount_out_of_range', message: 'The amount must be at least 500 USD.' },
      { payWayCode: 'empty', code: 'ramp_protocol', message: nonsense },
      { payWayCode: null, code: 'ramp_protocol', message: nonsense },
      {
        payWayCode: 'off',
        code: 'crypto_not_available',
        message: 'This cryptocurrency is not available for this currency and network.',
      },
      { payWayCode: 'euros', code: 'ramp_protocol', message: nonsense },
    ]);
    expect(text).not.toContain('contact');
  });

  it('SELL sends every decimal of the crypto, and has no quantity of crypto', async () => {
    const { status, body } = await quotes({ side: 'SELL', amount: '100.123456', payWayCode: '10001', type: 'ALL' });
    const [call] = await world.sandbox.calls('quote', mark);
    expect([status, call!.body]).toEqual([200, { ...wish, side: 'SELL', amount: '100.123456' }]);
    expect(body).toMatchObject({
      items: [{ fiatQuantity: '100.12', cryptoQuantity: null, networkFee: null, payWayCode: null, cryptoPrice: '1' }],
      failures: [],
    });
  });

  it('SELL is refused here where the pair cannot be sold, or not so little of it', async () => {
    const sell = (given: object) => quotes({ side: 'SELL', ...given });
    expect(expectProblem(await sell({ amount: '0.5' }), 422, 'amount_out_of_range')).toMatchObject({ min: '30' });
    expectProblem(await sell({ crypto: 'BTC', network: 'BTC', amount: '1' }), 422, 'crypto_not_available');
    expect(await world.sandbox.calls('quote', mark)).toEqual([]);
  });

  it('and purchases have whole forints where FIAT_DECIMALS says so', async () => {
    const huf = { fiat: 'HUF', country: 'HU' };
    expect((await quotes({ ...huf, amount: '20000' })).status).toBe(200);
    const bought = await world.service.checkout(checkoutBody({ ...huf, amount: '20000' }));
    expect([bought.status, bought.body['amount']]).toEqual([201, '20000']);
    const asked = [...(await world.sandbox.calls('quote', mark)), ...(await world.sandbox.calls('create', mark))];
    expect(asked.map(({ body }) => body!['amount'])).toEqual(['20000', '20000']);
    expectProblem(await quotes({ ...huf, amount: '20000.5' }), 422, 'amount_precision');
    expectProblem(await world.service.checkout(checkoutBody({ ...huf, amount: '20000.00' })), 422, 'amount_precision');
  });

  it('have every digit of a JSON number, whatever the answer calls itself', async () => {
    const data = '{"cryptoQuantity":97.500000000000000000000000000001,"cryptoPrice":1.010}';
    const body = `{"success":true,"returnCode":"0000","returnMsg":"SUCCESS","extend":"","data":${data}}`;
    await world.sandbox.fault({ endpoint: 'quote', act: 'status', code: 200, body });
    const { text } = await quotes();
    expect(text).toContain('"cryptoPrice":"1.010","cryptoQuantity":"97.500000000000000000000000000001"');
  });

  it('do not believe a record that was tampered with', async () => {
    for (const data of [
      { cryptoQuantity: '-5' },
      { fiat: 'EUR' },
      { cryptoQuantity: 'many' },
      { payWayCode: '10002' },
    ]) {
      await world.sandbox.fault({ endpoint: 'quote', act: 'mutate', data });
      expectProblem(await quotes({ payWayCode: '10001' }), 502, 'ramp_protocol');
    }
  });
});

describe('the crypto list', () => {
  it('leaves out what cannot be read, tells it, and says what a memo is called', async () => {
    const entry = { crypto: 'XRP', network: 'XRP', buyEnable: 1, sellEnable: 0, minPurchaseAmount: 15, address: null };
    await answerWith('list', [
      entry,
      'XRP',
      { ...entry, crypto: null },
      { ...entry, minPurchaseAmount: 1 },
      { ...entry, network: 'BNB', minPurchaseAmount: 20, maxPurchaseAmount: 10, sellEnable: 1 },
    ]);
    const { body } = await world.service.get('/v1/cryptos?fiat=SEK');
    expect(body['items']).toMatchObject([
      { network: 'XRP', minBuyAmount: '15', maxBuyAmount: null, memoRequired: false, memoLabel: 'tag' },
      { network: 'BNB', minBuyAmount: null, maxBuyAmount: null, memoRequired: true, memoLabel: 'memo' },
    ]);
    const sold = await world.service.get('/v1/cryptos?fiat=SEK&side=SELL');
    expect((sold.body['items'] as Quoted[]).map(({ network }) => network)).toEqual(['BNB']);
    const odd = 'ramp_checkout_crypto_list_odd_entries_total';
    const text = await world.service.metrics();
    for (const [kind, count] of Object.entries({ unreadable: 2, duplicate: 1, limits: 1 })) {
      expect(text).toContain(`${odd}{kind="${kind}"} ${count}`);
    }
  });
});

describe('where crypto goes', () => {
  it('a memo may have blanks inside, and an empty one is none', async () => {
    const beacon = { crypto: 'BNB', network: 'BNB', address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2' };
    const order = await world.service.order(checkoutBody({ ...beacon, memo: 'to John Smith' }));
    const [create] = await world.sandbox.creates(order.merchantOrderNo);
    expect([order['memo'], create!.body!['memo']]).toEqual(['to John Smith', 'to John Smith']);
    expectProblem(await world.service.checkout(checkoutBody({ ...beacon, memo: '' })), 422, 'memo_required');
    expectProblem(await world.service.checkout(checkoutBody({ ...beacon, memo: ' 7' })), 400, 'invalid_request');
    expect((await world.service.order(checkoutBody({ memo: '' })))['memo']).toBeNull();
  });

  it('a memo that cannot be one of the network is an invalid request that names it', async () => {
    const xrp = { crypto: 'XRP', network: 'XRP', address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59' };
    const inside = { ...xrp, address: 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu' };
    for (const [given, message] of [
      [{ ...xrp, memo: 'my-name' }, 'must be a whole number up to 4294967295'],
      [{ ...inside, memo: '1' }, 'must be left out: this address contains it'],
    ] as const) {
      const problem = expectProblem(await world.service.checkout(checkoutBody(given)), 400, 'invalid_request');
      expect(problem['errors']).toEqual([{ field: 'memo', message }]);
    }
    expect(await world.sandbox.calls('create', mark)).toEqual([]);
  });

  it('is decided by the operator where the table is wrong for this provider', async () => {
    const settings = { RAMP_MEMO_REQUIRED: 'XRP', RAMP_NETWORK_FAMILIES: 'TRX=none,BSC=none' };
    const { service } = await world.another(settings);
    const xrp = { crypto: 'XRP', network: 'XRP', address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59' };
    expectProblem(await service.checkout(checkoutBody(xrp)), 422, 'memo_required');
    const beacon = { crypto: 'BNB', network: 'BNB', address: 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2' };
    expectProblem(await service.checkout(checkoutBody(beacon)), 422, 'ramp_refused');
    // The provider's own check refused it.
    const torn = { network: 'TRX', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL' };
    expectProblem(await service.checkout(checkoutBody(torn)), 422, 'address_invalid');
    expect(await world.sandbox.calls('create', mark)).toHaveLength(2);
  });
});
