import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderOrder } from '../../support/sandbox-client.js';
import { until } from '../../support/service.js';
import { call } from './callback-acts.js';
import type { Run } from './run.js';

/** Longer than a lease, shorter than the patience with which trades go on being made. */
const PAST_LEASES = '25 s';
/** Longer than the longest pause between two questions: all that is watched is due. */
const PAST_DUE_TIMES = '7 h';
/** Longer than a create request is good for, and the margin. */
const LATE_MS = 10 * 60_000;
const LOOKS = 30;
const JUMPS = 8;

/** Ends all faults, and waits until no work is left that could change a status. */
export async function settle(run: Run): Promise<void> {
  const { sandbox, wire, replicas } = run.world;
  await sandbox.control('DELETE', '/faults');
  await run.ended();
  await wire.mend();
  await Promise.all(replicas.map((replica) => replica.up()));
  await untilNoAttemptRuns(run);
  await untilProviderRests(run);
  // No trade is being created, so after the leap an unknown number may be believed as never created.
  await sandbox.leap(LATE_MS);
  for (let round = 1; round <= 2; round++) {
    await run.world.clock.forward(PAST_DUE_TIMES);
    await untilAllAsked(run, 'next_query_at IS NOT NULL', run.world.clock.now());
  }
}

/**
 * A true hint about every trade: from here on what is believed is what the provider says, also of trades that were
 * closed for good.
 */
export async function hintAll(run: Run): Promise<void> {
  const since = run.world.clock.now();
  const trades = await run.world.rows.query<{ trade_no: string }>('SELECT trade_no FROM trades');
  for (const { trade_no: tradeNo } of trades) await call(run, 0, tradeNo, '{"look":"again"}', true);
  await untilAllAsked(run, `outcome NOT IN ('not_sent', 'in_flight')`, since);
}

async function untilNoAttemptRuns({ world }: Run): Promise<void> {
  for (let jump = 1; ; jump++) {
    for (let look = 1; look <= LOOKS; look++) {
      const driven = await world.rows.query('SELECT 1 FROM orders WHERE attempt_until IS NOT NULL LIMIT 1');
      if (driven.length === 0) return;
      await sleep(100);
    }
    if (jump === JUMPS) throw new Error('somebody still makes trades, long after all trouble has ended');
    await world.clock.forward(PAST_LEASES);
  }
}

async function untilProviderRests({ world }: Run): Promise<void> {
  await until('the provider has moved all that moves by itself', async () => {
    const { orders } = await world.sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders');
    return orders.every(({ status, history }) => {
      return history.at(-1)?.cause === 'forced' || (status !== 'PAY_SUCCESS' && status !== 'TRANSFER');
    });
  });
}

/** Waits for the answer to a query about each trade that `which` selects, sent after `since`. */
async function untilAllAsked({ world }: Run, which: string, since: Date): Promise<void> {
  const unasked = (): Promise<Record<string, unknown>[]> =>
    world.rows.query(
      `SELECT trade_no, status, outcome, watch_class, next_query_at, lease_until, hinted_at, last_asked_at, last_answer_at
         FROM trades LEFT JOIN schedules USING (trade_no) WHERE ${which} AND NOT coalesce(last_asked_at >= $1 AND last_answer_at >= last_asked_at, false)`,
      [since],
    );
  for (let jump = 1; ; jump++) {
    for (let look = 1; look <= LOOKS; look++) {
      if ((await unasked()).length === 0) return;
      await sleep(100);
    }
    if (jump === JUMPS) break;
    // The lease's owner may be dead; then the lease must expire first.
    await world.clock.forward(PAST_LEASES);
  }
  const rows = (await unasked()).map((row) => JSON.stringify(row));
  throw new Error(`since ${since.toISOString()} nobody has asked about\n${rows.join('\n')}`);
}
