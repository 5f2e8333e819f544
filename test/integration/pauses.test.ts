import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Attempt } from '#src/checkout/attempt-runner.service.js';
import type { OrderState, ShownPrice } from '#src/orders/model/order.types.js';
import { PAUSE_FIELDS } from '#src/pauses/rules/pause.js';
import type { PausableTerms, PauseScope } from '#src/pauses/rules/pause.js';
import type { CreateResult } from '#src/ramp/port/ramp.errors.js';
import type { TradeRequest } from '#src/ramp/port/ramp.types.js';
import { openCheckouts } from '../support/checkouts.js';
import { SECOND } from '../support/moments.js';
import { reservation } from '../support/order-builders.js';
import { closeWhole, openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { evidence as evidenceOf, quote } from '../unit/catalog/scripted-ramp.js';

Logger.overrideLogger(false);

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => closeWhole(opened));

const STAMP = 1_769_860_800_123;
const SHOWN: ShownPrice = { cryptoQuantity: '99.50', tolerancePercent: '1' };
const NOBODY = { id: null, email: null, accessToken: null };
const evidence = evidenceOf('create');
const LOST: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };
const UNTIL = new Date('2099-01-31T12:00:00Z');

/** As another replica does: this one reads it from the database. */
async function begin(terms: PausableTerms): Promise<void> {
  const scope = Object.fromEntries(PAUSE_FIELDS.map((field) => [field, terms[field] ?? null])) as PauseScope;
  const rest = { id: randomUUID(), reason: 'It fails.', until: UNTIL, begunBy: 'support desk', at: new Date() };
  await opened.pauses.begin({ ...scope, ...rest });
}

/** A runner, and the numbers that it sends. `during`: while the create waits for the rate. */
function runner(during = (): Promise<void> => Promise.resolve(), result: CreateResult | null = null) {
  const sent: string[] = [];
  const createTrade = async ({ tradeNo }: TradeRequest, _: unknown, maySend: () => boolean): Promise<CreateResult> => {
    await during();
    if (!maySend()) return { kind: 'not_sent', reason: 'too_late', detail: 'paused', evidence };
    sent.push(tradeNo);
    const made = { orderNo: `P-${tradeNo}`, payUrl: `https://pay.example/${tradeNo}` };
    return result ?? { kind: 'answered', value: made, evidence };
  };
  const catalog = { quotes: () => Promise.resolve([quote({ cryptoQuantity: '99' })]) };
  const { drives } = openCheckouts(opened, { ramp: { createTrade }, catalog });
  const reserved = async (shown: ShownPrice | null = null): Promise<Attempt> => {
    const lease = drives.newLease();
    const given = { stamp: STAMP, attemptLease: lease.id, leaseMs: lease.durationMs, patienceMs: 60 * SECOND };
    const { state } = await opened.tradeRecord.reserve(reservation({ ...given, shown }));
    return { state: state!, lease, customer: NOBODY, callerWaits: true, cause: 'checkout' };
  };
  /** The runner is gone; the worker takes over. */
  const resume = async () => {
    await opened.database.query(`UPDATE orders SET attempt_until = checkout_now() - interval '1 ms'`);
    const lease = drives.newLease();
    expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
    return drives.resume({ state: await stored(), lease, customer: NOBODY, callerWaits: false, cause: 'checkout' });
  };
  return { drives, sent, reserved, resume };
}

const stored = async (): Promise<OrderState> => (await opened.orders.find('A-1001')).state!;
const PAUSED = { problem: 'paused', until: UNTIL.toISOString() };
const declined = { status: 'REJECTED', outcome: 'not_sent', refusal: PAUSED };

it('a pause of other terms stops nothing', async () => {
  const { drives, sent, reserved } = runner();
  await begin({ payWayCode: '10002' });
  await begin({ side: 'SELL' });
  expect((await drives.sendReserved(await reserved(), STAMP)).kind).toBe('created');
  expect(sent).toEqual(['A-1001']);
});

it.each<[string, ShownPrice | null]>([
  ['a committed trade', null],
  ['a trade whose price is checked first', SHOWN],
])('%s is declined instead of sent', async (_, shown) => {
  const { drives, sent, reserved } = runner();
  const attempt = await reserved(shown);
  await begin({ payWayCode: '10001' });
  expect((await drives.sendReserved(attempt, STAMP)).kind).toBe('declined');
  expect(sent).toEqual([]);
  const { order, trades } = await stored();
  expect(order).toMatchObject({ status: 'REJECTED', failureCode: 'paused', attemptUntil: null });
  expect(trades).toMatchObject([declined]);
});

it('an interrupted trade that was not sent is declined by the worker', async () => {
  const { sent, reserved, resume } = runner();
  await reserved(SHOWN);
  await begin({});
  expect((await resume()).kind).toBe('declined');
  expect(sent).toEqual([]);
  expect((await stored()).trades).toMatchObject([declined]);
});

it('no next trade follows one whose outcome is unknown, which stays watched', async () => {
  const { drives, sent, reserved } = runner(() => begin({ crypto: 'USDT' }), LOST);
  await drives.sendReserved(await reserved(), STAMP);
  expect(sent).toEqual(['A-1001']);
  const { trades } = await stored();
  expect(trades[0]).toMatchObject({ outcome: 'unknown', nextQueryAt: expect.any(Date) as Date });
  expect(trades.slice(1)).toMatchObject([declined]);
});

it('a create that waits for the rate is not sent once another call has read the pause', async () => {
  const { drives, sent, reserved, resume } = runner(async () => {
    await begin({ country: 'US' });
    await opened.pauses.list();
  });
  const attempt = await reserved();
  expect((await drives.sendReserved(attempt, STAMP)).kind).toBe('lost');
  expect(sent).toEqual([]);
  expect((await resume()).kind).toBe('declined');
  expect((await stored()).trades).toMatchObject([declined]);
});

it('the same pause again is one pause, the newest', async () => {
  await begin({ fiat: 'USD' });
  await begin({ fiat: 'USD' });
  await begin({ fiat: 'USD', side: 'BUY' });
  expect(await opened.pauses.list()).toHaveLength(2);
});

it('a pause that is over does not count, and the next one removes it', async () => {
  await begin({ fiat: 'USD' });
  await opened.database.query(`UPDATE pauses SET until = checkout_now() - interval '1 ms'`);
  expect(await opened.pauses.list()).toEqual([]);
  await begin({ fiat: 'EUR' });
  expect(await opened.database.query('SELECT fiat FROM pauses')).toEqual([{ fiat: 'EUR' }]);
});
