import { SchedulerRegistry } from '@nestjs/schedule';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { RemovalService } from '#src/accounting/removal/removal.service.js';
import { AuditVerifier } from '#src/audit/audit-check.service.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { CallbackReceiptsService } from '#src/callbacks/callback-receipts.service.js';
import { retryObstacle } from '#src/orders/decisions/offers.js';
import { PersonsService } from '#src/privacy/persons.service.js';
import { PersonRepository } from '#src/privacy/person.repository.js';
import { ErasureService } from '#src/orders/write/erasure.service.js';
import { BackgroundTasks } from '#src/platform/background/background-tasks.js';
import { RetentionService } from '#src/privacy/retention.service.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { openDesk } from '../support/desk.js';
import { OrderActs } from '../support/order-acts.js';
import { historyProblems, openOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';
import { sealAgain } from '../support/sealed-orders.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SystemChance } from '#src/platform/chance.js';

const DAY_MS = 86_400_000;

let testDatabase: TestDatabase;
/** Connects as the owner, for changes that only time brings. */
let owner: pg.Client;
const opened: OrderWriter[] = [];

beforeEach(async () => {
  testDatabase = await freshDatabase();
  owner = new pg.Client({ connectionString: testDatabase.url });
  await owner.connect();
});
afterEach(async () => {
  for (const writer of opened.splice(0)) await writer.close();
  await owner.end();
  await testDatabase.drop();
});

/** The service's role with its clock shifted by an interval such as `-400 days`. */
async function open(env: Readonly<Record<string, string>> = {}, ahead = '0') {
  const url = new URL(asServiceRole(testDatabase.url));
  url.searchParams.set('options', `-c ramp_checkout.clock_shift=${ahead.replaceAll(' ', '\\ ')}`);
  const writer = openOrderWriter(url.href, env);
  opened.push(writer);
  const { database, keys, seals, orders, writes, settings } = writer;
  const desk = await openDesk(writer);
  const erasures = new ErasureService(orders, writes);
  const retention = new RetentionService(
    new CallbackReceiptsService(database, keys, new SystemChance()),
    desk.runs,
    new PersonsService(new PersonRepository(database), keys, seals),
    erasures,
    new RemovalService(database, new HistoryRepository(database), keys),
    desk.audit,
    settings,
    new BackgroundTasks(settings, new SchedulerRegistry(), new ProcessTime(), new SystemChance()),
  );
  return { writer, erasures, retention, audit: desk.audit, driven: new OrderActs(writer) };
}

const count = async (table: string): Promise<number> => {
  const { rows } = await owner.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`);
  return rows[0]!.n;
};

describe('retention', () => {
  it('receipts and polling rounds are deleted at their age, not before', async () => {
    const { retention } = await open();
    for (const age of [...Array.from({ length: 1200 }, () => 91), 89]) {
      await owner.query(
        `INSERT INTO reconciliation_runs VALUES ($1, now() - $2 * interval '1 day', now(), 1, 1, 1, 0)`,
        [randomUUID(), age],
      );
    }
    const receipt = (age: number, again: number | null): Promise<unknown> =>
      owner.query(
        `INSERT INTO callback_receipts (id, received_at, last_received_at, trade_no, method, digest, key_id, content, payload_hash)
         VALUES ($1, now() - $2 * interval '1 day', now() - $3 * interval '1 day', 'A-1', 'POST', sha256(''), '1', '', sha256($4))`,
        [randomUUID(), age, again, Buffer.from(randomUUID())],
      );
    await receipt(366, null);
    await receipt(366, 364);
    await receipt(364, null);
    await retention.removeOld();
    expect([await count('reconciliation_runs'), await count('callback_receipts')]).toEqual([1, 2]);
  });

  it('payment pages are cleared once no longer shown, without changing the order', async () => {
    const { driven, retention } = await open();
    await driven.created('A-1');
    await driven.created('A-2');
    await owner.query(`UPDATE trades SET pay_url_at = now() - interval '61 minutes' WHERE trade_no = 'A-1'`);
    await sealAgain(owner);
    await retention.removeOld();
    const { rows } = await owner.query('SELECT trade_no, pay_url FROM trades ORDER BY trade_no');
    expect(rows).toEqual([
      { trade_no: 'A-1', pay_url: null },
      { trade_no: 'A-2', pay_url: 'https://pay.example' },
    ]);
    expect(await historyProblems(opened[0]!)).toEqual([]);
    // Clearing changed no version, so the next answer is recorded as usual.
    await driven.seen('A-1');
    expect(await historyProblems(opened[0]!)).toEqual([]);
  });
});

describe('retention: orders', () => {
  it.each([
    ['stay', {}, 1],
    ['go where it is set', { RETAIN_ORDERS_MS: String(100 * DAY_MS) }, 0],
  ] as const)('that ended long ago %s', async (_what, env, left) => {
    const then = await open({}, '-101 days');
    await then.driven.refused('A-1');
    await owner.query('UPDATE schedules SET next_query_at = NULL');
    await owner.query('DELETE FROM outbox');
    const { retention } = await open(env);
    await retention.removeOld();
    expect([await count('orders'), await count('removed_orders')]).toEqual([left, 1 - left]);
  });
});

describe('retention: the audit log', () => {
  const ANN = { id: 'key:ann', name: 'Ann', address: null };
  const entry = { actor: ANN, action: 'order.ask', target: 'A-1', reason: null } as const;
  const YEARS = { RETAIN_AUDIT_MS: String(370 * DAY_MS) };

  async function faults(): Promise<string[]> {
    const [{ database, keys }] = opened as [OrderWriter];
    const ring = await keys.ring();
    const found: string[] = [];
    await new AuditVerifier(new AuditRepository(database)).check(ring, [], ({ entry: at, reason }) => {
      found.push(`${at ?? 'end'}: ${reason}`);
      return Promise.resolve();
    });
    return found;
  }

  beforeEach(async () => {
    const { audit } = await open(YEARS, '-400 days');
    for (let n = 0; n < 3; n++) await audit.record(entry);
  });

  it('is cut at its age, stays valid and continues', async () => {
    const { audit, retention } = await open(YEARS);
    await audit.record(entry);
    await audit.record(entry);
    await retention.removeOld();
    await audit.record(entry);
    expect((await owner.query('SELECT id FROM audit_log ORDER BY id')).rows.map(({ id }) => Number(id))).toEqual([
      4, 5, 6,
    ]);
    expect(await faults()).toEqual([]);
    await owner.query('ALTER TABLE audit_log DISABLE TRIGGER ALL; DELETE FROM audit_log WHERE id = 4');
    expect(await faults()).toEqual(['5: stands where entry 4 belongs']);
  });

  it('keeps its newest entry at any age', async () => {
    const { retention } = await open(YEARS);
    await retention.removeOld();
    expect(await count('audit_log')).toBe(1);
    expect(await faults()).toEqual([]);
  });

  it('the service role cannot cut entries younger than a year, nor unnoticed', async () => {
    const { writer, audit } = await open(YEARS);
    await audit.record(entry);
    const { database } = writer;
    await expect(database.query('DELETE FROM audit_log')).rejects.toThrow('the audit log is append-only');
    await database.query(`INSERT INTO audit_cut VALUES (1, 4, sha256(''), '1', sha256(''))`);
    await expect(database.query('DELETE FROM audit_log')).rejects.toThrow('the audit log is append-only');
    await database.query('DELETE FROM audit_log WHERE id = 1');
    expect(await faults()).toEqual(['4: what says where it was cut off was altered']);
  });

  it('audit: an unsealed cut does not stop retention, and is corrected', async () => {
    const { writer, audit, retention } = await open(YEARS);
    await audit.record(entry);
    await writer.database.query(`INSERT INTO audit_cut VALUES (1, 1000000, sha256(''), '1', sha256(''))`);
    await retention.removeOld();
    expect((await owner.query('SELECT id FROM audit_log')).rows).toEqual([{ id: '4' }]);
    expect(await faults()).toEqual([]);
  });
});

describe('retention: data of an erased customer required by law', () => {
  it('is kept for its time, is never sent, and then deleted', async () => {
    const env = { RETAIN_BY_LAW_MS: String(40 * DAY_MS) };
    const [then, later, last] = [await open(env), await open(env, '39 days'), await open(env, '41 days')];
    await then.driven.refused('A-1');
    await owner.query(`UPDATE orders SET customer_id = 'jane'`);
    await sealAgain(owner);
    const stored = async (): Promise<unknown> => {
      const { rows } = await owner.query<Record<string, unknown>>(
        `SELECT t.asked ->> 'address' <> '[erased]' AS address,
                lower(nullif(t.asked ->> 'address', '[erased]')) IS NOT DISTINCT FROM o.address_key AS same, customer_id IS NOT NULL AS customer,
                t.asked ->> 'redirectUrl' AS mark, kept_until IS NOT NULL AS kept
           FROM orders o JOIN trades t USING (merchant_order_no)`,
      );
      return rows[0];
    };
    expect(await then.erasures.erase(['A-1'], { kind: 'staff', by: 'ann' }, then.writer.settings.keptByLawMs)).toBe(1);
    const first = { address: true, same: true, customer: true, mark: '[erased]', kept: true };
    expect(await stored()).toEqual(first);
    const [state] = await then.writer.orders.findAll(['A-1']);
    expect(retryObstacle(state!, then.writer.settings.orders)).toBe('order_not_retryable');

    await then.retention.removeOld();
    expect(await stored()).toEqual(first);
    await later.retention.removeOld();
    expect(await stored()).toEqual(first);
    await last.retention.removeOld();
    expect(await stored()).toEqual({ ...first, address: false, customer: false, kept: false });
    expect(await historyProblems(then.writer)).toEqual([]);
  });
});
