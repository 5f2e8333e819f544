import { Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isTooSlow, NotMigrated } from '../../platform/database/database-errors.js';
import { STANDBY } from '../../platform/database/database.module.js';
import { Problem } from '../../platform/problems/problem.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics, startAtZero } from '../../platform/telemetry/metrics.js';
import { cachedFor, within } from '../../platform/time/promises.js';
import { withoutRequestTime } from '../../platform/time/request-time.js';
import { Time } from '../../platform/time/time.js';
import { EpochRepository } from '../storage/epoch.repository.js';
import type { EpochReading } from '../storage/epoch.repository.js';
import { EpochService } from './epoch.service.js';
import { REPLICA_FAULTS, replicaFault } from './replica-fault.js';
import type { ReplicaFault } from './replica-fault.js';

const LOOK_EVERY_MS = 5000;
const LOOK_PATIENCE_MS = 1000;

export type ReplicaReads = Pick<ReadReplica, 'read'>;

/** For programs: they read from their own database. */
export const NO_REPLICA: ReplicaReads = { read: (run) => run(null) };

/** Reads that decide nothing, and may lack the newest changes: from the read replica, or from the primary in its place. */
@Injectable()
export class ReadReplica {
  private readonly logger = new Logger(ReadReplica.name);
  private readonly fault = cachedFor(this.time, LOOK_EVERY_MS, () => withoutRequestTime(() => this.look()));
  private readonly fallbacks = this.metrics.counter(
    'ramp_checkout_read_replica_fallbacks_total',
    'Reads of lists, reports and exports that the primary answered in place of the read replica, by reason.',
    'reason',
  );
  #told: ReplicaFault | null | undefined;

  constructor(
    @Inject(STANDBY) private readonly standby: Database | null,
    private readonly primary: Database,
    private readonly epochs: EpochService,
    private readonly rows: EpochRepository,
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {
    startAtZero(this.fallbacks, { reason: [...REPLICA_FAULTS, 'failed'] });
  }

  /** `run` reads from the standby that it gets; from the primary if it gets null. It runs again if the standby fails. */
  async read<T>(run: (standby: Database | null) => Promise<T>): Promise<T> {
    if (this.standby === null) return run(null);
    const fault = await this.fault();
    if (fault !== null) {
      this.fallbacks.inc({ reason: fault });
      return run(null);
    }
    try {
      return await run(this.standby);
    } catch (error) {
      // A read that is too slow there must not load the primary as well.
      if (error instanceof Problem || isTooSlow(error)) throw error;
      this.fallbacks.inc({ reason: 'failed' });
      logEvent(this.logger, 'read_replica_failed', { err: error });
      return run(null);
    }
  }

  private async look(): Promise<ReplicaFault | null> {
    const { standby } = this;
    if (standby === null) return null;
    const primary = await this.epochs.look();
    const now = await this.primary.now();
    const late = { fault: 'away' } as const;
    const { fault, ...cause } = await within(this.time, LOOK_PATIENCE_MS, this.compare(standby, primary, now), late);
    if (fault !== this.#told) {
      if (fault === null) logEvent(this.logger, 'read_replica_used');
      else logEvent(this.logger, 'read_replica_not_used', { reason: fault, ...cause });
    }
    this.#told = fault;
    return fault;
  }

  private async compare(
    standby: Database,
    primary: EpochReading,
    now: Date,
  ): Promise<{ readonly fault: ReplicaFault | null; readonly err?: unknown }> {
    try {
      return { fault: replicaFault(primary, await this.rows.readStandby(standby), now) };
    } catch (error) {
      return { fault: error instanceof NotMigrated ? 'not_migrated' : 'away', err: error };
    }
  }
}
