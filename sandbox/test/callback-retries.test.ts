import { expect, it } from 'vitest';
import { rightSignatures } from './support/callback-signatures.js';
import { startMerchant } from './support/merchant.js';
import type { Merchant } from './support/merchant.js';
import { startShop } from './support/shop.js';
import { waitFor } from './support/wait-for.js';

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const attemptsOf = async (merchant: Merchant): Promise<unknown[]> =>
  (await merchant.ledger('?kind=callback')).map(({ attempt, outcome }) => [attempt, outcome]);

const waiting = (merchant: Merchant, count: number): Promise<void> =>
  waitFor(async () => {
    expect((await merchant.summary()).callbacks['waiting']).toBe(count);
  });

async function announced(
  retries: readonly number[],
  reply: { status: number; text: string; closed?: boolean; silent?: boolean },
) {
  const merchant = await startMerchant();
  const shop = await startShop(reply);
  expect((await merchant.control('POST', '/callbacks', { retries })).body).toEqual({ enabled: true, retries });
  if (reply.closed === true) await shop.stop();
  await merchant.create({ callbackUrl: shop.url });
  await merchant.control('POST', '/orders/A-1001/fail');
  return { merchant, shop };
}

it.each([500, 202])('after %i it is repeated after each pause of the schedule', async (status) => {
  const { merchant, shop } = await announced([30, 60], { status, text: 'no' });
  const deliveries = await shop.received(3);
  await rest(80);
  expect(shop.deliveries).toHaveLength(3);
  expect(new Set(deliveries.map(({ body }) => body['status']))).toEqual(new Set(['PAY_FAIL']));
  for (const delivery of deliveries) expect(delivery.body).toMatchObject(rightSignatures(delivery, 'sandbox-secret'));
  const moments = deliveries.map(({ headers }) => Number(headers['timestamp']));
  expect(moments[1]! - moments[0]!).toBeGreaterThanOrEqual(29);
  expect(moments[2]! - moments[1]!).toBeGreaterThanOrEqual(59);
  await waitFor(async () => {
    expect(await attemptsOf(merchant)).toEqual([
      [1, 'answered'],
      [2, 'answered'],
      [3, 'answered'],
    ]);
  });
});

it('200 ends the retries', async () => {
  const { merchant, shop } = await announced([1], { status: 200, text: 'success' });
  await shop.received(1);
  await rest(50);
  expect(await attemptsOf(merchant)).toEqual([[1, 'answered']]);
});

it("a retry sends the status of the first attempt, not the order's current one", async () => {
  const { merchant, shop } = await announced([300_000], { status: 500, text: '' });
  await waiting(merchant, 1);
  await merchant.control('POST', '/orders/A-1001/pay');
  await shop.received(2);
  await merchant.control('POST', '/clock', { offsetMs: 300_000 });
  const statuses = (await shop.received(4)).map(({ body }) => `${String(body['status'])}: ${String(body['message'])}`);
  expect(statuses.sort()).toEqual([
    'PAY_FAIL: Payment declined',
    'PAY_FAIL: Payment declined',
    'PAY_SUCCESS: SUCCESS',
    'PAY_SUCCESS: SUCCESS',
  ]);
});

it('retries follow the virtual clock: a jump past the schedule sends them', async () => {
  const { merchant, shop } = await announced([300_000, 900_000], { status: 500, text: '' });
  for (const [count, offsetMs] of [
    [2, 300_000],
    [3, 1_300_000],
  ] as const) {
    await waiting(merchant, 1);
    await merchant.control('POST', '/clock', { offsetMs });
    await shop.received(count);
  }
  await waitFor(async () => {
    expect((await merchant.summary()).callbacks).toMatchObject({ waiting: 0, retries: 2, sent: 3, answered: 3 });
  });
});

it.each([
  ['while callbacks are off', '/callbacks', { enabled: false }],
  ['after a reset', '/reset', {}],
])('a scheduled retry is not sent %s', async (_when, path, body) => {
  const { merchant, shop } = await announced([300_000], { status: 500, text: '' });
  await waiting(merchant, 1);
  await merchant.control('POST', path, body);
  await merchant.control('POST', '/clock', { offsetMs: 300_000 });
  await rest(60);
  expect(shop.deliveries).toHaveLength(1);
  await waiting(merchant, 0);
});
