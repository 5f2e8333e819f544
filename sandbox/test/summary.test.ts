import { describe, expect, it } from 'vitest';
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
});

describe('summary', () => {
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
    await gone.stop();
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
        sent: 6,
        answered: 5,
        failed: 1,
        dropped: 1,
        forged: 1,
        duplicates: 1,
        delayed: 1,
        retries: 0,
        waiting: 1,
      });
  });
});
