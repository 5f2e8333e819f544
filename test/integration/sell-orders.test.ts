import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OrderState } from '#src/orders/model/order.types.js';
import type { SaleToRegister } from '#src/orders/write/registration.service.js';
import type { Payee, SellSnapshot } from '#src/ramp/port/ramp.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import type { Caller } from '#src/platform/callers/caller.js';
import { Problem } from '#src/platform/problems/problem.js';
import { OrderActs } from '../support/order-acts.js';
import { historyProblems, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
let orders: OrderActs;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
  orders = new OrderActs(opened);
});

afterEach(async () => {
  expect(await historyProblems(opened)).toEqual([]);
  await opened.close();
});

const SHOP: Caller = { ...EVERYBODY, id: 'shop' };

const sale = (given: Partial<SaleToRegister> = {}): SaleToRegister => ({
  merchantOrderNo: null,
  orderNo: null,
  customerId: null,
  ...given,
});

const register = (given: Partial<SaleToRegister>, caller: Caller = EVERYBODY) =>
  opened.registrations.register(caller, sale(given));

/** The code of its problem; '' if it succeeds. */
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => {
      if (error instanceof Problem) return error.code;
      throw error;
    },
  );

async function stored(merchantOrderNo: string): Promise<OrderState> {
  const { state } = await opened.orders.find(merchantOrderNo);
  if (state === null) throw new Error('there is no such order');
  return state;
}

const sql = <Row>(text: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(text, parameters);

const counts = async (): Promise<[orders: number, trades: number, entries: number]> => {
  const [row] = await sql<{ o: number; t: number; e: number }>(
    `SELECT (SELECT count(*)::integer FROM orders) AS o, (SELECT count(*)::integer FROM trades) AS t,
            (SELECT count(*)::integer FROM order_events) AS e`,
  );
  return [row!.o, row!.t, row!.e];
};

describe('sales: a registration', () => {
  it('stores order, trade and history at once, and is due', async () => {
    const { isNew, state } = await register({ merchantOrderNo: 'S-1', customerId: 'c-1' });
    expect(isNew).toBe(true);
    expect(await stored('S-1')).toEqual({ ...state, now: expect.any(Date) as Date });
    expect(state.order).toMatchObject({
      side: 'SELL',
      status: 'REGISTERED',
      version: 1,
      customerId: 'c-1',
    });
    expect(state.trades).toMatchObject([
      { tradeNo: 'S-1', n: 1, outcome: 'registered', orderNo: null, rampMerchantOrderNo: 'S-1', watchClass: 'waiting' },
    ]);
    expect(await counts()).toEqual([1, 1, 1]);
    expect(await opened.claims.claim(10, 1000)).toMatchObject([{ tradeNo: 'S-1', side: 'SELL', orderNo: null }]);
  });

  it("by the provider's number derives ours from caller and number", async () => {
    const first = await register({ orderNo: 'P-77' });
    expect(first.state.order.merchantOrderNo).toMatch(/^s-[a-z0-9]{26}$/);
    expect(first.state.trades).toMatchObject([
      { orderNo: 'P-77', registeredOrderNo: 'P-77', rampMerchantOrderNo: null },
    ]);
    const again = await register({ orderNo: 'P-77' });
    expect(again).toMatchObject({
      isNew: false,
      state: { order: { merchantOrderNo: first.state.order.merchantOrderNo } },
    });
    const other = await register({ orderNo: 'P-78' });
    expect(other.state.order.merchantOrderNo).not.toBe(first.state.order.merchantOrderNo);
  });

  it.each<[string, Partial<SaleToRegister>]>([
    ['by our number', { merchantOrderNo: 'S-1' }],
    ['by the provider\u2019s', { orderNo: 'P-1' }],
    ['by both, with a customer', { merchantOrderNo: 'S-1', orderNo: 'P-1', customerId: 'c-1' }],
  ])('repeated, %s: is the same sale and requests a poll', async (_, given) => {
    const { state } = await register(given);
    await opened.claims.claim(10, 60_000);
    const again = await register(given);
    expect(again).toMatchObject({ isNew: false, state: { order: { version: 1 } } });
    expect(await counts()).toEqual([1, 1, 1]);
    const [trade] = (await stored(state.order.merchantOrderNo)).trades;
    expect(trade).toMatchObject({ hintCause: 'registration' });
  });

  it.each<[string, Partial<SaleToRegister>, Caller]>([
    ['another number of the provider\u2019s', { merchantOrderNo: 'S-1', orderNo: 'P-2' }, EVERYBODY],
    ['a number less', { merchantOrderNo: 'S-1' }, EVERYBODY],
    ['another customer', { merchantOrderNo: 'S-1', orderNo: 'P-1', customerId: 'c-2' }, EVERYBODY],
    ['another caller', { merchantOrderNo: 'S-1', orderNo: 'P-1' }, SHOP],
    ['another letter case', { merchantOrderNo: 's-1', orderNo: 'P-1' }, EVERYBODY],
    [
      'a number of our own, for the same order of the provider\u2019s',
      { merchantOrderNo: 'S-2', orderNo: 'P-1' },
      EVERYBODY,
    ],
    ['no number of our own, for the same order', { orderNo: 'P-1' }, EVERYBODY],
    ['another caller, by the provider\u2019s number', { orderNo: 'P-1' }, SHOP],
  ])('with %s: conflicts and writes nothing', async (_, given, caller) => {
    await register({ merchantOrderNo: 'S-1', orderNo: 'P-1' });
    expect(await refusal(register(given, caller))).toBe('merchant_order_no_conflict');
    expect(await counts()).toEqual([1, 1, 1]);
  });
});

describe('sales: one order per provider number', () => {
  it("found under our number but registered by the provider's before is a clash", async () => {
    await register({ orderNo: 'P-S-1' });
    await register({ merchantOrderNo: 'S-1' });
    await orders.sold('S-1', { status: 'COMPLETED', rampStatus: '4' });
    const { order, trades } = await stored('S-1');
    expect(order).toMatchObject({ status: 'REGISTERED', inReview: true });
    expect(trades).toMatchObject([{ orderNo: null, outcome: 'registered', asked: null, facts: {} }]);
    expect(trades[0]!.facts).toEqual({});
    const mismatches = await sql('SELECT kind, seen FROM mismatches');
    expect(mismatches).toEqual([{ kind: 'order_no_clash', seen: 'P-S-1' }]);
  });

  it('under our number of a purchase conflicts', async () => {
    await orders.created('A-1');
    expect(await refusal(register({ merchantOrderNo: 'A-1' }))).toBe('merchant_order_no_conflict');
    expect(await counts()).toEqual([1, 1, 2]);
  });

  it("under a purchase's provider number works: each side has its own", async () => {
    await orders.created('A-1');
    expect(await register({ orderNo: 'P-A-1' })).toMatchObject({ isNew: true });
    expect(await refusal(register({ merchantOrderNo: 'S-2', orderNo: 'P-A-1' }))).toBe('merchant_order_no_conflict');
  });

  it('before a purchase gets the same provider number does not block the purchase', async () => {
    await register({ merchantOrderNo: 'S-1', orderNo: 'P-A-1' });
    await orders.created('A-1');
    const { order, trades } = await stored('A-1');
    expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', inReview: false });
    expect(trades).toMatchObject([{ outcome: 'created', orderNo: 'P-A-1', payUrl: 'https://pay.example' }]);
  });
});

const JANE: Payee = {
  name: 'Jane van Doe',
  account: 'DE02120300000000202051',
  card: '4111111111111111',
  email: 'jane.doe@example.com',
};
const SIGNATURE = 'c0ffee5190a7e00fc0ffee5190a7e00f';
const PLANTED = /Jane|van Doe|DE0212030|0000202051|41111111|jane\.doe|c0ffee5190/i;

async function dump(): Promise<string> {
  const tables = await sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(8);
  const texts = await Promise.all(
    tables.map(({ name }) => sql<{ text: string | null }>(`SELECT string_agg(t::text, ' ') AS text FROM ${name} t`)),
  );
  return texts
    .flat()
    .map(({ text }) => text ?? '')
    .join('\n');
}

const seen = (given: Partial<SellSnapshot> = {}): Partial<SellSnapshot> => ({
  payee: JANE,
  signature: SIGNATURE,
  ...given,
});

const shown = async (by: OrderWriter = opened): Promise<Record<string, unknown>> => ({
  ...(await by.view.ofSale((await by.orders.find('S-1')).state!, EVERYBODY)),
});

const MASKED = { name: 'J*** v*** D***', account: '****2051', card: '****1111', email: 'j***@example.com' };

describe('sales: the payee', () => {
  beforeEach(async () => {
    await orders.registered('S-1');
    await orders.sold('S-1', seen());
  });

  it('is in no table in plain text and is shown masked', async () => {
    expect(await shown()).toMatchObject({ status: 'AWAITING_CRYPTO', payee: MASKED });
    await orders.sold('S-1', seen({ payee: { ...JANE, account: 'DE99999999', email: 'jane.doe@evil.example' } }));
    const text = await dump();
    expect(text).not.toMatch(PLANTED);
    expect(text).not.toContain('DE99999999');
    // The dump would show it.
    const [row] = await sql<{ hex: string }>(`SELECT encode(payee_sealed, 'hex') AS hex FROM trades`);
    expect(row!.hex.length).toBeGreaterThan(200);
    expect(text).toContain(row!.hex);
    expect((await stored('S-1')).openMismatches.map(({ field }) => field).sort()).toEqual([
      'payee.account',
      'payee.email',
    ]);
  });

  it('altered: all else is shown and recorded, with an event for staff', async () => {
    await sql('UPDATE trades SET payee_sealed = set_byte(payee_sealed, 20, get_byte(payee_sealed, 20) # 1)');
    expect(await shown()).toMatchObject({ status: 'AWAITING_CRYPTO', payee: null, inReview: false });
    await orders.sold('S-1', seen({ status: 'CRYPTO_RECEIVED', rampStatus: '2' }));
    expect(await shown()).toMatchObject({ status: 'CRYPTO_RECEIVED', payee: null, inReview: true });
    expect(await sql('SELECT kind, field, seen FROM mismatches')).toEqual([
      { kind: 'unreadable', field: 'payee', seen: null },
    ]);
  });
});
