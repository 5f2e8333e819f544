import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Database } from '../database/database.js';
import { MISSED_SQL, unansweredSql } from '../orders/storage/unanswered.js';
import type { ClaimedTrade, DueCounts, Run } from './reconciliation.types.js';
import { CLASSES, newestOf, sharesOf } from './shares.js';

interface ClaimRow {
  trade_no: string;
  merchant_order_no: string;
  side: 'BUY' | 'SELL';
  order_no: string | null;
  hint_cause: string | null;
  asked_at: Date;
  due_at: Date;
}

const LEASE = `
  UPDATE trades SET lease_id = $1, lease_until = checkout_now() + $2 * interval '1 millisecond'
    FROM picked WHERE trades.trade_no = picked.trade_no
  RETURNING trades.trade_no, trades.merchant_order_no, trades.side, trades.order_no,
            CASE WHEN hinted_at > coalesce(last_asked_at, '-infinity') THEN hint_cause END AS hint_cause,
            checkout_now() AS asked_at, next_query_at AS due_at`;

const DUE = `next_query_at <= checkout_now() AND (lease_until IS NULL OR lease_until <= checkout_now())`;

/**
 * Each class takes its share first. Of the customers who wait, some of the newest go before all: after an outage of
 * hours those who have just come are there, and most of the others have left.
 */
const CLAIM_SHARES = `
  WITH newest AS (
    SELECT trade_no FROM trades WHERE watch_class = 'waiting' AND ${DUE}
     ORDER BY next_query_at DESC LIMIT $6 FOR UPDATE SKIP LOCKED),
  shared AS (
    SELECT t.trade_no FROM unnest($3::text[], $4::int[]) AS share(class, most)
     CROSS JOIN LATERAL (
       SELECT trade_no FROM trades WHERE watch_class = share.class AND ${DUE} AND trade_no NOT IN (TABLE newest)
        ORDER BY next_query_at LIMIT share.most FOR UPDATE SKIP LOCKED) t LIMIT $5 - (SELECT count(*) FROM newest)),
  picked AS (TABLE newest UNION ALL TABLE shared)
  ${LEASE}`;

/** What the classes left of the budget goes to whatever has been due longest. */
const CLAIM_REST = `
  WITH picked AS (
    SELECT t.trade_no FROM unnest($3::text[]) AS share(class)
     CROSS JOIN LATERAL (
       SELECT trade_no, next_query_at FROM trades WHERE watch_class = share.class AND ${DUE}
        ORDER BY next_query_at LIMIT $4 FOR UPDATE SKIP LOCKED) t ORDER BY t.next_query_at LIMIT $4)
  ${LEASE}`;

/** The schedule: which trades are due, and who asks about them. */
@Injectable()
export class ClaimRepository {
  constructor(private readonly database: Database) {}

  /** Claims at most `limit` due trades for `leaseMs`; nobody else gets them meanwhile. */
  async claim(limit: number, leaseMs: number): Promise<ClaimedTrade[]> {
    const lease = randomUUID();
    const shares = sharesOf(limit, Math.random);
    const classes = shares.map(({ watchClass }) => watchClass);
    const newest = newestOf(shares, limit, Math.random);
    const most = shares.map((share) => (share.watchClass === 'waiting' ? share.most - newest : share.most));
    const rows = await this.database.query<ClaimRow>(CLAIM_SHARES, [lease, leaseMs, classes, most, limit, newest]);
    const rest = limit - rows.length;
    if (rest > 0 && rows.length > 0) {
      rows.push(...(await this.database.query<ClaimRow>(CLAIM_REST, [lease, leaseMs, classes, rest])));
    }
    return rows.map((row) => ({
      tradeNo: row.trade_no,
      merchantOrderNo: row.merchant_order_no,
      side: row.side,
      orderNo: row.order_no,
      hintCause: row.hint_cause,
      leaseId: lease,
      askedAt: row.asked_at,
      dueAt: row.due_at,
    }));
  }

  /** Trades that are due now, and trades that had no answer for three of the pauses that they were given, due or not. */
  async dueCounts(firstDelayMs: number): Promise<DueCounts> {
    const [row] = await this.database.query<{ due: string; overdue: string }>(
      `SELECT count(*) FILTER (WHERE next_query_at <= clock.now) AS due,
              count(*) FILTER (WHERE ${unansweredSql('trades', 'clock.now', '$2')}) AS overdue
         FROM trades, (SELECT checkout_now() AS now) clock
        WHERE (watch_class = ANY($1) AND next_query_at <= checkout_now()) OR (${MISSED_SQL} AND next_query_at IS NOT NULL)`,
      [CLASSES, firstDelayMs],
    );
    return { due: Number(row?.due ?? 0), overdue: Number(row?.overdue ?? 0) };
  }

  async recordRun({ startedAt, claimed, answered, changed, unanswered }: Run): Promise<void> {
    await this.database.query(
      `INSERT INTO reconciliation_runs (id, started_at, finished_at, claimed, answered, changed, unanswered)
       VALUES ($1, $2, checkout_now(), $3, $4, $5, $6)`,
      [randomUUID(), startedAt, claimed, answered, changed, unanswered],
    );
  }
}
