import { createDataSource } from '#src/data-source.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import type { Statements } from '#src/platform/database/statements.js';
import { KeysService } from '#src/platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '#src/platform/crypto/service-key.repository.js';
import { PollResultWriter } from '#src/orders/write/poll-result-writer.service.js';
import { OrderSealsService } from '#src/orders/secrets/order-seals.service.js';
import { ChangeRepository } from '#src/orders/storage/change.repository.js';
import { StoredOrders } from '#src/orders/storage/stored-orders.service.js';
import { StateCheck } from '#src/orders/storage/state-check.js';
import { AttemptRecorder } from '#src/orders/write/attempt-recorder.service.js';
import { RegistrationService } from '#src/orders/write/registration.service.js';
import { OrderView } from '#src/reading/api/order-view.presenter.js';
import { AttemptLeases } from '#src/orders/write/attempt-leases.service.js';
import { EpochRepository } from '#src/orders/storage/epoch.repository.js';
import { EpochService } from '#src/orders/epoch/epoch.service.js';
import { Watches } from '#src/orders/storage/watches.service.js';
import { OrderWriterService } from '#src/orders/write/order-writer.service.js';
import { OrderEditsService } from '#src/orders/write/order-edits.service.js';
import { RebuildService } from '#src/orders/write/rebuild.service.js';
import { OrderChanges } from '#src/orders/write/order-changes.js';
import { OrderWaits } from '#src/follow/changes/order-waits.service.js';
import { OrderWatch } from '#src/follow/changes/order-watch.service.js';
import { ClaimRepository } from '#src/reconciliation/claim.repository.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { SecurityLog } from '#src/platform/telemetry/security-log.js';
import { verifyHistory } from '#src/orders/decisions/history.js';
import type { OrderEvent } from '#src/orders/model/order.types.js';
import { freshDatabase } from './database.js';
import { APP_ID } from './order-builders.js';
import { settingsWith } from './settings.js';
import { PausesService } from '#src/pauses/pauses.service.js';
import { SystemChance } from '#src/platform/chance.js';

/** The order writer on a real database, wired by hand; `env` overrides settings. */
export function openOrderWriter(
  url: string,
  env: Readonly<Record<string, string>> = {},
  statements: Statements = new PooledStatements(createDataSource(url)),
) {
  const settings = settingsWith({ DATABASE_URL: url, RAMP_APP_ID: APP_ID, ...env });
  const database = new Database(statements);
  const chance = new SystemChance();
  const keys = new KeysService(settings, new ServiceKeyRepository(database), chance);
  const metrics = new Metrics();
  const time = new ProcessTime();
  const security = new SecurityLog(metrics, time);
  const check = new StateCheck(database, keys, security, metrics);
  const orders = new StoredOrders(database, check);
  const changes = new ChangeRepository(database);
  const seals = new OrderSealsService(keys, chance, time);
  const orderChanges = new OrderChanges();
  const writes = new OrderWriterService(orders, changes, seals, settings, metrics, orderChanges, time);
  const watches = new Watches(database, chance, settings);
  const epochs = new EpochService(new EpochRepository(database), settings, metrics, time);
  const watch = new OrderWatch(orders, database, epochs, time, chance, orderChanges);
  const leases = new AttemptLeases(database, orderChanges);
  const tradeRecord = new AttemptRecorder(writes, leases, orders, epochs, settings, chance);
  const pauses = new PausesService(database, time);
  const registrations = new RegistrationService(writes, watches, chance, orders, new PausesService(database, time));
  const answers = new PollResultWriter(orders, writes, seals, watches, epochs, settings, chance);
  const close = async (): Promise<void> => {
    watch.onModuleDestroy();
    await statements.close();
  };
  return {
    settings,
    database,
    keys,
    check,
    orders,
    epochs,
    writes,
    orderChanges,
    watch,
    watches,
    chance,
    waits: new OrderWaits(watch, time),
    tradeRecord,
    leases,
    edits: new OrderEditsService(orders, writes, orderChanges, chance, metrics),
    rebuilds: new RebuildService(orders, writes, seals, keys),
    answers,
    registrations,
    pauses,
    seals,
    view: new OrderView(seals, settings),
    claims: new ClaimRepository(database, chance),
    metrics,
    url,
    close,
  };
}

export const FORGET_ORDERS = 'TRUNCATE orders, trades, schedules, order_events, mismatches, outbox CASCADE';

export type OrderWriter = Awaited<ReturnType<typeof openOrderWriter>>;

/** The same on a database of its own, dropped by `close`. */
export async function openOwnOrderWriter(env: Readonly<Record<string, string>> = {}): Promise<OrderWriter> {
  const database = await freshDatabase();
  const opened = openOrderWriter(database.url, env);
  const close = async (): Promise<void> => {
    await opened.close();
    await database.drop();
  };
  return { ...opened, close };
}

/** Closes it; throws if a history is not intact. */
export async function closeWhole(opened: OrderWriter): Promise<void> {
  try {
    const problems = await historyProblems(opened);
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await opened.close();
  }
}

/** Faults in the stored histories of all orders; empty: all intact. */
export async function historyProblems({ database, keys }: OrderWriter): Promise<string[]> {
  const ring = await keys.ring();
  const problems: string[] = [];
  const orders = await database.query<{ no: string; count: number; mac: Buffer }>(
    'SELECT merchant_order_no AS no, event_count AS count, last_event_mac AS mac FROM orders',
  );
  for (const { no, count, mac } of orders) {
    const events = await database.query<OrderEvent>(
      `SELECT merchant_order_no AS "merchantOrderNo", seq, at, trade_no AS "tradeNo", kind, cause, data, evidence,
            evidence_mac AS "evidenceMac",
              key_id AS "keyId", mac FROM order_events WHERE merchant_order_no = $1 ORDER BY seq`,
      [no],
    );
    const end = { eventCount: count, lastEventMac: mac };
    const faults = verifyHistory(end, events, (text, keyId) => ring.mac('history', text, keyId));
    problems.push(...faults.map(({ seq, detail }) => `${no}: ${seq ?? 'end'} ${detail}`));
  }
  return problems;
}

/** The next writing statements, `times` of them, are executed, but their replies are lost. */
export function loseReply({ database }: OrderWriter, what: RegExp, times = 1): void {
  const together = database.together.bind(database);
  let left = times;
  database.together = async <Row>(sql: string, parameters: readonly unknown[], key: string): Promise<Row[]> => {
    const result = await together<Row>(sql, parameters, key);
    if (left > 0 && what.test(sql)) {
      left -= 1;
      throw new Error('Connection terminated unexpectedly');
    }
    return result;
  };
}
