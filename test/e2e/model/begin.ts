import type { ModelWorld } from './model-world.js';
import { Run } from './run.js';

/**
 * A new run on an empty database and at a provider that makes no trouble: whatever an earlier run left behind, a failed
 * one included, is mended first. The provider forgets its orders, so that only this run's are looked through.
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
