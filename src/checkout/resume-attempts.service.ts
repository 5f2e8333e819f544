import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import { AttemptLeases } from '../orders/write/attempt-leases.service.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import type { Rounds } from '../platform/background/background-tasks.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { Tracing } from '../platform/telemetry/tracing.js';
import { AttemptRunner } from './attempt-runner.service.js';
import type { Lease } from './lease.js';

const INTERVAL_MS = 1000;
const AT_ONCE = 10;
const ALTERED_AGAIN_MS = 60_000;

/** Continues trades whose runner is gone: the caller's deadline passed, or the process died. */
@Injectable()
export class ResumeService implements OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(ResumeService.name), 'interrupted_trades');
  private readonly running = new Set<Promise<void>>();
  private readonly rounds: Rounds;

  constructor(
    private readonly orders: StoredOrders,
    private readonly leases: AttemptLeases,
    private readonly runner: AttemptRunner,
    private readonly emails: CustomerEmailService,
    private readonly tracing: Tracing,
    tasks: BackgroundTasks,
  ) {
    this.rounds = tasks.repeat('claims_of_interrupted_trades', 'worker', INTERVAL_MS, () => this.claim());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await Promise.allSettled(this.running);
  }

  /** Claims as many orders as there are free places, without waiting for them. */
  private async claim(): Promise<void> {
    // Created before the claim, so that they end in this process before they end in the database.
    const leases = Array.from({ length: AT_ONCE - this.running.size }, () => this.runner.newLease());
    const [first] = leases;
    if (first === undefined) return;
    const ids = leases.map(({ id }) => id);
    const claimed = await this.leases.claim(ids, first.durationMs);
    for (const { merchantOrderNo, attemptLease } of claimed) {
      const lease = leases.find(({ id }) => id === attemptLease);
      if (lease !== undefined) this.keep(this.tracing.root('resume', () => this.resume(merchantOrderNo, lease)));
    }
  }

  private async resume(merchantOrderNo: string, lease: Lease): Promise<void> {
    const { state } = await this.orders.findStored(merchantOrderNo);
    if (state === null) return;
    // Continue once the mismatch is resolved.
    if (state.isAltered === true) return this.leases.release(merchantOrderNo, lease.id, ALTERED_AGAIN_MS);
    // No request is waiting, so no token can be supplied.
    const customer = await this.emails.customerOf(state.order);
    await this.runner.resume({ state, lease, customer, callerWaits: false, cause: 'checkout' });
  }

  /** A failed run keeps its lease until it expires, and does not affect the others. */
  private keep(attempt: Promise<void>): void {
    const ended = attempt.then(
      () => this.outages.worked(),
      (error: unknown) => this.outages.failed(error),
    );
    this.running.add(ended);
    void ended.finally(() => this.running.delete(ended));
  }
}
