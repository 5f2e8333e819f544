import { describe, expect, it } from 'vitest';
import type { Merchant } from './support/merchant.js';
import { startMerchant } from './support/merchant.js';

async function merchantWith(fault: Record<string, unknown>): Promise<Merchant> {
  const merchant = await startMerchant();
  const { status } = await merchant.control('POST', '/faults', [{ endpoint: 'create', ...fault }]);
  expect(status).toBe(201);
  return merchant;
}

/** The client error for an incomplete answer. */
async function brokenCreate(merchant: Merchant, patienceMs?: number): Promise<string> {
  const error: unknown = await merchant
    .create({}, patienceMs === undefined ? {} : { patienceMs })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(Error);
  const { cause, name } = error as Error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : name;
}

/** Wall clock, milliseconds. */
async function madeAt(merchant: Merchant): Promise<number> {
  const [order, second] = await merchant.orders();
  expect(second).toBeUndefined();
  return Date.parse(order!.history[0]!.at);
}

async function lastCall(merchant: Merchant): Promise<Record<string, unknown> | undefined> {
  return (await merchant.ledger()).at(-1);
}

describe('faults before acting', () => {
  it('hang never answers', async () => {
    const merchant = await merchantWith({ act: 'hang' });
    expect(await brokenCreate(merchant, 1500)).toBe('TimeoutError');
    expect(await lastCall(merchant)).toMatchObject({
      fault: 'hang',
      acted: false,
      outcome: 'silence',
      httpStatus: null,
    });
    expect(await merchant.orders()).toEqual([]);
  });

  it('reset-before breaks the connection', async () => {
    const merchant = await merchantWith({ act: 'reset-before' });
    expect(await brokenCreate(merchant)).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    expect(await lastCall(merchant)).toMatchObject({ fault: 'reset-before', acted: false, outcome: 'broken' });
    expect(await merchant.orders()).toEqual([]);
  });

  it.each([
    [{ act: 'status', code: 503 }, 503, '', 'text/html'],
    [{ act: 'status', code: 502, body: '<h1>Bad gateway</h1>' }, 502, '<h1>Bad gateway</h1>', 'text/html'],
    [{ act: 'status', code: 429, body: { error: 'slow down' } }, 429, '{"error":"slow down"}', 'application/json'],
  ])('%o', async (fault, status, text, type) => {
    const merchant = await merchantWith(fault);
    const answer = await merchant.create();
    expect(answer).toMatchObject({ status, text });
    expect(answer.headers.get('content-type')).toContain(type);
    expect(await lastCall(merchant)).toMatchObject({ acted: false, outcome: 'answered', httpStatus: status });
    expect(await merchant.orders()).toEqual([]);
  });

  it.each([
    [{}, 200],
    [{ http: 403 }, 403],
  ])('answer refuses with any code %o', async (extra, status) => {
    const merchant = await merchantWith({ act: 'answer', returnCode: '4711', returnMsg: 'Because', ...extra });
    const answer = await merchant.create();
    expect(answer).toMatchObject({ status, returnCode: '4711', returnMsg: 'Because', data: null });
    expect(answer.envelope).toMatchObject({ success: false, extend: '' });
    expect(await lastCall(merchant)).toMatchObject({ acted: false, returnCode: '4711', httpStatus: status });
    expect(await merchant.orders()).toEqual([]);
  });
});

describe('faults after acting', () => {
  async function expectOneOrder(merchant: Merchant, act: string, outcome: string): Promise<void> {
    const [order] = await merchant.orders('A-1001');
    expect(await lastCall(merchant)).toMatchObject({ fault: act, acted: true, outcome, orderNo: order?.orderNo });
    expect(await merchant.orders()).toHaveLength(1);
  }

  it('reset-after loses the answer', async () => {
    const merchant = await merchantWith({ act: 'reset-after' });
    expect(await brokenCreate(merchant)).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    await expectOneOrder(merchant, 'reset-after', 'broken');
  });

  it('reset-during breaks the connection halfway', async () => {
    const merchant = await merchantWith({ act: 'reset-during' });
    expect(await brokenCreate(merchant)).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
    await expectOneOrder(merchant, 'reset-during', 'broken');
  });

  it('hang-after never answers', async () => {
    const merchant = await merchantWith({ act: 'hang-after' });
    expect(await brokenCreate(merchant, 1500)).toBe('TimeoutError');
    await expectOneOrder(merchant, 'hang-after', 'silence');
  });

  it('delay-after answers late, and the order exists at once', async () => {
    const merchant = await merchantWith({ act: 'delay-after', ms: 1000 });
    expect((await merchant.create()).returnCode).toBe('0000');
    const answeredAt = Date.now();
    expect(answeredAt - (await madeAt(merchant))).toBeGreaterThanOrEqual(995);
  });

  it('status-after answers 5xx', async () => {
    const merchant = await merchantWith({ act: 'status-after', code: 504, body: 'late' });
    expect(await merchant.create()).toMatchObject({ status: 504, text: 'late' });
    await expectOneOrder(merchant, 'status-after', 'answered');
  });

  it('cut sends half of the JSON', async () => {
    const merchant = await merchantWith({ act: 'cut' });
    const { status, text } = await merchant.create();
    expect(status).toBe(200);
    expect(text).toMatch(/^\{"success":true/);
    expect(() => JSON.parse(text) as unknown).toThrow();
    await expectOneOrder(merchant, 'cut', 'answered');
  });
});

it.each(['delay', 'cut'])('%s waits before it acts', async (act) => {
  const merchant = await merchantWith({ act, ms: 1000 });
  const began = Date.now();
  expect((await merchant.create()).status).toBe(200);
  expect((await madeAt(merchant)) - began).toBeGreaterThanOrEqual(995);
});

describe('calls struck by a fault', () => {
  it('one by default, then the rule is used up', async () => {
    const merchant = await merchantWith({ act: 'status', code: 500 });
    expect((await merchant.create()).status).toBe(500);
    expect((await merchant.create()).status).toBe(200);
    expect((await merchant.control('GET', '/faults')).body).toEqual({ faults: [] });
  });

  it('only those of the named number, even if a query names only the provider’s', async () => {
    const merchant = await startMerchant();
    const { orderNo } = (await merchant.create({ merchantOrderNo: 'B' })).data as { orderNo: string };
    await merchant.control('POST', '/faults', {
      endpoint: 'query',
      merchantOrderNo: 'B',
      times: 0,
      act: 'status',
      code: 500,
    });
    expect((await merchant.query({ merchantOrderNo: 'A' })).status).toBe(200);
    expect((await merchant.query({ merchantOrderNo: 'B' })).status).toBe(500);
    expect((await merchant.query({ orderNo })).status).toBe(500);
  });
});
