import type { ModelWorld } from './model-world.js';
import { Run } from './run.js';

/**
 * A new run on an empty database with a working provider. Ends what an earlier run left, a failed one included. The
 * provider forgets its orders, so that only this run's are checked.
 */
export async function beginRun(world: ModelWorld): Promise<Run> {
  const { sandbox, wire, replicas, rows } = world;
  await wire.mend();
  await Promise.all(replicas.map((replica) => replica.up()));
  await sandbox.control('POST', '/reset');
  await rows.query(
    'TRUNCATE outbox, mismatches, callback_receipts, order_events, schedules, trades, orders, reconciliation_runs CASCADE',
  );
  return new Run(world, await sandbox.mark());
}
