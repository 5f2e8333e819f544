import { randomBytes, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiKeyRepository } from '#src/access/api-keys/api-key.repository.js';
import { hasJustMoved } from '#src/checkout/price.js';
import { retryObstacle, shownPage } from '#src/orders/decisions/offers.js';
import { BackgroundTasks } from '#src/platform/background/background-tasks.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { CallSlotsRepository } from '#src/ramp/rate/call-slots.repository.js';
import { ClaimRepository } from '#src/reconciliation/claim.repository.js';
import { StalledWorkService } from '#src/reconciliation/stalled-work.service.js';
import { DeliveryRepository } from '#src/webhooks/storage/delivery.repository.js';
import { EndpointRepository } from '#src/webhooks/storage/endpoint.repository.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openDesk } from '../support/desk.js';
import { OrderActs } from '../support/order-acts.js';
import { MINUTE, SECOND } from '../support/moments.js';
import { buySeen, trade } from '../support/order-builders.js';
import { openOrderWriter } from '../support/order-writer.js';
import { fillWithOrders } from '../support/many-orders.js';
import { sealedMessage } from '../support/own-messages.js';
import { sealAgain } from '../support/sealed-orders.js';
import type { OrderWriter } from '../support/order-writer.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

const NUMBER = 'A-1001';
const LEASE_MS = 21 * SECOND;
const POLICY = { payUrlTtlMs: 60 * MINUTE, maxTrades: 20 };
const ACTOR = { id: 'key:ann', name: 'Ann', address: null };

Logger.overrideLogger(false);

let testDatabase: TestDatabase;
let now: OrderWriter;
let driven: OrderActs;
const closing: (() => Promise<void>)[] = [];

const close = async (): Promise<void> => {
  for (const end of closing.splice(0).reverse()) await end();
};
beforeEach(async () => {
  await close();
  testDatabase = await freshDatabase();
  closing.push(() => testDatabase.drop());
  now = open('0');
  driven = new OrderActs(now);
});
afterAll(close);

/** A process with Postgres' clock shifted by `ahead`. */
function open(ahead: string): OrderWriter {
  const url = new URL(testDatabase.url);
  url.searchParams.set('options', `-c ramp_checkout.clock_shift=${ahead.replaceAll(' ', '\\ ')}`);
  const opened = openOrderWriter(url.href);
  closing.push(opened.close);
  return opened;
}

const sql = <Row = { value: unknown }>(text: string): Promise<Row[]> => now.database.query<Row>(text);
const valueOf = async (expression: string, from: string): Promise<unknown> =>
  (await sql(`SELECT ${expression} AS value FROM ${from}`))[0]?.value;

const tasks = (): BackgroundTasks =>
  new BackgroundTasks(now.settings, new SchedulerRegistry(), new ProcessTime(), new SystemChance());
const stalledWork = (metrics = new Metrics()): StalledWorkService =>
  new StalledWorkService(now.database, now.settings, tasks(), metrics);

const ahead = (column: string, where = 'true'): Promise<unknown> => {
  const [table, name] = column.split('.');
  return sql(`UPDATE ${table} SET ${name} = checkout_now() + interval '2 days' WHERE ${where}`);
};

async function delivery(): Promise<DeliveryRepository> {
  const deliveries = new DeliveryRepository(now.database);
  const endpoint = await new EndpointRepository(now.database).insert({
    id: randomUUID(),
    url: 'https://shop.example/',
    events: ['*'],
    description: null,
    disabledReason: null,
    secret: randomBytes(60),
    secretKeyId: '1',
    failures: 0,
    failingSince: null,
    createdAt: new Date(),
    createdBy: 'test',
  });
  await deliveries.makeTest(sealedMessage('endpoint.test'), endpoint.id);
  return deliveries;
}

const claimedDeliveries = async (deliveries: DeliveryRepository): Promise<number> => {
  await stalledWork().bringBack();
  const endpoint_id = String(await valueOf('id', 'webhook_endpoints'));
  return (await deliveries.claim([{ endpoint_id, free: 10 }], 30 * SECOND)).length;
};

const polled = async (): Promise<string[]> => {
  await stalledWork().bringBack();
  return (await now.claims.claim(10, LEASE_MS)).map(({ tradeNo }) => tradeNo);
};

const want = { waitMs: 1200, lateMs: 30, perSecond: 10 };

/**
 * Every stored time that work waits for: the latest value that the service writes, and a test that plants one two days
 * ahead and expects the work to continue.
 */
const WAITED: Readonly<Record<string, readonly [latest: string, goesOn: (column: string) => Promise<void>]>> = {
  'orders.attempt_until': [
    'a lease, or CHECKOUT_PATIENCE_MS',
    async (column) => {
      await driven.reserved(NUMBER);
      await ahead(column);
      await stalledWork().bringBack();
      const later = open('25 s');
      expect(await later.leases.claim([randomUUID()], LEASE_MS)).toMatchObject([{ merchantOrderNo: NUMBER }]);
    },
  ],
  'orders.attempt_patience_until': [
    'CHECKOUT_PATIENCE_MS',
    async (column) => {
      await driven.reserved(NUMBER);
      await ahead(column);
      await stalledWork().bringBack();
      const left = `attempt_patience_until - checkout_now() <= interval '10 min'`;
      expect(await valueOf(left, 'orders')).toBe(true);
    },
  ],
  'trades.pay_url_at': [
    'now; shown for PAY_URL_TTL_MS',
    async (column) => {
      await driven.created(NUMBER);
      await ahead(column);
      await sealAgain(now.database);
      const { state } = await now.orders.find(NUMBER);
      expect([shownPage(state!, POLICY), retryObstacle(state!, POLICY)]).toEqual([null, null]);
    },
  ],
  'trades.status_at': [
    'now; a price that moved is told for 10 s',
    async () => {
      const at = new Date();
      const shown = { cryptoQuantity: '100', tolerancePercent: '1' };
      const moved = { problem: 'quote_moved', returnCode: null, returnMsg: null, traceId: null, min: null, max: null };
      const declined = (statusAt: Date) =>
        trade({ status: 'REJECTED', refusal: moved, shownQuantity: '100', tolerancePercent: '1', statusAt });
      expect(hasJustMoved(declined(at), shown, at)).toBe(true);
      expect(hasJustMoved(declined(new Date(at.getTime() + 10 * MINUTE)), shown, at)).toBe(false);
      await Promise.resolve();
    },
  ],
  'schedules.next_query_at': ['a day, with jitter', pollGoesOn],
  'schedules.planned_at': ['now', pollGoesOn],
  'schedules.lease_until': ['a lease', pollGoesOn],
  'schedules.hinted_at': ['now', isBroughtBack],
  'schedules.last_asked_at': ['now', pollGoesOn],
  'schedules.last_answer_at': ['now', isBroughtBack],
  'schedules.not_found_at': ['now; a second answer counts a minute later', isBroughtBack],
  'webhook_deliveries.next_at': ['a day, with jitter', deliveryGoesOn],
  'webhook_deliveries.planned_at': ['now', deliveryGoesOn],
  'webhook_deliveries.lease_until': [
    'a lease of 30 s',
    async (column) => {
      const deliveries = await delivery();
      expect(await claimedDeliveries(deliveries)).toBe(1);
      await ahead(column);
      expect(await claimedDeliveries(deliveries)).toBe(1);
    },
  ],
  'webhook_endpoints.failing_since': [
    'now; an endpoint that fails for days is disabled',
    async (column) => {
      const deliveries = await delivery();
      await ahead(column);
      const endpoint_id = String(await valueOf('id', 'webhook_endpoints'));
      const [claimed] = await deliveries.claim([{ endpoint_id, free: 1 }], 30 * SECOND);
      const { id, attempts } = claimed!.delivery;
      const failed = {
        deliveryId: id,
        n: attempts,
        at: new Date(),
        durationMs: 5,
        status: 500,
        error: null,
        answer: null,
      };
      const message = sealedMessage('endpoint.disabled', { reason: 'failing' });
      const outcome = { isGood: false, disables: null, givenUpAfterMs: MINUTE, message };
      await deliveries.record(claimed!.delivery, failed, { state: 'pending', afterMs: SECOND }, outcome);
      expect(await valueOf('failing_since <= checkout_now()', 'webhook_endpoints')).toBe(true);
    },
  ],
  'call_budget.next_at': [
    'a few seconds',
    async (column) => {
      await ahead(column);
      expect(
        await new CallSlotsRepository(now.database).take({ ...want, customers: 1, others: 0, hasPoll: false }),
      ).toMatchObject({
        count: 1,
      });
    },
  ],
  'call_budget.poll_at': [
    'a few places',
    async (column) => {
      await ahead(column);
      expect(
        await new CallSlotsRepository(now.database).take({ ...want, customers: 0, others: 1, hasPoll: true }),
      ).toMatchObject({
        count: 1,
      });
    },
  ],
  'audit_log.at': [
    'now; some actions are limited for an hour',
    async () => {
      const entry = { actor: ACTOR, action: 'order.ask', target: NUMBER, reason: null } as const;
      const limit = { most: 1, withinMs: 60 * MINUTE };
      const { audit } = await openDesk(open('2 days'));
      expect(await audit.recordWithin(entry, limit)).toBe(0);
      expect(await audit.recordWithin(entry, limit)).toBeGreaterThan(0);
      expect(await (await openDesk(now)).audit.recordWithin(entry, limit)).toBe(0);
    },
  ],
  'api_keys.last_used_at': [
    'now; written once a minute',
    async (column) => {
      const id = randomUUID();
      await sql(`INSERT INTO api_keys (id, name, role, scope, account, prefix, hash, seal, key_id, created_by)
        VALUES ('${id}', 'shop', 'checkout', 'own', '${id}', 'abcdefghjkmn', sha256(''), sha256(''), '1', 'test')`);
      await ahead(column);
      await new ApiKeyRepository(now.database).touch(id);
      expect(await valueOf('last_used_at <= checkout_now()', 'api_keys')).toBe(true);
    },
  ],
};

async function pollGoesOn(column: string): Promise<void> {
  await driven.created(NUMBER);
  if (column === 'schedules.lease_until')
    await sql(`UPDATE schedules SET lease_id = '${randomUUID()}', lease_until = checkout_now()`);
  await ahead(column);
  if (column === 'schedules.planned_at') await ahead('schedules.next_query_at');
  else if (column !== 'schedules.next_query_at') await sql('UPDATE schedules SET next_query_at = checkout_now()');
  await stalledWork().bringBack();
  const [claimed] = await now.claims.claim(10, LEASE_MS);
  expect(claimed?.tradeNo).toBe(NUMBER);
  const snapshot = buySeen({ orderNo: `P-${NUMBER}`, status: 'PAID', rampStatus: 'PAY_SUCCESS' });
  const evidence = { endpoint: 'query', sent: {}, seen: {}, httpStatus: 200, traceId: null, answeredAt: null } as const;
  const answer = { kind: 'seen', snapshot, evidence } as const;
  const { tradeNo, merchantOrderNo, leaseId, askedAt } = claimed!;
  const query = { tradeNo, merchantOrderNo, leaseId, askedAt, cause: { kind: 'poll' }, answer } as const;
  expect(await now.answers.recordAnswer(query)).toBe('changed');
}

async function isBroughtBack(column: string): Promise<void> {
  await driven.unknown(NUMBER);
  for (const one of [column, 'schedules.planned_at', 'schedules.next_query_at']) await ahead(one);
  expect(await polled()).toEqual([NUMBER]);
  expect(await valueOf(`${column} <= checkout_now()`, 'schedules')).toBe(true);
}

async function deliveryGoesOn(column: string): Promise<void> {
  const deliveries = await delivery();
  await ahead(column);
  if (column !== 'webhook_deliveries.next_at') await ahead('webhook_deliveries.next_at');
  expect(await claimedDeliveries(deliveries)).toBe(1);
}

/**
 * Times that no work waits for, by reason. Data with a date ahead is deleted later by as much as the clock was set
 * back.
 */
const NOT_WAITED: Readonly<Record<string, readonly string[]>> = {
  'says when it happened': [
    'orders.erased_at',
    'trades.updated_at',
    'order_events.at',
    'webhook_attempts.at',
    'webhook_deliveries.created_at',
    'mismatches.opened_at',
    'mismatches.resolved_at',
    'reconciliation_runs.finished_at',
    'erasures.at',
    'service_keys.created_at',
    'service_keys.retired_at',
    'api_keys.created_at',
    'api_keys.revoked_at',
    'removed_orders.removed_at',
    'webhook_endpoints.created_at',
    'order_notes.at',
    'pauses.at',
  ],
  'what is as old as this ends, is given up or deleted': [
    'orders.created_at',
    'orders.updated_at',
    'trades.created_at',
    'outbox.created_at',
    'reconciliation_runs.started_at',
    'callback_receipts.received_at',
    'callback_receipts.last_received_at',
  ],
  'numbers are looked up, or a repeat waits, so much longer; a pause of far more than a minute is none': [
    'database_epoch.began_at',
    'database_epoch.doubted_at',
    'doubted_numbers.at',
    'trades.given_up_at',
  ],
  'a date that law or staff sets, months ahead': [
    'orders.kept_until',
    'orders.secret_until',
    'api_keys.expires_at',
    'pauses.until',
  ],
};

describe("times ahead: a stored time ahead of Postgres' clock", () => {
  it.each(Object.entries(WAITED))('%s: the work continues', async (column, [, goesOn]) => {
    await goesOn(column);
  });

  it('is listed as waited for or not waited for', async () => {
    const columns = await sql<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'`,
    );
    const listed = [...Object.keys(WAITED), ...Object.values(NOT_WAITED).flat()];
    expect(columns.map(({ name }) => name).sort()).toEqual(listed.sort());
  });
});

describe("times ahead: after Postgres' clock was set back", () => {
  it.each(['10 minutes', '6 hours', '1 day'])(
    'by %s, a trade that was planned before is due, and counted until then',
    async (shift) => {
      await new OrderActs(open(shift)).created(NUMBER);
      const metrics = new Metrics();
      const work = stalledWork(metrics);
      const count = async (): Promise<unknown> =>
        (await metrics.registry.getSingleMetric('ramp_checkout_times_ahead')!.get()).values[0]?.value;
      expect(await count()).toBe(2);
      expect(await now.claims.claim(10, LEASE_MS)).toEqual([]);
      await work.bringBack();
      expect(await count()).toBe(1);
      expect(await now.claims.claim(10, LEASE_MS)).toMatchObject([{ tradeNo: NUMBER }]);
    },
  );

  it('work planned far ahead by the present clock is unchanged', async () => {
    await driven.created(NUMBER);
    await sql(`UPDATE schedules SET next_query_at = checkout_now() + interval '25 hours'`);
    await stalledWork().bringBack();
    expect(await valueOf(`next_query_at > checkout_now() + interval '24 hours'`, 'schedules')).toBe(true);
    expect(await polled()).toEqual([]);
  });

  it('a live lease holder keeps its lease for the length of a lease', async () => {
    const { state, step } = await new OrderActs(open('6 hours')).reserved(NUMBER);
    await stalledWork().bringBack();
    expect(await now.leases.claim([randomUUID()], LEASE_MS)).toEqual([]);
    const made = { orderNo: `P-${NUMBER}`, payUrl: 'https://pay.example' };
    expect(await now.tradeRecord.record(state.trades[0]!, { kind: 'created', made }, step)).not.toBeNull();
  });
});

describe('times ahead: among many schedules', () => {
  it('a check for times ahead, and a claim, read few blocks', async () => {
    await fillWithOrders(now.database, 20_000);
    await sql(`UPDATE schedules SET watch_class = (ARRAY['young', 'old', 'paid', 'closed'])[1 + length(trade_no || md5(trade_no)) % 4],
      planned_at = checkout_now() - interval '1 hour', next_query_at = checkout_now() + interval '1 hour'`);
    await sql('VACUUM ANALYZE schedules');
    const read: Record<string, number> = {};
    const { database } = now;
    /** Collects the blocks that each statement reads. */
    const explaining = {
      query: async (text: string, parameters: readonly unknown[] = []) => {
        const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
        const [row] = await database.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(explained, parameters);
        const plan = row!['QUERY PLAN'][0].Plan;
        read[/\b(orders|schedules|webhook_deliveries)\b/.exec(text)![0]] =
          plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
        return [];
      },
    } as unknown as OrderWriter['database'];
    await new StalledWorkService(explaining, now.settings, tasks(), new Metrics()).bringBack();
    expect(Object.values(read).filter((blocks) => blocks > 60)).toEqual([]);
    await new ClaimRepository(explaining, new SystemChance()).claim(10, LEASE_MS);
    expect(Object.keys(read).sort()).toEqual(['orders', 'schedules', 'webhook_deliveries']);
    expect(read['schedules']).toBeLessThan(60);
  });
});
