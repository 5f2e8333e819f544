import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../platform/config/settings.js';
import type { RecordResult } from '../orders/write/answer-record.service.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { ClaimRepository } from './claim.repository.js';
import { PollService } from './poll.service.js';
import type { ClaimedTrade } from './reconciliation.types.js';
import { LEASE_BEYOND_CALL_MS } from '../orders/model/call-lease.js';

const INTERVAL = 'reconciliation';

/**
 * Every interval: claims as many due trades as the provider's rate lets through now, and asks about them. A slow answer
 * holds up nothing: the next round claims what is left of the rate.
 */
@Injectable()
export class ReconciliationService implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(ReconciliationService.name), 'polls');
  private readonly running = new Set<Promise<void>>();
  private claiming = false;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly ramp: RampGateway,
    private readonly claims: ClaimRepository,
    private readonly polls: PollService,
    private readonly scheduler: SchedulerRegistry,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'ramp_checkout_trades_due',
      'Trades that wait to be asked about, by lateness.',
      ['state'],
      async () => {
        const { due, overdue } = await claims.dueCounts(settings.reconcile.firstDelayMs);
        return [
          { labels: { state: 'due' }, value: due },
          { labels: { state: 'overdue' }, value: overdue },
        ];
      },
    );
  }

  onApplicationBootstrap(): void {
    if (!this.settings.roles.worker) return;
    const timer = setInterval(() => void this.tick(), this.settings.reconcile.intervalMs);
    this.scheduler.addInterval(INTERVAL, timer);
  }

  onModuleDestroy(): void {
    this.stopping = true;
    if (this.scheduler.doesExist('interval', INTERVAL)) this.scheduler.deleteInterval(INTERVAL);
  }

  /** Lets the questions that are under way come to their end. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running);
  }

  /** One round; never throws. Resolves when the claimed trades are asked about and recorded. */
  async tick(): Promise<void> {
    if (this.claiming || this.stopping) return;
    const round = this.claimRound();
    const whole = round.then((run) => run?.());
    const settled = whole.then(
      () => this.outages.worked(),
      (error: unknown) => this.outages.failed(error),
    );
    this.running.add(settled);
    await settled.finally(() => this.running.delete(settled));
  }

  private async claimRound(): Promise<(() => Promise<void>) | null> {
    this.claiming = true;
    try {
      const limit = Math.min(this.settings.reconcile.batch, this.ramp.pollsAllowedNow());
      if (limit < 1) return null;
      const claimed = await this.claims.claim(limit, this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS);
      return claimed.length === 0 ? null : () => this.ask(claimed);
    } finally {
      this.claiming = false;
    }
  }

  private async ask(claimed: readonly ClaimedTrade[]): Promise<void> {
    const outcomes = await Promise.allSettled(claimed.map((trade) => this.polls.poll(trade)));
    const count = (...results: RecordResult[]): number =>
      outcomes.filter((outcome) => outcome.status === 'fulfilled' && results.includes(outcome.value)).length;
    const startedAt = claimed[0]?.askedAt ?? new Date(0);
    await this.claims.recordRun({
      startedAt,
      claimed: claimed.length,
      answered: count('changed', 'quiet'),
      changed: count('changed'),
      unanswered: count('unanswered'),
    });
    // Answers that could not be recorded: their leases run out, and the trades are asked about again.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
