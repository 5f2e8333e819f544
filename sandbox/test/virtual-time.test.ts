import { describe, expect, it } from 'vitest';
import type { Merchant } from './support/merchant.js';
import { startMerchant } from './support/merchant.js';
import { startShop } from './support/shop.js';
import { waitFor } from './support/wait-for.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const leap = (merchant: Merchant, offsetMs: number): Promise<unknown> =>
  merchant.control('POST', '/clock', { offsetMs, stamps: 'machine' });
const historyOf = async (merchant: Merchant) => (await merchant.orders('A-1001'))[0]?.history ?? [];
const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('automatic moves', () => {
  it('a jump ahead makes all moves that are due, with their own dates and callbacks', async () => {
    const merchant = await startMerchant({ paceMs: HOUR });
    const shop = await startShop();
    await merchant.create({ callbackUrl: shop.url });
    await merchant.control('POST', '/orders/A-1001/pay');
    await leap(merchant, HOUR + 1000);
    await waitFor(async () => {
      expect((await historyOf(merchant)).at(-1)?.status).toBe('TRANSFER');
    });
    await leap(merchant, 3 * DAY);
    const deliveries = await shop.received(2);
    expect(deliveries.map(({ body }) => body['status'])).toEqual(['PAY_SUCCESS', 'FINISHED']);
    const [, paid, sent, finished] = (await historyOf(merchant)).map(({ at }) => Date.parse(at));
    expect([sent! - paid!, finished! - paid!]).toEqual([HOUR, 2 * HOUR]);
  });

  it('a status forced after a jump ends the automatic moves', async () => {
    const merchant = await startMerchant({ paceMs: HOUR });
    await merchant.create();
    await merchant.control('POST', '/orders/A-1001/pay');
    await merchant.control('POST', '/orders/A-1001/status', { status: 'REFUNDED' });
    await leap(merchant, DAY);
    await rest(40);
    expect((await historyOf(merchant)).at(-1)?.status).toBe('REFUNDED');
  });
});

describe('clock that checks timestamps', () => {
  it('is the machine’s when switched, until switched back or reset', async () => {
    const merchant = await startMerchant();
    const code = async (): Promise<unknown> => (await merchant.list()).returnCode;
    const { body } = await merchant.control('POST', '/clock', { offsetMs: 3 * DAY, stamps: 'machine' });
    expect(body).toMatchObject({ offsetMs: 3 * DAY, stamps: 'machine' });
    expect(await code()).toBe('0000');
    await merchant.control('POST', '/clock', { offsetMs: 4 * DAY });
    expect(await code()).toBe('0000');
    expect((await merchant.list({}, { now: Date.now() + 4 * DAY })).returnCode).toBe('3103');
    expect((await merchant.control('POST', '/clock', { stamps: 'virtual' })).body).toMatchObject({
      offsetMs: 4 * DAY,
    });
    expect(await code()).toBe('3103');
    await leap(merchant, DAY);
    await merchant.control('POST', '/reset');
    await merchant.control('POST', '/clock', { offsetMs: DAY });
    expect(await code()).toBe('3103');
  });
});

describe('delayed answers', () => {
  const inTheLedger = (merchant: Merchant) => expect.poll(() => merchant.ledger());

  it('wait on the machine’s clock and are dated when sent', async () => {
    const merchant = await startMerchant();
    await merchant.control('POST', '/faults', { endpoint: 'create', act: 'delay-after', ms: 2000 });
    const began = performance.now();
    const answer = merchant.create();
    await expect.poll(() => merchant.orders()).toHaveLength(1);
    await leap(merchant, DAY);
    const { returnCode, headers } = await answer;
    expect(performance.now() - began).toBeGreaterThanOrEqual(1995);
    expect(returnCode).toBe('0000');
    expect(Date.parse(headers.get('date') ?? '') - Date.now()).toBeGreaterThan(DAY - 60_000);
    expect(Date.parse((await historyOf(merchant))[0]?.at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it.each(['delay', 'delay-after'])('%s: a reset cuts them off, and the provider stays empty', async (act) => {
    const merchant = await startMerchant();
    await merchant.control('POST', '/faults', { endpoint: 'create', act, ms: 1000 });
    const failure = merchant.create().catch((error: unknown) => error);
    await inTheLedger(merchant).toHaveLength(1);
    const began = performance.now();
    await merchant.control('POST', '/reset');
    expect(await failure).toBeInstanceOf(Error);
    expect(performance.now() - began).toBeLessThan(990);
    await rest(1100);
    expect(await merchant.orders()).toEqual([]);
    expect((await merchant.create()).returnCode).toBe('0000');
  });
});
