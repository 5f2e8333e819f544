import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { entity } from '../../platform/database/entity-table.js';

/** Polls and guests take no slot further ahead, so that customers of other processes find near ones free. */
export const NEAR_MS = 200;

/** One slot in this many is for polls, however far ahead. */
export const POLL_SHARE = 5;

export interface SlotRequest {
  readonly customers: number;
  readonly others: number;
  readonly hasPoll: boolean;
  /** No customer takes a slot further ahead. */
  readonly waitMs: number;
  /** A call may start this long after its slot's moment. */
  readonly lateMs: number;
  readonly perSecond: number;
}

/** Consecutive slots. Times in milliseconds; moments count from the database's reading of its clock. */
export interface TakenSlots {
  /** The first slot's moment, or that of the next free one if none was taken. */
  readonly firstMs: number;
  readonly spacingMs: number;
  /** How late a call may start: as requested, or longer. */
  readonly lateMs: number;
  readonly count: number;
}

const BUDGET_COLUMNS = {
  id: 'smallint',
  /** The next free slot, for a call that is as punctual as the last one. */
  nextAt: 'timestamptz',
  /** When a poll may next take a slot as far ahead as customers do. */
  pollAt: 'timestamptz',
  /** How late, in milliseconds, a call may use the last slot. */
  lateMs: 'double precision',
} as const;

export const CallBudgetEntity = entity('call_budget', BUDGET_COLUMNS, ['id'], {
  checks: [
    { name: 'call_budget_one_row', expression: 'id = 1' },
    { name: 'call_budget_late', expression: 'late_ms BETWEEN 0 AND 1000' },
  ],
});

/** A row further ahead than any process takes slots dates from before the database's clock was set back. */
const NEVER = `interval '10 s'`;

const slotsWithin = (ms: string): string => `greatest(0, floor((${ms} - first) / spacing) + 1)::int`;

/**
 * Takes slots for all waiting calls of a process. Customers take them as far ahead as they wait, the others near ones,
 * and each fifth slot goes to a poll however far ahead.
 *
 * No second holds more starts than the rate r. A slot used up to L ms late is followed by the next after (1000 + L) / r
 * ms, and after the difference more where that one has a smaller L. So r slots later, at least 1000 + L ms have passed:
 * the spacings add up to 1000 ms and the least L among them, the differences to the rest. L shrinks slowly, which keeps
 * processes with unequal round trips from paying the difference at each turn. A step of the database's clock ahead may
 * double the rate for the time for which slots are held, `CUSTOMER_WAIT_MS`.
 *
 * Commits asynchronously, since the row is locked meanwhile: slots lost in a crash are past when the server is back.
 */
const TAKE = `
  WITH quickly AS (SELECT set_config('synchronous_commit', 'off', true)),
       budget AS (
         SELECT checkout_now() AS now, poll_at NOT BETWEEN checkout_now() AND checkout_now() + ${NEVER} AS is_poll_due,
                CASE WHEN next_at < checkout_now() + ${NEVER} THEN next_at END AS next_at,
                late_ms, greatest($5::float8, late_ms * 0.98) AS late
           FROM call_budget, quickly WHERE id = 1 FOR UPDATE OF call_budget),
       free AS (
         SELECT now, late, (1000 + late) / $6::float8 AS spacing, is_poll_due,
                extract(epoch FROM greatest(now, next_at + greatest(0, late_ms - late) * interval '1 ms') - now)::float8
                  * 1000 AS first
           FROM budget),
       customers AS (SELECT *, least($1::int, ${slotsWithin('$4::float8')}) AS customers FROM free),
       taken AS (
         SELECT *, customers + greatest(($3::boolean AND is_poll_due)::int,
                                        least($2::int, ${slotsWithin(`${NEAR_MS}`)} - customers)) AS count
           FROM customers),
       written AS (
         UPDATE call_budget
            SET next_at = now + (first + count * spacing) * interval '1 ms', late_ms = late,
                poll_at = CASE WHEN $3::boolean AND count > customers
                               THEN now + ${POLL_SHARE} * spacing * interval '1 ms' ELSE poll_at END
           FROM taken WHERE id = 1 AND count > 0)
  SELECT first AS "firstMs", spacing AS "spacingMs", late AS "lateMs", count FROM taken`;

/** The provider's rate, shared by all processes on one database: one row holds the moment of the next free slot. */
@Injectable()
export class CallSlotsRepository {
  constructor(private readonly database: Database) {}

  async take({ customers, others, hasPoll, waitMs, lateMs, perSecond }: SlotRequest): Promise<TakenSlots> {
    const parameters = [customers, others, hasPoll, waitMs, lateMs, perSecond];
    const [taken] = await this.database.query<TakenSlots>(TAKE, parameters);
    if (taken === undefined) throw new Error('call_budget has lost its row');
    return taken;
  }
}
