import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutAnswer } from '#src/checkout/checkout.service.js';
import { termsOf } from '#src/orders/model/fold.js';
import type { CatalogService } from '#src/catalog/catalog.service.js';
import type { AttemptRunner } from '#src/checkout/attempt-runner.service.js';
import type { AttemptEnd } from '#src/checkout/attempt-runner.service.js';
import type { LookUpService } from '#src/orders/ask/look-up.service.js';
import type { CreateResult, RampNotSent } from '#src/ramp/port/ramp.errors.js';
import type { TradeCustomer, TradeRequest } from '#src/ramp/port/ramp.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SECOND } from '../support/moments.js';
import { asked, reservation } from '../support/order-builders.js';
import { openOwnOrderWriter, closeWhole } from '../support/order-writer.js';
import { evidence as evidenceOf } from '../unit/catalog/scripted-ramp.js';
import { sealAgain } from '../support/sealed-orders.js';
import { NOT_ASKED_FIRST } from '../support/decision-contexts.js';
import { checkoutRequest, openCheckouts } from '../support/checkouts.js';
import type { OrderWriter } from '../support/order-writer.js';

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
});

it('a runner that takes over waits for a look-up no longer than half of its lease', async () => {
  const first = { ...NOT_ASKED_FIRST, lookUp: () => new Promise(() => undefined) } as unknown as LookUpService;
  const { drives } = openCheckouts(opened, { ramp: {}, first });
  await opened.tradeRecord.reserve(reservation({ leaseMs: 0 }));
  const lease = Object.assign(drives.newLease(), { durationMs: 500 });
  await sleep(5);
  expect(await opened.leases.claim([lease.id], 20 * SECOND)).toHaveLength(1);
  const { state } = await opened.orders.find('A-1001');
  const attempt = {
    state: state!,
    lease,
    customer: REQUEST.customer,
    callerWaits: false,
    cause: 'checkout',
  } as const;
  expect(await drives.resume(attempt)).toEqual({ kind: 'left' });
  expect((await opened.orders.find('A-1001')).state).toMatchObject({
    order: { attemptLease: null, attemptUntil: expect.any(Date) as Date },
    trades: [{ outcome: 'unknown', superseded: false }],
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

it('a runner that died while an older trade was paid leaves a watched request, and no trade follows', async () => {
  const { drives } = checkouts(() => Promise.reject(new Error('sent')));
  const [dead, next] = [drives.newLease(), drives.newLease()];
  const { now } = await opened.orders.find('A-1001');
  const { state } = await opened.tradeRecord.reserve(
    reservation({ stamp: now.getTime(), attemptLease: dead.id, leaseMs: 0, patienceMs: 60 * SECOND }),
  );
  const step = { attemptLease: dead.id, cause: { kind: 'checkout' as const }, evidence: null };
  await opened.tradeRecord.record(state!.trades[0]!, { kind: 'unknown', reason: 'timeout' }, step);
  const sending = { stamp: now.getTime(), asked: asked(), leaseMs: 0, newRequest: null };
  await opened.tradeRecord.record(state!.trades[0]!, { kind: 'next_trade', sending }, step);
  await rows(`UPDATE trades SET status = 'PAID', outcome = 'created', order_no = 'P-1' WHERE n = 1`);
  await sealAgain(opened.database);
  await sleep(5);
  expect(await opened.leases.claim([next.id], next.durationMs)).toHaveLength(1);
  const left = (await opened.orders.find('A-1001')).state!;
  await drives.resume({ state: left, lease: next, customer: REQUEST.customer, callerWaits: false, cause: 'checkout' });
  expect((await opened.orders.find('A-1001')).state).toMatchObject({
    order: { attemptUntil: null, attemptLease: null },
    trades: [{ status: 'PAID' }, { outcome: 'unknown', nextQueryAt: expect.any(Date) as Date }],
  });
});
