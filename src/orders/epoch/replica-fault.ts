import type { EpochReading, StandbyReading } from '../storage/epoch.repository.js';

export const REPLICA_FAULTS = ['away', 'not_migrated', 'not_a_standby', 'other_database', 'behind'] as const;
export type ReplicaFault = (typeof REPLICA_FAULTS)[number];

/** A standby that is further behind is not read. */
const MOST_BEHIND_MS = 30_000;

/**
 * How old the data of a standby may be. `primary` was read before, and `now` is its clock. The commit's time alone would
 * show an idle primary's standby as far behind.
 */
export function behindMs(primary: Pick<EpochReading, 'lsn'>, standby: StandbyReading, now: Date): number {
  if (standby.lsn !== null && Number(standby.lsn) >= Number(primary.lsn)) return 0;
  return standby.committedAt === null ? Infinity : Math.max(0, now.getTime() - standby.committedAt.getTime());
}

/** null: lists may be read from it. Another epoch: it does not follow this primary, such as after a failover. */
export function replicaFault(
  primary: Pick<EpochReading, 'epoch' | 'cluster' | 'lsn'>,
  standby: StandbyReading,
  now: Date,
): ReplicaFault | null {
  if (!standby.isStandby) return 'not_a_standby';
  if (standby.cluster !== primary.cluster || standby.epoch !== primary.epoch) return 'other_database';
  return behindMs(primary, standby, now) > MOST_BEHIND_MS ? 'behind' : null;
}
