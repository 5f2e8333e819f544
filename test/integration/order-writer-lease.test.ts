import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutAnswer } from '#src/checkout/checkout-outcomes.service.js';
import { termsOf } from '#src/orders/model/fold.js';
import type { CatalogService } from '#src/catalog/catalog.service.js';
import type { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { Attempt, AttemptEnd } from '#src/checkout/attempt-runner.service.js';
import type { CreateResult, RampNotSent } from '#src/ramp/port/ramp.errors.js';
import type { TradeCustomer, TradeRequest } from '#src/ramp/port/ramp.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SECOND } from '../support/moments.js';
import { asked, reservation } from '../support/order-builders.js';
import { openOwnOrderWriter, closeWhole } from '../support/order-writer.js';
import { evidence as evidenceOf } from '../unit/catalog/scripted-ramp.js';
import { checkoutRequest, openCheckouts } from '../support/checkouts.js';
import type { OrderWriter } from '../support/order-writer.js';
import { sealAgain } from '../support/sealed-orders.js';

Logger.overrideLogger(false);

let opened: OrderWriter;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
});

afterEach(() => closeWhole(opened));

const evidence = evidenceOf('create');
const created = (tradeNo: string): CreateResult => ({
  kind: 'answered',
  value: { orderNo: `P-${tradeNo}`, payUrl: `https://pay.example/${tradeNo}` },
  evidence,
});
const notSent = (reason: RampNotSent['reason']): CreateResult => ({
  kind: 'not_sent',
  reason,
  detail: reason,
  evidence,
});
const LOST: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };

const REQUEST = checkoutRequest();

class JumpingTime extends ProcessTime {
  ahead = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.ahead);
  }
}

const noQuotes: CatalogService['quotes'] = () => Promise.reject(new Error('nobody asked for a price'));

/** A checkout at the provider `createTrade`; its limits are available after `limits`. */
function checkouts(
  createTrade: (request: TradeRequest, customer: TradeCustomer, maySend: () => boolean) => Promise<CreateResult>,
  {
    limits = (): Promise<unknown> => Promise.resolve(),
    time = new ProcessTime(),
    isBreakerOpen = (): boolean => false,
    quotes = noQuotes,
    settings = opened.settings,
  } = {},
) {
  const catalog = { limitsFor: () => limits().then(() => null), quotes };
  const { drives, service } = openCheckouts(opened, { ramp: { createTrade }, catalog, time, isBreakerOpen, settings });
  return {
    drives,
    checkout: (request = REQUEST): Promise<CheckoutAnswer> => service.checkout(EVERYBODY, request),
  };
}

const rows = <Row>(sql: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(sql, parameters);

async function leftOfLease(): Promise<number> {
  const [row] = await rows<{ ms: number }>(
    'SELECT (extract(epoch FROM attempt_until - checkout_now()) * 1000)::float8 AS ms FROM orders',
  );
  return row!.ms;
}

describe('attempt lease: a request in flight', () => {
  it('is committed with its timestamp under a fresh lease, after any checks', async () => {
    let left = 0;
    const { checkout, drives } = checkouts(
      async ({ tradeNo, stamp }) => {
        left = await leftOfLease();
        expect(await rows('SELECT outcome, stamp FROM trades')).toEqual([
          { outcome: 'in_flight', stamp: String(stamp) },
        ]);
        return created(tradeNo);
      },
      { limits: () => sleep(2 * SECOND) },
    );
    const { status, state } = await checkout();
    expect(status).toBe(201);
    expect(state.trades[0]?.payUrl).toBe('https://pay.example/A-1001');
    expect(left).toBeGreaterThan(drives.newLease().durationMs - SECOND);
  });

  it('a further request renews the lease', async () => {
    const left: number[] = [];
    const { checkout, drives } = checkouts(async ({ tradeNo }) => {
      left.push(await leftOfLease());
      return tradeNo === 'A-1001-r3' ? created(tradeNo) : LOST;
    });
    const { state } = await checkout();
    expect(state.trades.map(({ tradeNo, payUrl }) => [tradeNo, payUrl])).toEqual([
      ['A-1001', null],
      ['A-1001-r2', null],
      ['A-1001-r3', 'https://pay.example/A-1001-r3'],
    ]);
    expect(Math.min(...left)).toBeGreaterThan(drives.newLease().durationMs - SECOND);
    expect(left).toHaveLength(3);
  });
});

describe('attempt lease: a runner that lost its lease', () => {
  it('never returns the payUrl; its successor makes the trade that the customer pays', async () => {
    const seen: string[] = [];
    let answerFirst: (result: CreateResult) => void = () => undefined;
    const { checkout, drives } = checkouts(({ tradeNo }) => {
      seen.push(tradeNo);
      if (tradeNo !== 'A-1001') return Promise.resolve(created(tradeNo));
      return new Promise((resolve) => (answerFirst = resolve));
    });
    const first = checkout();
    while (seen.length === 0) await sleep(5);

    await rows(`UPDATE orders SET attempt_until = checkout_now() - interval '1 second'`);
    const lease = drives.newLease();
    await opened.leases.take('A-1001', lease.id, lease.durationMs, 'left behind');
    const { state } = await opened.orders.find('A-1001');
    const end = await drives.resume({
      state: state!,
      lease,
      customer: REQUEST.customer,
      callerWaits: false,
      cause: 'checkout',
    });
    expect(end.kind).toBe('created');

    answerFirst(created('A-1001'));
    const answer = await first;
    expect(answer.state.trades.map(({ tradeNo, payUrl, orderNo }) => [tradeNo, payUrl, orderNo])).toEqual([
      ['A-1001', null, expect.toSatisfy((orderNo) => orderNo === null || orderNo === 'P-A-1001')],
      ['A-1001-r2', 'https://pay.example/A-1001-r2', 'P-A-1001-r2'],
    ]);
    expect((await opened.orders.find('A-1001')).state!.trades[0]).toMatchObject({ orderNo: 'P-A-1001', payUrl: null });
    expect(seen).toEqual(['A-1001', 'A-1001-r2']);
  });
});

it('cannot renew the lease of another runner', async () => {
  const { checkout } = checkouts(({ tradeNo }) => Promise.resolve(created(tradeNo)));
  await checkout();
  const [mine, others] = [randomUUID(), randomUUID()];
  expect(await opened.leases.take('A-1001', others, 5 * SECOND, 'ended')).toBe(true);
  expect(await opened.leases.renew('A-1001', mine, 60 * SECOND)).toBe(false);
  expect(await leftOfLease()).toBeLessThanOrEqual(5 * SECOND);
  expect(await opened.leases.renew('A-1001', others, 60 * SECOND)).toBe(true);
  expect(await leftOfLease()).toBeGreaterThan(5 * SECOND);
});

describe('attempt lease: a late reply to the current trade, without its payUrl', () => {
  /** All runners are gone; the trade exists without a page. */
  async function leaveBehind(drives: AttemptRunner, patienceMs: number): Promise<Attempt> {
    const { now } = await opened.orders.find('A-1001');
    const attemptLease = randomUUID();
    const given = { stamp: now.getTime(), attemptLease, leaseMs: 0, patienceMs };
    const { trades } = (await opened.tradeRecord.reserve(reservation(given))).state!;
    await opened.leases.take('A-1001', randomUUID(), 0, 'left behind');
    const step = { attemptLease, cause: { kind: 'checkout' }, evidence: null } as const;
    await opened.tradeRecord.record(
      trades[0]!,
      { kind: 'created', made: { orderNo: 'P-1', payUrl: 'https://pay.example/lost' } },
      step,
    );
    await sleep(5);
    const lease = drives.newLease();
    expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
    const { state } = await opened.orders.find('A-1001');
    return { state: state!, lease, customer: REQUEST.customer, callerWaits: false, cause: 'checkout' };
  }

  it('the next runner makes a new trade', async () => {
    const { drives } = checkouts(({ tradeNo }) => Promise.resolve(created(tradeNo)));
    const end = await drives.resume(await leaveBehind(drives, 60 * SECOND));
    expect(end.kind).toBe('created');
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { status: 'AWAITING_PAYMENT', attemptUntil: null },
      trades: [
        { orderNo: 'P-1', payUrl: null, superseded: true },
        { payUrl: 'https://pay.example/A-1001-r2', superseded: false },
      ],
    });
  });

  it('after the time for attempts, the order is not created and retryable, and no runner continues', async () => {
    const { drives } = checkouts(() => Promise.reject(new Error('sent')));
    const end = await drives.resume(await leaveBehind(drives, 0));
    expect(end.kind).toBe('given_up');
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { status: 'EXPIRED', failureCode: 'not_created', attemptUntil: null },
      trades: [{ orderNo: 'P-1', outcome: 'created', superseded: true }],
    });
  });
});

describe('attempt lease: a checkout that began before another was refused', () => {
  const REFUSED: CreateResult = {
    kind: 'refused',
    reason: 'address_at_risk',
    returnCode: '3106',
    returnMsg: 'risk',
    min: null,
    max: null,
    resendable: false,
    evidence,
  };
  const told = (checkout: Promise<CheckoutAnswer>): Promise<unknown> =>
    checkout.then(
      () => null,
      (error: unknown) => (error as { code?: unknown }).code,
    );

  function checksThatWait() {
    let open: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const limits = (): Promise<void> => {
      begin();
      return opened;
    };
    return { limits, begun, open: () => open() };
  }

  it.each([
    ['the first of its number', 0],
    ['a repeat of one that was refused before', 1],
  ])('%s: gets the same result, without a second request', async (_, before) => {
    let creates = 0;
    const refuse = (): Promise<CreateResult> => {
      creates += 1;
      return Promise.resolve(REFUSED);
    };
    const quick = checkouts(refuse);
    const gate = checksThatWait();
    const slow = checkouts(refuse, { limits: gate.limits });
    for (let n = 0; n < before; n++) await told(quick.checkout());
    const slower = told(slow.checkout());
    await gate.begun;
    expect(await told(quick.checkout())).toBe('address_at_risk');
    gate.open();
    expect(await slower).toBe('address_at_risk');
    expect(creates).toBe(before + 1);
    expect((await opened.orders.find('A-1001')).state!.order.attemptUntil).toBeNull();
    // A later request is an attempt of its own, by a clock that may lag by its last reading.
    await expect.poll(() => told(quick.checkout()).then(() => creates)).toBe(before + 2);
  });

  it('with other content makes the next trade', async () => {
    const seen: string[] = [];
    const only = ({ tradeNo }: TradeRequest): Promise<CreateResult> => {
      seen.push(tradeNo);
      return Promise.resolve(tradeNo === 'A-1001' ? REFUSED : created(tradeNo));
    };
    const gate = checksThatWait();
    const slower = checkouts(only, { limits: gate.limits }).checkout({ ...REQUEST, terms: asked({ amount: '50.00' }) });
    await gate.begun;
    expect(await told(checkouts(only).checkout())).toBe('address_at_risk');
    gate.open();
    const { order, trades } = (await slower).state;
    expect([order.status, termsOf(trades).amount]).toEqual(['AWAITING_PAYMENT', '50.00']);
    expect(seen).toEqual(['A-1001', 'A-1001-r2']);
  });
});

describe('attempt lease: a runner that slept too long after its commit', () => {
  /** The gateway checks the lease last; `meanwhile` runs while it sleeps. */
  async function sleepAndDrive(meanwhile: (drives: AttemptRunner) => Promise<unknown>): Promise<AttemptEnd> {
    const time = new JumpingTime();
    const { drives } = checkouts(
      (_request, _customer, maySend) =>
        maySend() ? Promise.reject(new Error('sent')) : Promise.resolve(notSent('too_late')),
      { time },
    );
    const { now } = await opened.orders.find('A-1001');
    const lease = drives.newLease();
    const { state } = await opened.tradeRecord.reserve(
      reservation({ stamp: now.getTime(), attemptLease: lease.id, leaseMs: 0, patienceMs: 60 * SECOND }),
    );
    time.ahead = lease.durationMs;
    await meanwhile(drives);
    const drive = { state: state!, lease, customer: REQUEST.customer, callerWaits: true, cause: 'checkout' } as const;
    return drives.sendReserved(drive, now.getTime());
  }

  it('does not send; without a successor it records that, and the next runner sends the same trade', async () => {
    expect(await sleepAndDrive(() => Promise.resolve())).toEqual({ kind: 'lost' });
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { attemptLease: null, attemptUntil: expect.any(Date) as Date },
      trades: [{ outcome: 'not_sent', status: 'CREATING' }],
    });
    const seen: string[] = [];
    const { drives } = checkouts(({ tradeNo }) => {
      seen.push(tradeNo);
      return Promise.resolve(created(tradeNo));
    });
    const lease = drives.newLease();
    await sleep(5);
    expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
    const { state } = await opened.orders.find('A-1001');
    await drives.resume({
      state: state!,
      lease,
      customer: REQUEST.customer,
      callerWaits: false,
      cause: 'checkout',
    });
    expect(seen).toEqual(['A-1001']);
  });

  it('after a takeover records nothing and treats the trade as unknown', async () => {
    const takenOver = async (drives: AttemptRunner): Promise<void> => {
      const lease = drives.newLease();
      await sleep(5);
      expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
    };
    expect(await sleepAndDrive(takenOver)).toEqual({ kind: 'lost' });
    const { order, trades } = (await opened.orders.find('A-1001')).state!;
    expect(trades).toMatchObject([{ outcome: 'in_flight' }]);
    expect(order).toMatchObject({ eventCount: 1 });
    expect(order.attemptLease).not.toBeNull();
  });
});

describe('attempt lease: while the circuit breaker is open', () => {
  it('no trade follows an unknown one, even if the breaker opens during the pause', async () => {
    let asked = 0;
    let away = false;
    const { checkout } = checkouts(
      () => {
        asked += 1;
        setTimeout(() => (away = true), 100);
        return Promise.resolve(LOST);
      },
      { isBreakerOpen: () => away },
    );
    expect((await checkout()).status).toBe(202);
    expect(asked).toBe(1);
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { attemptLease: null, attemptUntil: expect.any(Date) as Date },
      trades: [{ outcome: 'unknown', superseded: false, status: 'CREATING' }],
    });
  });

  it('the worker writes nothing and retries later, until it gives up', async () => {
    const { checkout, drives } = checkouts(() => Promise.resolve(LOST), { isBreakerOpen: () => true });
    await checkout();
    const goOn = async (): Promise<AttemptEnd> => {
      await rows(`UPDATE orders SET attempt_until = checkout_now() WHERE attempt_until IS NOT NULL`);
      const lease = drives.newLease();
      expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
      const { state } = await opened.orders.find('A-1001');
      return drives.resume({
        state: state!,
        lease,
        customer: REQUEST.customer,
        callerWaits: false,
        cause: 'checkout',
      });
    };
    const { eventCount } = (await opened.orders.find('A-1001')).state!.order;
    expect(await goOn()).toEqual({ kind: 'left' });
    const left = (await opened.orders.find('A-1001')).state!;
    expect(left.order.eventCount).toBe(eventCount);
    expect(left.order.attemptUntil!.getTime() - left.now.getTime()).toBeGreaterThan(SECOND);

    await rows(`UPDATE orders SET attempt_patience_until = checkout_now()`);
    expect(await goOn()).toMatchObject({ kind: 'given_up' });
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { status: 'EXPIRED', failureCode: 'not_created', attemptUntil: null },
      trades: [{ outcome: 'unknown', superseded: true }],
    });
  });

  it('an unsent request is reported at once, and the number stays usable', async () => {
    let away = true;
    const { checkout } = checkouts(
      ({ tradeNo }) => Promise.resolve(away ? notSent('breaker_open') : created(tradeNo)),
      { isBreakerOpen: () => away },
    );
    const began = performance.now();
    await expect(checkout()).rejects.toMatchObject({ code: 'ramp_unavailable' });
    expect(performance.now() - began).toBeLessThan(2000);
    away = false;
    expect(await checkout()).toMatchObject({ status: 201, state: { trades: [{ tradeNo: 'A-1001', sends: 2 }] } });
  });
});

it('an unsent number is reused at the trade limit', async () => {
  let away = true;
  const { orders } = opened.settings;
  const { checkout } = checkouts(({ tradeNo }) => Promise.resolve(away ? notSent('breaker_open') : created(tradeNo)), {
    isBreakerOpen: () => away,
    settings: { ...opened.settings, orders: { ...orders, maxTrades: 1 } },
  });
  await expect(checkout()).rejects.toMatchObject({ code: 'ramp_unavailable' });
  away = false;
  expect(await checkout()).toMatchObject({ status: 201, state: { trades: [{ tradeNo: 'A-1001', sends: 2 }] } });
});

describe('attempt lease: a runner that died while an older trade was paid', () => {
  it('leaves a watched request; no trade follows, and a repeat gets its answer at once', async () => {
    const seen: string[] = [];
    const { drives, checkout } = checkouts(({ tradeNo }) => {
      seen.push(tradeNo);
      return Promise.resolve(created(tradeNo));
    });
    const { now } = await opened.orders.find(REQUEST.merchantOrderNo);
    const [dead, next] = [drives.newLease(), drives.newLease()];
    const { state } = await opened.tradeRecord.reserve(
      reservation({
        merchantOrderNo: REQUEST.merchantOrderNo,
        stamp: now.getTime(),
        attemptLease: dead.id,
        leaseMs: 0,
        patienceMs: 60 * SECOND,
      }),
    );
    const step = drives.recordStep({ lease: dead, cause: 'checkout' });
    await opened.tradeRecord.record(state!.trades[0]!, { kind: 'unknown', reason: 'timeout' }, step);
    const sending = { ...drives.newSending(dead, asked()), leaseMs: 0 };
    await opened.tradeRecord.record(state!.trades[0]!, { kind: 'next_trade', sending }, step);
    await rows(`UPDATE trades SET status = 'PAID', outcome = 'created', order_no = 'P-1' WHERE n = 1`);
    await sealAgain(opened.database);

    await sleep(5);
    expect(await opened.leases.claim([next.id], next.durationMs)).toHaveLength(1);
    const { state: left } = await opened.orders.find(REQUEST.merchantOrderNo);
    const drive = {
      state: left!,
      lease: next,
      customer: REQUEST.customer,
      callerWaits: false,
      cause: 'checkout',
    } as const;
    await drives.resume(drive);
    const after = (await opened.orders.find(REQUEST.merchantOrderNo)).state!;
    expect(after.order).toMatchObject({ attemptUntil: null, attemptLease: null });
    expect(after.trades).toMatchObject([
      { status: 'PAID' },
      { outcome: 'unknown', nextQueryAt: expect.any(Date) as Date },
    ]);
    expect(after.trades).toHaveLength(2);
    expect(seen).toEqual([]);
    expect((await checkout()).status).toBe(200);
  });
});
