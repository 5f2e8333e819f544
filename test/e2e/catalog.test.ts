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

async function answerWith(endpoint: 'quote' | 'list', data: unknown): Promise<void> {
  const body = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data, traceId: 't-1' };
  await world.sandbox.fault({ endpoint, act: 'status', code: 200, body, times: 0 });
}

const quotes = (given: object = {}) => world.service.post('/v1/quotes', { ...wish, ...given });

describe('quotes', () => {
  it('SELL is refused here where the pair cannot be sold, or not so little of it', async () => {
    const sell = (given: object) => quotes({ side: 'SELL', ...given });
    expect(expectProblem(await sell({ amount: '0.5' }), 422, 'amount_out_of_range')).toMatchObject({ min: '30' });
    expectProblem(await sell({ crypto: 'BTC', network: 'BTC', amount: '1' }), 422, 'crypto_not_available');
    expect(await world.sandbox.calls('quote', mark)).toEqual([]);
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
    const torn = { network: 'TRX', address: 'TNMcQVGPzqH9ZfMCSY4PNrukevtDg' };
    expectProblem(await service.checkout(checkoutBody(torn)), 422, 'address_invalid');
    expect(await world.sandbox.calls('create', mark)).toHaveLength(2);
  });
});
