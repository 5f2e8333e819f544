import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { isLeaseOverSql } from '../platform/database/times-ahead.js';
import { LONGEST_LEASE_MS } from '../orders/model/call-lease.js';
import type { Queue } from '../orders/model/watch-class.types.js';
import { QUEUE_SQL, MISSED_SQL, unansweredSql } from '../orders/storage/watch-queues.js';
import { callbackShare, newestFirstShare, QUEUES, sharesOf } from './shares.js';
import type { Share } from './shares.js';
import { Chance } from '../platform/chance.js';

export interface ClaimedTrade {
  readonly tradeNo: string;
  readonly merchantOrderNo: string;
  readonly side: 'BUY' | 'SELL';
  readonly orderNo: string | null;
  readonly rampMerchantOrderNo: string | null;
  /** The poll request that made the trade due early, or null. */
  readonly hintCause: string | null;
  readonly leaseId: string;
  /** Postgres' time before the query is sent. */
  readonly askedAt: Date;
  readonly dueAt: Date;
}

const LEASE = `
  UPDATE schedules SET lease_id = $1, lease_until = checkout_now() + $2 * interval '1 millisecond'
    FROM picked JOIN trades USING (trade_no) WHERE schedules.trade_no = picked.trade_no
  RETURNING trades.trade_no AS "tradeNo", trades.merchant_order_no AS "merchantOrderNo", trades.side,
            trades.order_no AS "orderNo", trades.ramp_merchant_order_no AS "rampMerchantOrderNo",
            CASE WHEN hinted_at > coalesce(last_asked_at, '-infinity') THEN hint_cause END AS "hintCause",
            lease_id AS "leaseId", checkout_now() AS "askedAt", next_query_at AS "dueAt"`;

const DUE = `next_query_at <= checkout_now() AND ${isLeaseOverSql('lease_until', LONGEST_LEASE_MS)}`;

const dueSql = (queue: Queue, columns = 'trade_no'): string =>
  `SELECT ${columns} FROM schedules WHERE ${QUEUE_SQL[queue]} AND ${DUE}`;
const LOCKED = 'FOR UPDATE SKIP LOCKED';

/** Trades with a new callback come first. */
const CLAIM_CALLED = `
  WITH picked AS (${dueSql('callback')} ORDER BY next_query_at LIMIT $3 ${LOCKED})
  ${LEASE}`;

/** Some of the newest waiting customers go first: after an outage most of the earlier ones have left. */
function claimShares(shares: readonly Share[]): string {
  const queues = shares.map(
    ({ queue }, index) => `${queue} AS (
      ${dueSql(queue)} AND trade_no NOT IN (TABLE newest) ORDER BY next_query_at LIMIT ($6::int[])[${index + 1}] ${LOCKED})`,
  );
  return `
  WITH following AS (${dueSql('followed')} ORDER BY next_query_at DESC LIMIT $4 ${LOCKED}),
  reading AS (${dueSql('waiting')} ORDER BY next_query_at DESC LIMIT $5 ${LOCKED}),
  newest AS (TABLE following UNION ALL TABLE reading),
  ${queues.join(', ')},
  shared AS (${shares.map(({ queue }) => `TABLE ${queue}`).join(' UNION ALL ')} LIMIT $3 - (SELECT count(*) FROM newest)),
  picked AS (TABLE newest UNION ALL TABLE shared)
  ${LEASE}`;
}

const REST = QUEUES.map(
  (queue) => `${queue} AS (${dueSql(queue, 'trade_no, next_query_at')} ORDER BY next_query_at LIMIT $3 ${LOCKED})`,
);

/** The rest of the budget goes to the trades that have been due longest. */
const CLAIM_REST = `
  WITH ${REST.join(', ')},
  due AS (${QUEUES.map((queue) => `TABLE ${queue}`).join(' UNION ALL ')} ORDER BY next_query_at LIMIT $3),
  picked AS (SELECT trade_no FROM due)
  ${LEASE}`;

/** Per queue and scrape. */
const MOST_COUNTED = 100;

const COUNTED = 'trade_no, next_query_at, last_asked_at, missed_answers';
const COUNTED_DUE = QUEUES.map(
  (queue) => `(SELECT ${COUNTED} FROM schedules WHERE ${QUEUE_SQL[queue]} AND next_query_at <= checkout_now()
     ORDER BY next_query_at LIMIT ${MOST_COUNTED})`,
);

/** Unanswered trades count whether they are due or not. */
export const DUE_COUNTS = `
  WITH counted AS (
    ${COUNTED_DUE.join(' UNION ALL ')}
    UNION (SELECT ${COUNTED} FROM schedules WHERE ${MISSED_SQL} AND next_query_at IS NOT NULL LIMIT ${MOST_COUNTED}))
  SELECT count(*) FILTER (WHERE next_query_at <= checkout_now()) AS due,
         count(*) FILTER (WHERE ${unansweredSql('counted', 'checkout_now()', '$1')}) AS overdue
    FROM counted`;

type RunCount = 'claimed' | 'answered' | 'changed' | 'unanswered';

@Injectable()
export class ClaimRepository {
  private readonly draw = (): number => this.chance.number();

  constructor(
    private readonly database: Database,
    private readonly chance: Chance,
  ) {}

  async claim(limit: number, leaseMs: number): Promise<ClaimedTrade[]> {
    const lease = this.chance.uuid();
    const called = [lease, leaseMs, callbackShare(limit, this.draw)];
    const trades = await this.database.query<ClaimedTrade>(CLAIM_CALLED, called);
    trades.push(...(await this.claimShares(lease, leaseMs, limit - trades.length)));
    const rest = limit - trades.length;
    if (rest > 0 && trades.length > 0) {
      trades.push(...(await this.database.query<ClaimedTrade>(CLAIM_REST, [lease, leaseMs, rest])));
    }
    return trades;
  }

  private claimShares(lease: string, leaseMs: number, limit: number): Promise<ClaimedTrade[]> {
    const shares = sharesOf(limit, this.draw);
    const followed = newestFirstShare('followed', shares, limit, this.draw);
    const waiting = newestFirstShare('waiting', shares, limit, this.draw);
    const newest: Readonly<Record<string, number>> = { followed, waiting };
    const most = shares.map((share) => share.most - (newest[share.queue] ?? 0));
    return this.database.query(claimShares(shares), [lease, leaseMs, limit, followed, waiting, most]);
  }

  /** `overdue`: without an answer for three polling intervals. */
  async dueCounts(firstDelayMs: number): Promise<{ due: number; overdue: number }> {
    const [row] = await this.database.query<{ due: string; overdue: string }>(DUE_COUNTS, [firstDelayMs]);
    return { due: Number(row?.due ?? 0), overdue: Number(row?.overdue ?? 0) };
  }

  async recordRun(startedAt: Date, counts: Readonly<Record<RunCount, number>>): Promise<void> {
    await this.database.query(
      `INSERT INTO reconciliation_runs (id, started_at, finished_at, claimed, answered, changed, unanswered)
       VALUES ($1, $2, checkout_now(), $3, $4, $5, $6)`,
      [this.chance.uuid(), startedAt, counts.claimed, counts.answered, counts.changed, counts.unanswered],
    );
  }
}
