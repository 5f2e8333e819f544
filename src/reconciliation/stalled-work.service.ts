import { Injectable, Logger } from '@nestjs/common';
import { LEASE_BEYOND_CALL_MS, LONGEST_LEASE_MS } from '../orders/model/call-lease.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { Settings } from '../platform/config/settings.js';
import { Database } from '../platform/database/database.js';
import { isAheadSql } from '../platform/database/times-ahead.js';
import { DAY } from '../platform/time/time.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import { ENDED } from '../orders/storage/overdue.js';
import { Metrics } from '../platform/telemetry/metrics.js';

const LOCKED = 'LIMIT 1000 FOR UPDATE SKIP LOCKED';
const planned = (table: string, due: string): string =>
  `${table} WHERE ${isAheadSql('planned_at')} AND ${due} IS NOT NULL`;

/**
 * Makes work due that was planned under a clock that ran ahead, and work in `far` that is due later than any plan.
 * Future values of `times` become now. Rows with older plans keep their due time.
 */
const bringBackSql = (table: string, key: string, due: string, far: string, times: readonly string[]): string =>
  `UPDATE ${table} SET ${[due, 'planned_at', ...times].map((time) => `${time} = CASE WHEN ${time} > checkout_now() THEN checkout_now() ELSE ${time} END`).join(', ')}
    WHERE ${key} IN (
      SELECT ${key} FROM (SELECT ${key} FROM ${planned(table, due)} ORDER BY planned_at DESC ${LOCKED}) planned
      UNION ALL SELECT ${key} FROM (${far} ${LOCKED}) far) RETURNING 1`;

/** A lease is shortened, not ended: its holder may be alive and would send beside the next one. */
const DRIVES = `
  UPDATE orders SET
    attempt_until = least(attempt_until, checkout_now() + CASE WHEN attempt_lease IS NULL THEN 0 ELSE $1::int END * interval '1 ms'),
    attempt_patience_until = least(attempt_patience_until, checkout_now() + $2::int * interval '1 ms')
   WHERE merchant_order_no IN (
     SELECT merchant_order_no FROM orders WHERE attempt_until IS NOT NULL
        AND (${isAheadSql('attempt_until', `CASE WHEN attempt_lease IS NULL THEN $2::int ELSE ${LONGEST_LEASE_MS} END`)}
             OR ${isAheadSql('attempt_patience_until', '$2::int')}) ${LOCKED}) RETURNING 1`;

/** The longest interval of open trades and of webhook retries is a day; the rest is jitter. */
const SCHEDULES = bringBackSql(
  'schedules',
  'trade_no',
  'next_query_at',
  `SELECT trade_no FROM schedules WHERE watch_class = ANY ('{waiting,paid,young,old}') AND ${isAheadSql('next_query_at', 1.1 * DAY)}`,
  ['hinted_at', 'last_asked_at', 'last_answer_at', 'not_found_at'],
);
const DELIVERIES = bringBackSql(
  'webhook_deliveries',
  'id',
  'next_at',
  `SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id AND ${isAheadSql('d.next_at', 1.25 * DAY)}`,
  [],
);

/**
 * After lost commits, which may include a late payment or a refund that the provider does not call about again: spreads
 * the queries of closed trades over six hours (1024 slots of 21 s). $2: as far back as such trades are polled, completed
 * ones included, of whose refund only a call tells. A thousand schedules each time, so that no statement grows with the
 * orders; by its key the row of the epoch counts as one, though the table has no statistics.
 */
const REQUERIED = `
  WITH loss AS (SELECT requeried_to FROM database_epoch WHERE id = 1 AND requeried_to IS NOT NULL FOR UPDATE SKIP LOCKED),
  page AS MATERIALIZED (
    SELECT s.* FROM loss CROSS JOIN LATERAL (
      SELECT trade_no FROM schedules WHERE trade_no > loss.requeried_to ORDER BY trade_no LIMIT 1000) s),
  due AS (
    SELECT trade_no, checkout_now() + (hashtext(trade_no) & 1023) * interval '21 s' AS at
      FROM page JOIN trades t USING (trade_no) JOIN orders o USING (merchant_order_no) JOIN schedules s USING (trade_no)
     WHERE t.order_no IS NOT NULL AND t.status = ANY($1) AND o.erased_at IS NULL
       AND t.status_at > checkout_now() - $2 * interval '1 ms'
       AND coalesce(s.next_query_at > checkout_now() + interval '6 hours', true) FOR UPDATE OF s SKIP LOCKED),
  requeried AS (
    UPDATE schedules s SET watch_class = coalesce(watch_class, 'closed'), next_query_at = due.at, planned_at = checkout_now()
      FROM due WHERE s.trade_no = due.trade_no)
  UPDATE database_epoch SET requeried_to = (SELECT max(trade_no) FROM page) FROM loss`;

const secondsSince = (time: string): string =>
  `coalesce(greatest(extract(epoch FROM checkout_now() - min(${time})), 0), 0)::float8`;

/** Each reads an index or few rows. */
const GAUGES: readonly (readonly [name: string, help: string, sql: string])[] = [
  [
    'ramp_checkout_orders_in_making_late_seconds',
    'For how long the longest due order in the making has waited for a worker.',
    `SELECT ${secondsSince('attempt_until')} AS value FROM orders WHERE attempt_until IS NOT NULL`,
  ],
  [
    'ramp_checkout_outbox_unplaced_seconds',
    'The age of the oldest message that has no place in the feed.',
    `SELECT ${secondsSince('created_at')} AS value FROM outbox WHERE position IS NULL`,
  ],
  [
    'ramp_checkout_oldest_pause_seconds',
    'The age of the oldest pause in force; 0: none.',
    `SELECT ${secondsSince('at')} AS value FROM pauses WHERE until IS NULL OR until > checkout_now()`,
  ],
  [
    'ramp_checkout_times_ahead',
    'Orders made, and work planned, later than now by the clock of Postgres.',
    `SELECT count(*)::int AS value FROM ((SELECT FROM orders WHERE ${isAheadSql('created_at')} LIMIT 100)
       UNION ALL (SELECT FROM ${planned('schedules', 'next_query_at')} LIMIT 100)
       UNION ALL (SELECT FROM ${planned('webhook_deliveries', 'next_at')} LIMIT 100)) ahead`,
  ],
  [
    // Visible to any role, unlike the times of other roles' transactions.
    'ramp_checkout_oldest_snapshot_transactions',
    'Transactions since the oldest snapshot, of a session, a replication slot or a prepared transaction.',
    `SELECT coalesce(max(age(xmin)), 0)::int AS value FROM (
       SELECT backend_xmin FROM pg_stat_activity WHERE datname = current_database() OR datname IS NULL
       UNION ALL SELECT xmin FROM pg_replication_slots
       UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()) held (xmin)`,
  ],
];

/** Restarts work that waits only because Postgres' clock was set back, or because commits were lost. */
@Injectable()
export class StalledWorkService {
  private readonly logger = new Logger(StalledWorkService.name);

  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    tasks: BackgroundTasks,
    metrics: Metrics,
  ) {
    tasks.repeat('times_ahead', 'worker', 1000, () => this.bringBack());
    for (const [name, help, sql] of GAUGES) {
      const read = () => database.query<{ value: number }>(sql);
      metrics.gauge(name, help, [], async () => (await read()).map(({ value }) => ({ labels: {}, value })));
    }
  }

  async bringBack(): Promise<void> {
    const leaseMs = this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS;
    const rows = {
      orders: await this.database.query(DRIVES, [leaseMs, this.settings.checkout.patienceMs]),
      schedules: await this.database.query(SCHEDULES),
      webhookDeliveries: await this.database.query(DELIVERIES),
    };
    const counts = Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
    if (Object.values(counts).some((count) => count > 0)) logEvent(this.logger, 'times_ahead', counts);
    await this.database.query(REQUERIED, [ENDED, this.settings.orders.watchClosedMs]);
  }
}
