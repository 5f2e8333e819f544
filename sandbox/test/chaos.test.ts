import { expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';
import type { Merchant } from './support/merchant.js';

const NUMBERS = Array.from({ length: 24 }, (_, index) => `A-${index}`);
const PLAN = {
  seed: 7,
  faults: [
    { endpoint: 'create', act: 'status-after', code: 502, rate: 0.3 },
    { endpoint: 'query', act: 'status', code: 503, rate: 0.3 },
  ],
};

/** The HTTP statuses of a create and two queries per number, all numbers in parallel. */
async function statuses(merchant: Merchant, numbers: readonly string[]): Promise<Record<string, number[]>> {
  const each = numbers.map(async (merchantOrderNo): Promise<[string, number[]]> => {
    const created = await merchant.create({ merchantOrderNo });
    const { orderNo } = (await merchant.orders(merchantOrderNo))[0] ?? { orderNo: '' };
    const byOurs = await merchant.query({ merchantOrderNo });
    const byTheirs = await merchant.query({ orderNo });
    return [merchantOrderNo, [created.status, byOurs.status, byTheirs.status]];
  });
  return Object.fromEntries(await Promise.all(each));
}

async function merchantIn(plan: unknown): Promise<Merchant> {
  const merchant = await startMerchant();
  expect((await merchant.control('POST', '/chaos', plan)).status).toBe(201);
  return merchant;
}

it('the same seed strikes the same calls in another order; another seed strikes others', async () => {
  const first = await statuses(await merchantIn(PLAN), NUMBERS);
  expect(await statuses(await merchantIn(PLAN), [...NUMBERS].reverse())).toEqual(first);
  expect(await statuses(await merchantIn({ ...PLAN, seed: 8 }), NUMBERS)).not.toEqual(first);
  expect(new Set(Object.values(first).flat())).toEqual(new Set([200, 502, 503]));
});

it('a query by the provider’s number counts as the second of the same order', async () => {
  const merchant = await merchantIn({ seed: 1, faults: [{ endpoint: 'query', act: 'status', code: 503, rate: 0.5 }] });
  const other = await merchantIn({ seed: 1, faults: [{ endpoint: 'query', act: 'status', code: 503, rate: 0.5 }] });
  for (const merchantOrderNo of NUMBERS) {
    const { orderNo } = (await merchant.create({ merchantOrderNo })).data as { orderNo: string };
    const [, second] = [await merchant.query({ merchantOrderNo }), await merchant.query({ orderNo })];
    await other.create({ merchantOrderNo });
    await other.query({ merchantOrderNo });
    expect((await other.query({ merchantOrderNo })).status).toBe(second.status);
  }
});

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

it('ordered faults precede chaos and do not change its later draws', async () => {
  const chaos = { seed: 3, faults: [{ endpoint: 'query', act: 'status', code: 503, rate: 0.5 }] };
  const codes = async (merchant: Merchant): Promise<number[]> => {
    const statuses = [];
    for (let call = 0; call < 16; call += 1) statuses.push((await merchant.query({ merchantOrderNo: 'A' })).status);
    return statuses;
  };
  const undisturbed = await codes(await merchantIn(chaos));
  const merchant = await merchantIn(chaos);
  await merchant.control('POST', '/faults', { endpoint: 'query', act: 'status', code: 418, times: 3 });
  expect(await codes(merchant)).toEqual([418, 418, 418, ...undisturbed.slice(3)]);
  expect((await merchant.ledger())[0]).toMatchObject({ fault: 'status', httpStatus: 418 });
});

it('refuses an invalid plan as a whole and keeps the current one', async () => {
  const merchant = await merchantIn(PLAN);
  const before = (await merchant.control('GET', '/chaos')).body;
  const faults = [
    { endpoint: 'create', act: 'hang', rate: 0.7 },
    { endpoint: 'any', act: 'hang', rate: 0.7 },
  ];
  expect(await merchant.control('POST', '/chaos', { seed: 1, faults })).toEqual({
    status: 400,
    body: { error: 'the rates of create add up to more than 1' },
  });
  expect((await merchant.control('GET', '/chaos')).body).toEqual(before);
});
