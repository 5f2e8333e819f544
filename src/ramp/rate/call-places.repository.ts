import { Injectable } from '@nestjs/common';
import { CallPlaces, POLL_SHARE, NEAR_MS } from './call-places.js';
import type { TakenPlaces, WantedPlaces } from './call-places.js';
import { Database } from '../../platform/database/database.js';

/** A time further ahead than anybody takes places was written before the database's clock was set back. */
const NEVER = `interval '10 s'`;

const SPACING = `$6::float8 * interval '1 ms'`;

/** How many places come up within so many milliseconds. */
const room = (ms: string): string =>
  `greatest(0, floor((extract(epoch FROM checkout_now() - first)::float8 * 1000 + ${ms}) / $6::float8) + 1)::int`;

/**
 * Customers have places as far ahead as they wait. Polls have them near by, and one in five as far ahead as polls wait,
 * which is further; guests have what is left near by. Nothing waits for the disk: what a crash loses is over when the server is back, and the row is locked.
 */
const TAKE = `
  WITH quickly AS (SELECT set_config('synchronous_commit', 'off', true)),
       budget AS (
         SELECT greatest(checkout_now() + $5::float8 * interval '1 ms',
                         CASE WHEN next_at < checkout_now() + ${NEVER} THEN next_at END) AS first,
                CASE WHEN poll_at BETWEEN checkout_now() AND checkout_now() + ${NEVER} THEN 0 ELSE 1 END AS polls_due
           FROM call_budget, quickly WHERE id = 1 FOR UPDATE OF call_budget),
       far AS (SELECT first, polls_due, least($1::int, ${room('$3::float8')}) AS customers FROM budget),
       near AS (
         SELECT first, customers, ${room(`${NEAR_MS}`)} AS room,
                least($2::int, greatest(0, ${room(`${NEAR_MS}`)} - customers,
                                        least(polls_due, ${room('$4::float8')} - customers))) AS polls
           FROM far),
       taken AS (
         SELECT first, polls, customers + polls + least($7::int, greatest(0, room - customers - polls)) AS count
           FROM near),
       written AS (
         UPDATE call_budget
            SET next_at = first + count * ${SPACING},
                poll_at = CASE WHEN polls > 0 THEN checkout_now() + ${POLL_SHARE} * ${SPACING} ELSE poll_at END
           FROM taken WHERE id = 1 AND count > 0)
  SELECT extract(epoch FROM checkout_now())::float8 * 1000 AS now, extract(epoch FROM first)::float8 * 1000 AS first,
         count FROM taken`;

/** The places of all processes on one database: a row that says when the next one is free. */
@Injectable()
export class CallPlacesRepository extends CallPlaces {
  constructor(private readonly database: Database) {
    super();
  }

  async take(wanted: WantedPlaces): Promise<TakenPlaces> {
    const { customers, guests, polls, customersWaitMs, pollsWaitMs, leadMs, spacingMs } = wanted;
    const [taken] = await this.database.query<TakenPlaces>(TAKE, [
      ...[customers, polls, customersWaitMs, pollsWaitMs, leadMs, spacingMs, guests],
    ]);
    if (taken === undefined) throw new Error('call_budget has lost its row');
    return taken;
  }
}
