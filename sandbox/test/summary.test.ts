import { describe, expect, it } from 'vitest';
import { Ledger } from '#sandbox/ledger/ledger.js';
import type { Call } from '#sandbox/wire/call.js';
import { helpText } from '#sandbox/settings/help.js';
import { startMerchant } from './support/merchant.js';
import { startShop } from './support/shop.js';

describe('filters of the ledger', () => {
  it('select by endpoint, kind, number and limit', async () => {
    const merchant = await startMerchant();
    const shop = await startShop();
    await merchant.create({ callbackUrl: shop.url });
    await merchant.query({ merchantOrderNo: 'A-1001' });
    await merchant.control('POST', '/orders/A-1001/fail');
    await merchant.create({ merchantOrderNo: 'B' });
    await merchant.query({ merchantOrderNo: 'B' });
    const seqs = async (filter: string): Promise<unknown> => (await merchant.ledger(filter)).map(({ seq }) => seq);
    expect(await seqs('')).toEqual([1, 2, 3, 4, 5]);
    expect(await seqs('?endpoint=create')).toEqual([1, 4]);
    expect(await seqs('?kind=callback')).toEqual([3]);
    expect(await seqs('?kind=call&merchantOrderNo=A-1001')).toEqual([1, 2]);
    expect(await seqs('?endpoint=query&since=2')).toEqual([5]);
    expect(await seqs('?limit=2')).toEqual([1, 2]);
    expect(await seqs('?limit=2&since=2&kind=call')).toEqual([4, 5]);
    expect((await merchant.control('GET', '/ledger?limit=0')).body).toEqual({ entries: [], lastSeq: 5 });
  });

  it.each(['?endpoint=pay', '?kind=letter', '?limit=-1', '?limit=many', '?since=yesterday', '?kind=call&kind=call'])(
    'refuses %s',
    async (filter) => {
      const merchant = await startMerchant();
      expect((await merchant.control('GET', `/ledger${filter}`)).status).toBe(400);
    },
  );
});

describe('summary', () => {
  it('is empty at the start and after a reset', async () => {
    const merchant = await startMerchant();
    const empty = await merchant.summary();
    expect(empty).toMatchObject({ orders: 0, paidOrders: 0, doubleCreates: [], calls: {}, faults: {} });
    expect(new Set(Object.values(empty.callbacks))).toEqual(new Set([0]));
    await merchant.create();
    expect(await merchant.summary()).not.toEqual(empty);
    await merchant.control('POST', '/reset');
    expect(await merchant.summary()).toEqual(empty);
  });

  it('counts orders and names repeated numbers', async () => {
    const merchant = await startMerchant();
    for (const merchantOrderNo of ['A', 'B', 'A', 'C', 'A', 'B']) await merchant.create({ merchantOrderNo });
    await merchant.create({ merchantOrderNo: '' });
    await merchant.create({ merchantOrderNo: '' });
    await merchant.control('POST', '/orders/A/pay');
    await merchant.control('POST', '/orders/B/fail');
    await merchant.control('POST', '/orders/C/status', { status: 'FINISHED' });
    expect(await merchant.summary()).toMatchObject({ orders: 8, paidOrders: 2, doubleCreates: ['A', 'B'] });
  });

  it('counts calls by endpoint, outcome and returnCode, and faults', async () => {
    const merchant = await startMerchant();
    await merchant.create();
    await merchant.create({ amount: '1.00' });
    await merchant.control('POST', '/faults', [
      { endpoint: 'create', act: 'reset-after' },
      { endpoint: 'query', act: 'status', code: 503, times: 2 },
    ]);
    await merchant.create().catch(() => undefined);
    for (let call = 0; call < 3; call += 1) await merchant.query({ merchantOrderNo: 'A-1001' });
    await merchant.send('GET', '/open/api/nothing', {});
    const { calls, faults } = await merchant.summary();
    expect(calls).toEqual({
      create: { answered: { '0000': 1, '3102': 1 }, broken: { none: 1 } },
      query: { answered: { '0000': 1, none: 2 } },
      unknown: { answered: { '3107': 1 } },
    });
    expect(faults).toEqual({ create: { 'reset-after': 1 }, query: { status: 2 } });
  });

  it('counts callbacks', async () => {
    const merchant = await startMerchant();
    const shop = await startShop();
    const gone = await startShop();
    gone.stop();
    const fail = async (merchantOrderNo: string, callbackUrl: string, callbacks: object): Promise<void> => {
      await merchant.control('POST', '/chaos', { seed: 1, callbacks });
      await merchant.create({ merchantOrderNo, callbackUrl });
      await merchant.control('POST', `/orders/${merchantOrderNo}/fail`);
    };
    await fail('A', shop.url, {});
    await fail('B', shop.url, { drop: 1 });
    await fail('C', shop.url, { forge: 1, duplicate: 1 });
    await fail('D', shop.url, { delay: 1, delayMs: 1 });
    await fail('E', shop.url, { delay: 1, delayMs: 3_600_000 });
    await fail('F', gone.url, {});
    await expect
      .poll(async () => (await merchant.summary()).callbacks)
      .toEqual({
        ...{
          sent: 6,
          answered: 5,
          failed: 1,
          dropped: 1,
          forged: 1,
          duplicates: 1,
          delayed: 1,
          retries: 0,
          waiting: 1,
        },
      });
  });
});

it('the ledger drops old entries and keeps their counts', () => {
  const ledger = new Ledger();
  const call: Call = {
    ...{ method: 'GET', path: '/', headers: {}, query: new Map<string, string>(), rawBody: '' },
    ...{ body: null, malformed: null },
  };
  for (let index = 0; index < 250_000; index += 1) ledger.recordCall('query', call, '').outcome = 'answered';
  const all = ledger.read({ kind: null, endpoint: null, merchantOrderNo: null, since: 0, limit: Infinity });
  expect(all.length).toBeGreaterThanOrEqual(100_000);
  expect(all.length).toBeLessThanOrEqual(110_000);
  expect([all.at(-1)?.seq, all[0]?.seq]).toEqual([250_000, 250_001 - all.length]);
  expect(ledger.tally().calls).toEqual({ query: { answered: { none: 250_000 } } });
  // Reading does not count entries again.
  expect(ledger.tally().calls).toEqual({ query: { answered: { none: 250_000 } } });
});

it.each(['chaos', 'summary', 'vanish', 'unvanish', '"retries"', '"stamps"', 'not-found-404', 'unknownOrderCode'])(
  'the help mentions %s',
  (word) => {
    expect(helpText()).toContain(word);
  },
);
