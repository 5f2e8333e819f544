import { Inject, Injectable } from '@nestjs/common';
import { ITS_SCHEDULE } from '../../orders/storage/stored-orders.service.js';
import { NOT_ENDED, overdueSql, standingSql } from '../../orders/storage/overdue.js';
import { MISSED_SQL, QUEUE_SQL } from '../../orders/storage/watch-queues.js';
import { Settings } from '../../platform/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { cachedFor } from '../../platform/time/promises.js';
import { Time } from '../../platform/time/time.js';

export interface Counts {
  readonly inReview: number;
  readonly overdue: number;
  readonly doublePayments: number;
  readonly failedDeliveries: number;
  readonly ordersInMaking: number;
}

/** With the duration of the statement at most a second. */
const KEPT_MS = 900;
/** Overdue orders looked at, of each queue and each status. */
const MOST_OF_EACH = 100;
const MOST_UNDELIVERED = 10_000;

/** Trades that may be unanswered: those due for longest, and those whose queries failed. */
const SUSPECTS = [
  ...Object.values(QUEUE_SQL).map((queue) => `${queue} AND next_query_at <= checkout_now() ORDER BY next_query_at`),
  `${MISSED_SQL} AND next_query_at IS NOT NULL`,
].map((which) => `(SELECT trade_no FROM schedules WHERE ${which} LIMIT ${MOST_OF_EACH})`);

/** Orders older than the expiry that have not ended: few, found by an index. */
const OLD = `
  SELECT old.merchant_order_no FROM unnest('{BUY,SELL}'::text[]) AS s (wanted_side), unnest($3::text[]) AS t (wanted_status),
    LATERAL (
      SELECT o.merchant_order_no FROM orders o
       WHERE o.side = wanted_side AND o.status = wanted_status AND NOT o.in_review
         AND (o.created_at AT TIME ZONE 'UTC') < (checkout_now() AT TIME ZONE 'UTC') - $1::bigint * interval '1 millisecond'
       ORDER BY (o.created_at AT TIME ZONE 'UTC') LIMIT ${MOST_OF_EACH}) old`;

/** As the report defines overdue. Without OFFSET 0 a plan may read all orders. */
const OVERDUE = `
  SELECT count(*)::integer FROM (
    SELECT t.merchant_order_no FROM (${SUSPECTS.join(' UNION ')}) suspects, LATERAL (
      SELECT merchant_order_no FROM trades WHERE trades.trade_no = suspects.trade_no OFFSET 0) t
     UNION ${OLD}) found,
  LATERAL (SELECT status, in_review FROM orders WHERE merchant_order_no = found.merchant_order_no OFFSET 0) o,
  LATERAL (
    SELECT ${standingSql('checkout_now()', '$2')} FROM trades t ${ITS_SCHEDULE}
     WHERE t.merchant_order_no = found.merchant_order_no OFFSET 0) standing
   WHERE NOT o.in_review AND o.status = ANY($3) AND NOT standing.unmade AND ${overdueSql('standing', 'checkout_now()', '$1')}`;

const COUNTS = `
  SELECT opened.*, (${OVERDUE}) AS overdue,
         (SELECT count(*)::integer FROM (
            SELECT state FROM webhook_deliveries WHERE state <> 'delivered'
             ORDER BY created_at DESC, id DESC LIMIT ${MOST_UNDELIVERED}) undelivered WHERE state = 'failed') AS "failedDeliveries",
         (SELECT count(*)::integer FROM orders WHERE attempt_until IS NOT NULL) AS "ordersInMaking"
    FROM (SELECT count(DISTINCT merchant_order_no)::integer AS "inReview",
                 (count(DISTINCT merchant_order_no) FILTER (WHERE kind = 'double_payment'))::integer AS "doublePayments"
            FROM mismatches WHERE resolved_at IS NULL) opened`;

/** Counts of open work, from partial indexes; one statement for all callers of the process. */
@Injectable()
export class CountsService {
  readonly now = cachedFor(this.time, KEPT_MS, () => this.count());

  constructor(
    private readonly database: Database,
    @Inject(Settings) private readonly settings: {
      readonly orders: Pick<Settings['orders'], 'expiryMs'>;
      readonly reconcile: Pick<Settings['reconcile'], 'firstDelayMs'>;
    },
    private readonly time: Time,
  ) {}

  private async count(): Promise<Counts> {
    const { orders, reconcile } = this.settings;
    const [counts] = await this.database.query<Counts>(COUNTS, [orders.expiryMs, reconcile.firstDelayMs, NOT_ENDED]);
    if (counts === undefined) throw new Error('Postgres did not count');
    return counts;
  }
}
