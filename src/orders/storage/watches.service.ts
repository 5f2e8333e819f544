import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { Database } from '../../platform/database/database.js';
import { isLeaseOverSql } from '../../platform/database/times-ahead.js';
import { LONGEST_LEASE_MS } from '../model/call-lease.js';
import { isCallbackSql, rankSql } from './watch-queues.js';
import { Chance } from '../../platform/chance.js';

export interface LeasedTrade {
  readonly tradeNo: string;
  readonly leaseId: string;
  readonly askedAt: Date;
}

const UNASKED = `s.hinted_at > coalesce(s.last_asked_at, '-infinity')`;

/** Applies a poll request; $2: its cause, $3: the floor. For an unwatched trade it is only stored. */
const HINTED = `hinted_at = checkout_now(),
  hint_cause = CASE WHEN ${UNASKED} AND ${rankSql('s.hint_cause')} > ${rankSql('$2')} THEN s.hint_cause ELSE $2 END,
  watch_class = CASE WHEN s.watch_class IS NULL THEN NULL ELSE 'waiting' END,
  next_query_at = CASE WHEN s.watch_class IS NULL THEN NULL
    ELSE least(s.next_query_at, greatest(checkout_now(),
      CASE WHEN s.last_asked_at <= checkout_now() THEN s.last_asked_at + $3 * interval '1 millisecond' END)) END,
  planned_at = greatest(s.planned_at, checkout_now())`;

/** A poll request changes something. Only a callback reopens a trade that is no longer watched. */
const IS_NEWS = `(s.next_query_at IS NOT NULL OR s.watch_class IS NULL OR ${isCallbackSql('$2')})
  AND NOT coalesce(s.lease_id IS NULL AND s.watch_class = 'waiting' AND s.next_query_at IS NOT NULL AND ${UNASKED}
  AND ${rankSql('s.hint_cause')} >= ${rankSql('$2')}, false)`;

@Injectable()
export class Watches {
  constructor(
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly settings: Settings,
  ) {}

  /**
   * Due now, or as soon after its last query as the floor allows. A request without effect writes nothing. false: there is
   * no such trade.
   */
  async requestPoll(tradeNo: string, cause: string): Promise<boolean> {
    const rows = await this.database.query<{ known: boolean }>(
      `WITH known AS (SELECT trade_no FROM trades WHERE trade_no = $1),
       hinted AS (
         INSERT INTO schedules AS s (trade_no, hinted_at, hint_cause) SELECT trade_no, checkout_now(), $2 FROM known
         ON CONFLICT (trade_no) DO UPDATE SET ${HINTED} WHERE ${IS_NEWS})
       SELECT EXISTS (SELECT 1 FROM known) AS known`,
      [tradeNo, cause, this.settings.reconcile.hintFloorMs],
    );
    return rows[0]?.known === true;
  }

  /** For trades of orders that changed within `freshMs`. Locked rows are skipped: the next request finds them. */
  async requestPollsOfFreshTrades(tradeNos: readonly string[], cause: string, freshMs: number): Promise<void> {
    await this.database.query(
      `WITH news AS (
         SELECT trade_no FROM schedules s JOIN trades USING (trade_no) JOIN orders o USING (merchant_order_no)
          WHERE trade_no = ANY($1) AND o.updated_at > checkout_now() - $4 * interval '1 millisecond' AND ${IS_NEWS}
          FOR UPDATE OF s SKIP LOCKED)
       UPDATE schedules s SET ${HINTED} FROM news WHERE s.trade_no = news.trade_no`,
      [tradeNos, cause, this.settings.reconcile.hintFloorMs, freshMs],
    );
  }

  /** Locked rows keep their lease until it expires. */
  async handBack(leases: readonly Pick<LeasedTrade, 'tradeNo' | 'leaseId'>[]): Promise<void> {
    await this.database.query(
      `UPDATE schedules SET lease_id = NULL, lease_until = NULL WHERE trade_no IN (
         SELECT trade_no FROM schedules JOIN unnest($1::text[], $2::uuid[]) AS held (trade_no, lease_id)
           USING (trade_no, lease_id) FOR UPDATE OF schedules SKIP LOCKED)`,
      [leases.map(({ tradeNo }) => tradeNo), leases.map(({ leaseId }) => leaseId)],
    );
  }

  /** `askedAt`: by Postgres' clock. */
  async lease(tradeNos: readonly string[], leaseMs: number): Promise<LeasedTrade[]> {
    const leaseId = this.chance.uuid();
    const rows = await this.database.query<{ trade_no: string; asked_at: Date }>(
      `INSERT INTO schedules AS s (trade_no, lease_id, lease_until)
       SELECT trade_no, $2::uuid, checkout_now() + $3 * interval '1 millisecond' FROM trades WHERE trade_no = ANY($1)
       ON CONFLICT (trade_no) DO UPDATE SET lease_id = excluded.lease_id, lease_until = excluded.lease_until
         WHERE ${isLeaseOverSql('s.lease_until', LONGEST_LEASE_MS)}
       RETURNING trade_no, checkout_now() AS asked_at`,
      [tradeNos, leaseId, leaseMs],
    );
    return rows.map((row) => ({ tradeNo: row.trade_no, leaseId, askedAt: row.asked_at }));
  }
}
