import { expect, it } from 'vitest';
import { rightSignatures } from './support/callback-signatures.js';
import { startMerchant } from './support/merchant.js';
import type { Merchant } from './support/merchant.js';
import { startShop } from './support/shop.js';
import { waitFor } from './support/wait-for.js';

async function inChaos(callbacks: Record<string, number>, settings: { paceMs?: number } = {}) {
  const merchant = await startMerchant(settings);
  const shop = await startShop();
  expect((await merchant.control('POST', '/chaos', { seed: 1, callbacks })).status).toBe(201);
  await merchant.create({ callbackUrl: shop.url });
  return { merchant, shop };
}

const callbacksOf = async (merchant: Merchant) => merchant.ledger('?kind=callback');
const statusesOf = (deliveries: readonly { readonly body: Record<string, unknown> }[]) =>
  deliveries.map(({ body }) => body['status']);

it('a dropped callback is not sent, and the ledger says so', async () => {
  const { merchant, shop } = await inChaos({ drop: 1 });
  await merchant.control('POST', '/callbacks', { retries: [1] });
  await merchant.control('POST', '/orders/A-1001/fail');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(shop.deliveries).toEqual([]);
  expect(await callbacksOf(merchant)).toMatchObject([
    { outcome: 'dropped', status: 'PAY_FAIL', forged: false, httpStatus: null, attempt: 1 },
  ]);
});

it('a duplicate is the same callback at the same time', async () => {
  const { merchant, shop } = await inChaos({ duplicate: 1 });
  await merchant.control('POST', '/orders/A-1001/fail');
  const [one, two] = await shop.received(2);
  expect(one?.body).toMatchObject({ status: 'PAY_FAIL' });
  const { newSignature, ...fields } = one?.body ?? {};
  expect(two?.body).toMatchObject(fields);
  expect(newSignature).toBeDefined();
  expect((await callbacksOf(merchant)).map(({ duplicate }) => duplicate)).toEqual([false, true]);
});

it('delayed callbacks arrive after later ones and state the status of their due time', async () => {
  const merchant = await startMerchant({ paceMs: 20 });
  const shop = await startShop();
  await merchant.control('POST', '/chaos', { seed: 3, callbacks: { delay: 0.5, delayMs: 400 } });
  const orders = Array.from({ length: 12 }, (_, index) => `A-${index}`);
  for (const merchantOrderNo of orders) {
    await merchant.create({ merchantOrderNo, callbackUrl: shop.url });
    await merchant.control('POST', `/orders/${merchantOrderNo}/pay`);
  }
  const deliveries = await shop.received(24);
  const reordered = orders.filter((number) => {
    const ofOrder = deliveries.filter(({ body }) => body['merchantOrderNo'] === number);
    return statusesOf(ofOrder).join() === 'FINISHED,PAY_SUCCESS';
  });
  expect(reordered.length).toBeGreaterThan(0);
  expect(reordered.length).toBeLessThan(12);
  for (const delivery of deliveries) expect(delivery.body).toMatchObject(rightSignatures(delivery, 'sandbox-secret'));
  const late = deliveries.find(
    ({ body }) => body['merchantOrderNo'] === reordered[0] && body['status'] === 'PAY_SUCCESS',
  );
  expect(late?.body).toMatchObject({ txHash: '', txTime: '' });
  const entries = await callbacksOf(merchant);
  expect(new Set(entries.map(({ delayedMs }) => delayedMs))).toEqual(new Set([0, 400]));
});

it('a forged callback comes beside the true one, with false content and wrong signatures', async () => {
  const { merchant, shop } = await inChaos({ forge: 1 });
  await merchant.control('POST', '/orders/A-1001/pay');
  const deliveries = await shop.received(2);
  const forged = deliveries.find(({ body }) => body['status'] === 'FINISHED')!;
  const genuine = deliveries.find(({ body }) => body['status'] === 'PAY_SUCCESS')!;
  expect(genuine.body).toMatchObject(rightSignatures(genuine, 'sandbox-secret'));
  expect(forged.body['orderNo']).toBe(genuine.body['orderNo']);
  expect(forged.body['amount']).not.toBe(genuine.body['amount']);
  expect(forged.body['address']).not.toBe(genuine.body['address']);
  const right = rightSignatures(forged, 'sandbox-secret');
  expect(forged.body['signature']).not.toBe(right.signature);
  expect(forged.body['newSignature']).not.toBe(right.newSignature);
  expect(forged.path).toBe(genuine.path);
  expect((await callbacksOf(merchant)).map(({ forged: mark, status }) => [status, mark])).toEqual([
    ['FINISHED', true],
    ['PAY_SUCCESS', false],
  ]);
  expect((await merchant.query({ merchantOrderNo: 'A-1001' })).data).toMatchObject({ status: 'PAY_SUCCESS' });
});

it('the same seed does the same to the callbacks of another run', async () => {
  const run = async (seed: number): Promise<unknown[]> => {
    const merchant = await startMerchant();
    const shop = await startShop();
    await merchant.control('POST', '/chaos', { seed, callbacks: { drop: 0.5, duplicate: 0.5, forge: 0.3 } });
    for (let index = 0; index < 16; index += 1) {
      await merchant.create({ merchantOrderNo: `A-${index}`, callbackUrl: shop.url });
      await merchant.control('POST', `/orders/A-${index}/fail`);
    }
    await waitFor(async () => {
      const { callbacks } = await merchant.summary();
      expect(callbacks['answered']).toBe(callbacks['sent']);
    });
    return (await callbacksOf(merchant)).map(({ merchantOrderNo, status, outcome, forged, duplicate }) => ({
      merchantOrderNo,
      status,
      outcome,
      forged,
      duplicate,
    }));
  };
  const first = await run(5);
  expect(await run(5)).toEqual(first);
  expect(await run(6)).not.toEqual(first);
});

const PLAN = {
  seed: 7,
  faults: [
    { endpoint: 'create', act: 'status-after', code: 502, rate: 0.3 },
    { endpoint: 'query', act: 'status', code: 503, rate: 0.3 },
  ],
};

async function merchantIn(plan: unknown): Promise<Merchant> {
  const merchant = await startMerchant();
  expect((await merchant.control('POST', '/chaos', plan)).status).toBe(201);
  return merchant;
}

it('shows the current plan as posted; DELETE ends it', async () => {
  const merchant = await startMerchant();
  expect((await merchant.control('GET', '/chaos')).body).toEqual({ chaos: null });
  const { body } = await merchant.control('POST', '/chaos', { ...PLAN, callbacks: { drop: 0.5 } });
  expect(body).toMatchObject({ chaos: { ...PLAN, callbacks: { drop: 0.5, duplicate: 0, delay: 0, forge: 0 } } });
  expect((await merchant.control('GET', '/chaos')).body).toEqual(body);
  expect((await merchant.control('DELETE', '/chaos')).body).toEqual({ chaos: null });
  expect((await merchant.control('GET', '/chaos')).body).toEqual({ chaos: null });
});

it.each([
  ['DELETE', '/chaos'],
  ['POST', '/reset'],
] as const)('%s %s ends chaos', async (method, path) => {
  const merchant = await merchantIn({ seed: 1, faults: [{ endpoint: 'any', act: 'status', code: 500, rate: 1 }] });
  expect((await merchant.list()).status).toBe(500);
  await merchant.control(method, path);
  expect((await merchant.list()).status).toBe(200);
});
