import { performance } from 'node:perf_hooks';
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

it('omits the traceId everywhere', async () => {
  const merchant = await startMerchant();
  await merchant.control('POST', '/faults', [
    { endpoint: 'quote', act: 'answer', returnCode: '1', returnMsg: 'x', times: 0 },
  ]);
  const answers = async () => [await merchant.list(), await merchant.list({ fiat: 'XTS' }), await merchant.quote()];
  for (const { envelope } of await answers()) expect(envelope['traceId']).toMatch(/^[0-9a-f]{32}$/);
  await merchant.control('POST', '/behaviour', { traceId: false });
  for (const { envelope } of await answers()) {
    expect(Object.keys(envelope).sort()).toEqual(['data', 'extend', 'returnCode', 'returnMsg', 'success']);
  }
});

describe('Date header', () => {
  it('may be absent', async () => {
    const merchant = await startMerchant({ dateHeader: false });
    expect((await merchant.list()).headers.get('date')).toBeNull();
  });

  it('may be ahead of or behind the clock that checks timestamps', async () => {
    const merchant = await startMerchant();
    for (const dateSkewMs of [0, 600_000, -600_000]) {
      await merchant.control('POST', '/behaviour', { dateSkewMs });
      const { headers, returnCode } = await merchant.list();
      expect(returnCode).toBe('0000');
      expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - dateSkewMs)).toBeLessThan(60_000);
    }
  });
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

  it('may be a refusal with a code and another status', async () => {
    const merchant = await startMerchant({ rateLimit: 1, rateLimitCode: '9429', rateLimitHttpStatus: 200 });
    const answers = await Promise.all([merchant.list(), merchant.list(), merchant.list()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ returnCode }) => returnCode)).toContain('9429');
  });

  it('counts only admitted calls, so that waiting callers get through', async () => {
    const merchant = await startMerchant({ rateLimit: 1 });
    await expect.poll(async () => (await merchant.list()).status, { interval: 300 }).toBe(200);
    await expect.poll(async () => (await merchant.list()).status, { interval: 300 }).toBe(200);
  });
});

it('delays each answer by the configured latency', async () => {
  const merchant = await startMerchant({ latencyMs: 300 });
  const began = performance.now();
  expect((await merchant.list()).returnCode).toBe('0000');
  expect(performance.now() - began).toBeGreaterThanOrEqual(295);
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
