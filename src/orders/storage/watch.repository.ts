import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Database } from '../../platform/database/database.js';
import { isCallbackSql, rankSql } from './watch-queues.js';

export interface LeasedTrade {
  readonly tradeNo: string;
  readonly leaseId: string;
  readonly askedAt: Date;
}

const UNASKED = `hinted_at > coalesce(last_asked_at, '-infinity')`;

/** What a poll request does to a trade; $2 is its cause, $3 the floor. */
const HINTED = `hinted_at = checkout_now(),
  hint_cause = CASE WHEN ${UNASKED} AND ${rankSql('hint_cause')} > ${rankSql('$2')} THEN hint_cause ELSE $2 END,
  watch_class = CASE WHEN outcome IN ('in_flight', 'not_sent') THEN watch_class ELSE 'waiting' END,
  next_query_at = CASE WHEN outcome IN ('in_flight', 'not_sent') THEN next_query_at
    ELSE least(next_query_at, greatest(checkout_now(), last_asked_at + $3 * interval '1 millisecond')) END`;

/** A poll request would change something. What is closed for good is opened again by a callback alone. */
const IS_NEWS = `(next_query_at IS NOT NULL OR outcome IN ('in_flight', 'not_sent') OR ${isCallbackSql('$2')})
  AND NOT coalesce(lease_id IS NULL AND watch_class = 'waiting' AND next_query_at IS NOT NULL AND ${UNASKED}
  AND ${rankSql('hint_cause')} >= ${rankSql('$2')}, false)`;

/** Hints, and who asks about a trade before its time. None of it is a belief: no version changes. */
@Injectable()
export class WatchRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes a trade due now, or when `floorMs` have passed since the last question. While a request that makes it is on
   * its way the request is only remembered. One that would change nothing writes nothing.
   */
  async hint(tradeNo: string, cause: string, floorMs: number): Promise<boolean> {
    const rows = await this.database.query<{ known: boolean }>(
      `WITH hinted AS (
         UPDATE trades SET ${HINTED} WHERE trade_no = $1 AND ${IS_NEWS})
       SELECT EXISTS (SELECT 1 FROM trades WHERE trade_no = $1) AS known`,
      [tradeNo, cause, floorMs],
    );
    return rows[0]?.known === true;
  }

  /**
   * Requests polls of the trades of orders that changed within `freshMs`. Whoever writes one of them is not waited for: the next request will
   * find it.
   */
  async hintFresh(tradeNos: readonly string[], cause: string, floorMs: number, freshMs: number): Promise<void> {
    await this.database.query(
      `WITH news AS (
         SELECT trade_no FROM trades JOIN orders o USING (merchant_order_no)
          WHERE trade_no = ANY($1) AND o.updated_at > checkout_now() - $4 * interval '1 millisecond' AND ${IS_NEWS}
          FOR UPDATE OF trades SKIP LOCKED)
       UPDATE trades SET ${HINTED} FROM news WHERE trades.trade_no = news.trade_no`,
      [tradeNos, cause, floorMs, freshMs],
    );
  }

  /** Leases those of these trades that nobody asks about now, for `leaseMs`. `askedAt`: by Postgres' clock. */
  async lease(tradeNos: readonly string[], leaseMs: number): Promise<LeasedTrade[]> {
    const leaseId = randomUUID();
    const rows = await this.database.query<{ trade_no: string; asked_at: Date }>(
      `UPDATE trades SET lease_id = $2, lease_until = checkout_now() + $3 * interval '1 millisecond'
        WHERE trade_no = ANY($1) AND (lease_until IS NULL OR lease_until <= checkout_now())
        RETURNING trade_no, checkout_now() AS asked_at`,
      [tradeNos, leaseId, leaseMs],
    );
    return rows.map((row) => ({ tradeNo: row.trade_no, leaseId, askedAt: row.asked_at }));
  }
}
