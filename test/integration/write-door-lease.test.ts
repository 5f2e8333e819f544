import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CheckoutService } from '../../src/checkout/checkout.service.js';
import type { CheckoutAnswer, CheckoutRequest } from '../../src/checkout/checkout.types.js';
import { ChecksService } from '../../src/checkout/checks.service.js';
import type { CatalogService } from '../../src/catalog/catalog.service.js';
import { AnswerService } from '../../src/checkout/answer.service.js';
import { ClientSecretService } from '../../src/checkout/client-secret.service.js';
import { DriveService } from '../../src/checkout/drive.service.js';
import type { Drive } from '../../src/checkout/drive.service.js';
import { CallbackAddressService } from '../../src/orders/callback-address.service.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import type { CreateResult, Evidence } from '../../src/ramp/ramp.errors.js';
import type { RampGateway } from '../../src/ramp/ramp.gateway.js';
import type { TradeRequest } from '../../src/ramp/ramp.types.js';
import { EVERYBODY } from '../../src/shared/caller.js';
import { SystemClock } from '../../src/shared/clock.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { SECOND, asked, historyProblems, openWriteDoor } from '../support/order-builders.js';
import type { WriteDoor } from '../support/order-builders.js';

Logger.overrideLogger(false);

let testDatabase: TestDatabase;
let opened: WriteDoor;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  opened = await openWriteDoor(testDatabase.url);
});

afterEach(async () => {
  try {
    expect(await historyProblems(opened)).toEqual([]);
  } finally {
    await opened.close();
    await testDatabase.drop();
  }
});

const evidence: Evidence = {
  endpoint: 'create',
  sent: {},
  seen: null,
  httpStatus: 200,
  traceId: null,
  answeredAt: null,
};
const created = (tradeNo: string): CreateResult => ({
  kind: 'answered',
  value: { orderNo: `P-${tradeNo}`, payUrl: `https://pay.example/${tradeNo}` },
  evidence,
});
const LOST: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };

const REQUEST: CheckoutRequest = {
  ...asked(),
  merchantOrderNo: 'A-1001',
  idempotencyKey: null,
  quote: null,
  customer: { id: null, email: null, accessToken: null },
};

class JumpingClock extends SystemClock {
  ahead = 0;

  override now(): Date {
    return new Date(super.now().getTime() + this.ahead);
  }
}

/** A checkout whose provider is `createTrade`; its limits take `checkMs` to be had. */
function checkouts(
  createTrade: (request: TradeRequest) => Promise<CreateResult>,
  { checkMs = 0, clock = new SystemClock() } = {},
) {
  const { settings, door, keys, orders } = opened;
  const catalog = { limitsFor: () => sleep(checkMs, null) } as unknown as CatalogService;
  const ramp = { createTrade } as unknown as RampGateway;
  const read = new OrdersService(orders, door);
  const addresses = new CallbackAddressService(settings, keys);
  const drives = new DriveService(ramp, door, addresses, settings, clock);
  const checks = new ChecksService(catalog, settings);
  const answers = new AnswerService(read, new ClientSecretService(keys));
  const checkout = new CheckoutService(read, door, checks, drives, answers, settings, clock);
  return { drives, checkout: (request = REQUEST): Promise<CheckoutAnswer> => checkout.checkout(EVERYBODY, request) };
}

const rows = <Row>(sql: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(sql, parameters);

async function leftOfLease(): Promise<number> {
  const [row] = await rows<{ ms: number }>(
    'SELECT (extract(epoch FROM drive_until - checkout_now()) * 1000)::float8 AS ms FROM orders',
  );
  return row!.ms;
}

describe('while a request is on its way', () => {
  it('it is committed with its stamp, and its lease has hardly begun, however long the checks took', async () => {
    let left = 0;
    const { checkout, drives } = checkouts(
      async ({ tradeNo, stamp }) => {
        left = await leftOfLease();
        expect(await rows('SELECT outcome, stamp FROM trades')).toEqual([
          { outcome: 'in_flight', stamp: String(stamp) },
        ]);
        return created(tradeNo);
      },
      { checkMs: 2 * SECOND },
    );
    const { status, state } = await checkout();
    expect(status).toBe(201);
    expect(state.trades[0]?.payUrl).toBe('https://pay.example/A-1001');
    expect(left).toBeGreaterThan(drives.newLease().durationMs - SECOND);
  });

  it('each further one renews the lease', async () => {
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

describe('a driver that lost its lease', () => {
  it('never hands out the payUrl; whoever took over makes the trade with which the customer goes on', async () => {
    const seen: string[] = [];
    let answerFirst: (result: CreateResult) => void = () => undefined;
    const { checkout, drives } = checkouts(({ tradeNo }) => {
      seen.push(tradeNo);
      if (tradeNo !== 'A-1001') return Promise.resolve(created(tradeNo));
      return new Promise((resolve) => (answerFirst = resolve));
    });
    const first = checkout();
    while (seen.length === 0) await sleep(5);

    await rows(`UPDATE orders SET drive_until = checkout_now() - interval '1 second'`);
    const lease = drives.newLease();
    await opened.door.takeDrive('A-1001', lease.id, lease.durationMs, 'left behind');
    const { state } = await opened.orders.find('A-1001');
    const end = await drives.driveLeftBehind({ state: state!, lease, customer: REQUEST.customer, callerWaits: false });
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

describe('a late reply to the current trade, whose payUrl is lost with it', () => {
  /** Everybody who drove is gone; the trade is known to exist, and nobody can be sent to it. */
  async function leaveBehind(drives: DriveService, patienceMs: number): Promise<Drive> {
    const { now } = await opened.orders.find('A-1001');
    const driveLease = randomUUID();
    const given = { merchantOrderNo: 'A-1001', caller: EVERYBODY.id, customerId: null, asked: asked(), now };
    const timing = { stamp: now.getTime(), driveLease, leaseMs: 0, patienceMs, cause: { kind: 'checkout' } } as const;
    const { trades } = (await opened.door.reserve({ ...given, ...timing }))!;
    await opened.door.takeDrive('A-1001', randomUUID(), 0, 'left behind');
    const step = { driveLease, cause: { kind: 'checkout' }, evidence: null } as const;
    await opened.door.recordCreated(trades[0]!, { orderNo: 'P-1', payUrl: 'https://pay.example/lost' }, step);
    await sleep(5);
    const lease = drives.newLease();
    expect(await opened.door.claimDrives([lease.id], lease.durationMs)).toHaveLength(1);
    const { state } = await opened.orders.find('A-1001');
    return { state: state!, lease, customer: REQUEST.customer, callerWaits: false };
  }

  it('the next driver makes a new trade, so that the customer can go on', async () => {
    const { drives } = checkouts(({ tradeNo }) => Promise.resolve(created(tradeNo)));
    const end = await drives.driveLeftBehind(await leaveBehind(drives, 60 * SECOND));
    expect(end.kind).toBe('created');
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { status: 'AWAITING_PAYMENT', driveUntil: null },
      trades: [
        { orderNo: 'P-1', payUrl: null, superseded: true },
        { payUrl: 'https://pay.example/A-1001-r2', superseded: false },
      ],
    });
  });

  it('when patience is over it is not created for the customer, and may be tried again; nobody drives on', async () => {
    const { drives } = checkouts(() => Promise.reject(new Error('sent')));
    const end = await drives.driveLeftBehind(await leaveBehind(drives, 0));
    expect(end.kind).toBe('given_up');
    expect((await opened.orders.find('A-1001')).state).toMatchObject({
      order: { status: 'EXPIRED', failureCode: 'not_created', driveUntil: null },
      trades: [{ orderNo: 'P-1', outcome: 'created', superseded: true }],
    });
  });
});

describe('the same checkout many times at once', () => {
  it('makes one trade, and everybody gets it', async () => {
    let calls = 0;
    const { checkout } = checkouts(async ({ tradeNo }) => {
      calls += 1;
      await sleep(200);
      return created(tradeNo);
    });
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkout()));
    expect(calls).toBe(1);
    expect(new Set(answers.map(({ state }) => state.trades[0]?.payUrl))).toEqual(
      new Set(['https://pay.example/A-1001']),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ clientSecret }) => clientSecret)).size).toBe(1);
  });
});

it('a driver that slept too long after its commit does not send', async () => {
  const clock = new JumpingClock();
  const { drives } = checkouts(() => Promise.reject(new Error('sent')), { clock });
  const { now } = await opened.orders.find('A-1001');
  const lease = drives.newLease();
  const state = await opened.door.reserve({
    merchantOrderNo: 'A-1001',
    caller: EVERYBODY.id,
    customerId: null,
    asked: asked(),
    stamp: now.getTime(),
    driveLease: lease.id,
    leaseMs: lease.durationMs,
    patienceMs: SECOND,
    now,
    cause: { kind: 'checkout' },
  });
  clock.ahead = lease.durationMs;
  const drive = { state: state!, lease, customer: REQUEST.customer, callerWaits: true };
  expect(await drives.driveReserved(drive)).toEqual({ kind: 'lost' });
  expect((await opened.orders.find('A-1001')).state!.trades).toMatchObject([{ outcome: 'in_flight' }]);
});
