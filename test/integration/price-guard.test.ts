import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { Attempt } from '#src/checkout/attempt-runner.service.js';
import type { AttemptEnd } from '#src/checkout/attempt-runner.service.js';
import type { OrderState, ShownPrice } from '#src/orders/model/order.types.js';
import type { CreateResult } from '#src/ramp/port/ramp.errors.js';
import { rampProblem } from '#src/ramp/port/ramp-problem.js';
import type { Quote, TradeRequest } from '#src/ramp/port/ramp.types.js';
import { SECOND } from '../support/moments.js';
import { OrderActs } from '../support/order-acts.js';
import { reservation } from '../support/order-builders.js';
import { openOwnOrderWriter, closeWhole } from '../support/order-writer.js';
import { openCheckouts } from '../support/checkouts.js';
import type { OrderWriter } from '../support/order-writer.js';
import { evidence as evidenceOf, quote } from '../unit/catalog/scripted-ramp.js';

Logger.overrideLogger(false);

let opened: OrderWriter;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
});

afterEach(() => closeWhole(opened));

/** Timestamp of the reservation: milliseconds since 1970. */
const STAMP = 1_769_860_800_123;
const SHOWN: ShownPrice = { cryptoQuantity: '99.50', tolerancePercent: '1' };
const HOLDS = [quote({ cryptoQuantity: '99' })];
const MOVED = [quote({ cryptoQuantity: '80' })];
const evidence = evidenceOf('quote');
const AWAY = rampProblem({ kind: 'not_sent', reason: 'connection', detail: 'ECONNREFUSED', evidence }, 'USD');
const LOST: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };

let calls: string[];
let driver: AttemptRunner;

/** A runner whose provider returns `prices` in turn, the last one forever, and answers creates with `create`. */
function drivesOf(
  prices: (() => Promise<Quote[]>)[],
  create: (request: TradeRequest) => Promise<CreateResult> = ({ tradeNo }) => Promise.resolve(made(tradeNo)),
): AttemptRunner {
  calls = [];
  const quotes = (): Promise<Quote[]> => {
    calls.push('quote');
    return (prices.length > 1 ? prices.shift()! : prices[0]!)();
  };
  const createTrade = (request: TradeRequest): Promise<CreateResult> => {
    calls.push(`create ${request.tradeNo}`);
    return create(request);
  };
  driver = openCheckouts(opened, { ramp: { createTrade }, catalog: { quotes } }).drives;
  return driver;
}

const made = (tradeNo: string): CreateResult => ({
  kind: 'answered',
  value: { orderNo: `P-${tradeNo}`, payUrl: `https://pay.example/${tradeNo}` },
  evidence,
});
const says = (quotes: Quote[]) => () => Promise.resolve(quotes);
const fails = () => Promise.reject(AWAY);

/** An order with a waiting caller, reserved under a lease of `leaseMs`. */
async function reserved(given: { patienceMs?: number; leaseMs?: number } = {}): Promise<Attempt> {
  const lease = driver.newLease();
  const { state } = await opened.tradeRecord.reserve(
    reservation({
      shown: SHOWN,
      stamp: STAMP,
      attemptLease: lease.id,
      leaseMs: given.leaseMs ?? lease.durationMs,
      patienceMs: given.patienceMs ?? 60 * SECOND,
    }),
  );
  return {
    state: state!,
    lease,
    customer: { id: null, email: null, accessToken: null },
    callerWaits: true,
    cause: 'checkout',
  };
}

async function stored(): Promise<OrderState> {
  return (await opened.orders.find('A-1001')).state!;
}

/** The runner is gone; the worker takes over. */
async function takenOver(drives: AttemptRunner): Promise<AttemptEnd> {
  await opened.database.query(`UPDATE orders SET attempt_until = checkout_now() - interval '1 ms'`);
  const lease = driver.newLease();
  expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
  const customer = { id: null, email: null, accessToken: null };
  return drives.resume({ state: await stored(), lease, customer, callerWaits: false, cause: 'checkout' });
}

describe('price guard: during the quote', () => {
  it('nothing is in flight, and the shown price is stored digit for digit', async () => {
    let during: OrderState | null = null;
    const drives = drivesOf([
      async () => {
        during = await stored();
        return HOLDS;
      },
    ]);
    const { kind } = await drives.sendReserved(await reserved(), STAMP);
    expect(kind).toBe('created');
    expect(during).toMatchObject({
      trades: [{ outcome: 'not_sent', status: 'CREATING', sends: 0, shownQuantity: '99.50', tolerancePercent: '1' }],
    });
    expect(calls).toEqual(['quote', 'create A-1001']);
  });

  it('the timestamp follows the quote, under a renewed lease', async () => {
    let left = 0;
    const drives = drivesOf([says(HOLDS)], async ({ tradeNo, stamp }) => {
      const [row] = await opened.database.query<{ ms: number }>(
        'SELECT (extract(epoch FROM attempt_until - checkout_now()) * 1000)::float8 AS ms FROM orders',
      );
      left = row!.ms;
      expect((await stored()).trades[0]).toMatchObject({ outcome: 'in_flight', stamp, sends: 1 });
      return made(tradeNo);
    });
    const drive = await reserved({ leaseMs: 5 * SECOND });
    await drives.sendReserved(drive, STAMP);
    expect(left).toBeGreaterThan(drive.lease.durationMs - 5 * SECOND);
    expect((await stored()).trades[0]!.stamp).toBeGreaterThan(drive.state.trades[0]!.stamp!);
  });

  it('after a takeover of the expired lease the slower runner sends nothing', async () => {
    let other: AttemptEnd | null = null;
    const drives = drivesOf([
      async () => {
        other = await takenOver(drives);
        return HOLDS;
      },
      says(HOLDS),
    ]);
    expect(await drives.sendReserved(await reserved(), STAMP)).toEqual({ kind: 'lost' });
    expect(other).toMatchObject({ kind: 'created' });
    expect(calls).toEqual(['quote', 'quote', 'create A-1001']);
    expect((await stored()).trades).toMatchObject([{ outcome: 'created', sends: 1 }]);
  });

  it('a stopping process starts nothing, and the next one continues at once', async () => {
    const drives = drivesOf([
      () => {
        driver.onModuleDestroy();
        return Promise.resolve(HOLDS);
      },
    ]);
    expect(await drives.sendReserved(await reserved(), STAMP)).toEqual({ kind: 'left' });
    expect(calls).toEqual(['quote']);
    expect(await stored()).toMatchObject({
      order: { attemptLease: null },
      trades: [{ outcome: 'not_sent', sends: 0 }],
    });
    const next = drivesOf([says(HOLDS)]);
    expect(await takenOver(next)).toMatchObject({ kind: 'created' });
    expect(calls).toEqual(['quote', 'create A-1001']);
  });
});

describe('price guard: a quote that takes half of the lease', () => {
  it('is not awaited, and nothing is sent', async () => {
    const drives = drivesOf([() => sleep(800, HOLDS)]);
    const drive = await reserved();
    Object.assign(drive.lease, { durationMs: 800 });
    expect(await drives.sendReserved(drive, STAMP)).toEqual({ kind: 'given_up', failure: null });
    expect(calls).toEqual(['quote']);
    expect((await stored()).trades).toMatchObject([{ outcome: 'not_sent', sends: 0 }]);
  });
});

describe('price guard: a moved price', () => {
  it('declines the trade with the current price', async () => {
    const drives = drivesOf([says(MOVED)]);
    expect(await drives.sendReserved(await reserved(), STAMP)).toMatchObject({ kind: 'declined' });
    expect(await stored()).toMatchObject({
      order: { status: 'REJECTED', failureCode: 'quote_moved', attemptUntil: null },
      trades: [
        { outcome: 'not_sent', sends: 0, nextQueryAt: null, refusal: { problem: 'quote_moved', quote: MOVED[0] } },
      ],
    });
    expect(calls).toEqual(['quote']);
  });

  it('ends attempts after a lost reply; the worker finds the same', async () => {
    const drives = drivesOf([says(HOLDS), says(MOVED)], () => Promise.resolve(LOST));
    expect(await drives.sendReserved(await reserved(), STAMP)).toMatchObject({ kind: 'declined' });
    expect(calls).toEqual(['quote', 'create A-1001', 'quote']);
    expect((await stored()).trades).toMatchObject([
      { outcome: 'unknown', superseded: true },
      { outcome: 'not_sent', status: 'REJECTED', shownQuantity: '99.50' },
    ]);
  });

  it('is checked again by the next runner', async () => {
    const first = drivesOf([() => new Promise<Quote[]>(() => undefined)]);
    first.sendReserved(await reserved(), STAMP).catch(() => undefined);
    while (calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const drives = drivesOf([says(MOVED)]);
    expect(await takenOver(drives)).toMatchObject({ kind: 'declined' });
    expect(calls).toEqual(['quote']);
  });
});

describe('price guard: an unknown price', () => {
  it('a waiting caller hears that nothing was made', async () => {
    const drives = drivesOf([fails]);
    expect(await drives.sendReserved(await reserved(), STAMP)).toEqual({ kind: 'given_up', failure: null });
    expect(await stored()).toMatchObject({
      order: { status: 'EXPIRED', failureCode: 'not_created', attemptUntil: null },
      trades: [{ outcome: 'not_sent', refusal: null }],
    });
    expect(calls).toEqual(['quote']);
  });

  it('if a trade may exist, the worker continues and sends once the price holds', async () => {
    const drives = drivesOf([says(HOLDS), fails, fails, says(HOLDS)], ({ tradeNo }) =>
      Promise.resolve(tradeNo === 'A-1001' ? LOST : made(tradeNo)),
    );
    expect(await drives.sendReserved(await reserved(), STAMP)).toEqual({ kind: 'left' });
    expect(await takenOver(drives)).toEqual({ kind: 'left' });
    expect(await takenOver(drives)).toMatchObject({ kind: 'created' });
    expect(calls).toEqual(['quote', 'create A-1001', 'quote', 'quote', 'quote', 'create A-1001-r2']);
  });
});

describe('price guard: an answer to a query during the quote', () => {
  const found = async (): Promise<void> => {
    await opened.watches.lease(['A-1001'], SECOND);
    await new OrderActs(opened).seen('A-1001', { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' });
  };
  const paid = () => new OrderActs(opened).seen('A-1001');
  const unneeded = { status: 'EXPIRED', outcome: 'not_sent', sends: 0 };

  it.each<[string, () => Promise<Quote[]>]>([
    ['holds', says(HOLDS)],
    ['has moved', says(MOVED)],
    ['is unknown', fails],
  ])('that shows the trade: it is neither sent nor ended, though the price %s', async (_, price) => {
    const drives = drivesOf([() => found().then(price)]);
    expect((await drives.sendReserved(await reserved(), STAMP)).kind).not.toBe('created');
    expect(calls).toEqual(['quote']);
    expect(await stored()).toMatchObject({
      order: { status: 'AWAITING_PAYMENT' },
      trades: [{ outcome: 'created', status: 'AWAITING_PAYMENT', orderNo: 'P-A-1001' }],
    });
  });

  it('that shows an older trade as paid: the next one ends unsent, and a callback has it queried', async () => {
    const drives = drivesOf([says(HOLDS), () => paid().then(says(HOLDS))], () => Promise.resolve(LOST));
    expect(await drives.sendReserved(await reserved(), STAMP)).toEqual({ kind: 'lost' });
    expect(calls).toEqual(['quote', 'create A-1001', 'quote']);
    expect(await stored()).toMatchObject({ order: { status: 'PAID', attemptUntil: null }, trades: [{}, unneeded] });
    await opened.watches.requestPoll('A-1001-r2', 'callback:1');
    expect((await stored()).trades[1]?.nextQueryAt).not.toBeNull();
  });

  it('that shows an older trade as paid while no runner goes on: the next one ends unsent', async () => {
    const leaves = () => {
      driver.onModuleDestroy();
      return Promise.resolve(HOLDS);
    };
    const drives = drivesOf([says(HOLDS), leaves], () => Promise.resolve(LOST));
    await drives.sendReserved(await reserved(), STAMP);
    await paid();
    expect(await takenOver(drivesOf([says(HOLDS)]))).toEqual({ kind: 'left' });
    expect(calls).toEqual([]);
    expect(await stored()).toMatchObject({ order: { status: 'PAID', attemptUntil: null }, trades: [{}, unneeded] });
  });
});
