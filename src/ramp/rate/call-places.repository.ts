import { Injectable } from '@nestjs/common';
import { CallPlaces, POLL_SHARE, NEAR_MS } from './call-places.js';
import type { TakenPlaces, WantedPlaces } from './call-places.js';
import { Database } from '../../platform/database/database.js';

/** A reservation further ahead than any process makes dates from before the database's clock was set back. */
const NEVER = `interval '10 s'`;

const SPACING = `$6::float8 * interval '1 ms'`;

const room = (ms: string): string =>
  `greatest(0, floor((extract(epoch FROM checkout_now() - first)::float8 * 1000 + ${ms}) / $6::float8) + 1)::int`;

/**
 * Customers reserve places as far ahead as they wait. Polls reserve near ones, and every fifth as far ahead as polls
 * wait, which is further; guests get the remaining near ones. Commits asynchronously, since the row is locked
 * meanwhile: places lost in a crash are past when the server is back.
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

/** Places shared by all processes on one database: one row holds the time of the next free place. */
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
