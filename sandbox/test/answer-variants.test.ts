import { describe, expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';

type Rec = Record<string, unknown>;

it.each([
  ['buyAnswer', 'BUY', 'A-1001', 'S-1'],
  ['sellAnswer', 'SELL', 'S-1', 'A-1001'],
] as const)('%s: bare sends the %s record without envelope; errors and the other side keep it', async (...row) => {
  const [name, side, number, other] = row;
  const merchant = await startMerchant({ [name]: 'bare' });
  await merchant.create();
  await merchant.control('POST', '/sell-orders', { merchantOrderNo: 'S-1' });
  const bare = JSON.parse((await merchant.query({ merchantOrderNo: number, side })).text) as Rec;
  expect(bare).toMatchObject({ appId: 'sandbox-app', orderNo: expect.stringMatching(/^\d{19}$/) as string });
  expect(bare).not.toHaveProperty('returnCode');
  const otherSide = side === 'BUY' ? 'SELL' : 'BUY';
  expect(await merchant.query({ merchantOrderNo: other, side: otherSide })).toMatchObject({ returnCode: '0000' });
  expect(await merchant.query({ merchantOrderNo: 'nobody', side })).toMatchObject({ returnCode: '0000', data: null });
  expect(await merchant.query({ side })).toMatchObject({ returnCode: '1001' });

  await merchant.control('POST', '/faults', { endpoint: 'query', act: 'mutate', data: { address: 'changed' } });
  const mutated = JSON.parse((await merchant.query({ merchantOrderNo: number, side })).text) as Rec;
  expect(mutated).toEqual({ ...bare, address: 'changed' });
});

describe('rate limit', () => {
  it('answers calls above it with 429 without envelope or effect', async () => {
    const merchant = await startMerchant({ rateLimit: 3 });
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => merchant.create({ merchantOrderNo: `A-${n}` })),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.text).toBe('Too many requests');
    expect(await merchant.orders()).toHaveLength(answers.length - refused.length);
    expect(answers.filter(({ returnCode }) => returnCode === '0000')).toHaveLength(answers.length - refused.length);
  });
});

describe('repeated merchantOrderNo', () => {
  it('makes a second order by default', async () => {
    const merchant = await startMerchant();
    const [first, second] = [await merchant.create(), await merchant.create()];
    expect([first.returnCode, second.returnCode]).toEqual(['0000', '0000']);
    expect(await merchant.orders('A-1001')).toHaveLength(2);
  });

  it('is refused with the configured code, without effect', async () => {
    const merchant = await startMerchant({ repeatedNumber: 'refused', repeatedNumberCode: '3111' });
    await merchant.create();
    expect(await merchant.create({ amount: '50.00' })).toMatchObject({ returnCode: '3111', data: null });
    expect(await merchant.orders()).toHaveLength(1);
    expect((await merchant.create({ merchantOrderNo: 'A-1002' })).returnCode).toBe('0000');
    // Without a number there is no repeat.
    const nameless = [await merchant.create({ merchantOrderNo: '' }), await merchant.create({ merchantOrderNo: '' })];
    expect(nameless.map(({ returnCode }) => returnCode)).toEqual(['0000', '0000']);
  });

  it('returns the same order if configured', async () => {
    const merchant = await startMerchant({ repeatedNumber: 'same-order' });
    const [first, second] = [await merchant.create(), await merchant.create({ amount: '50.00' })];
    expect(second.data).toEqual(first.data);
    expect(await merchant.orders()).toHaveLength(1);
    const [entry] = await merchant.ledger('?endpoint=create&since=1');
    expect(entry).toMatchObject({ orderNo: (first.data as Rec)['orderNo'] });
  });
});
