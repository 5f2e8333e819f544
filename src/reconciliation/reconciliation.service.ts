import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import type { Rounds } from '../platform/background/background-tasks.js';
import { Settings } from '../platform/config/settings.js';
import type { RecordResult } from '../orders/write/poll-result-writer.service.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { OutageLog } from '../platform/telemetry/outage-log.js';
import { ClaimRepository } from './claim.repository.js';
import type { ClaimedTrade } from './claim.repository.js';
import { PollService } from './poll.service.js';
import { LEASE_BEYOND_CALL_MS } from '../orders/model/call-lease.js';

/** In each interval polls as many due trades as the provider's rate allows. A slow answer delays no round. */
@Injectable()
export class ReconciliationService implements OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger(ReconciliationService.name), 'polls');
  private readonly asking = new Set<Promise<void>>();
  private readonly rounds: Rounds;

  constructor(
    private readonly settings: Settings,
    private readonly ramp: RampGateway,
    private readonly claims: ClaimRepository,
    private readonly polls: PollService,
    tasks: BackgroundTasks,
    metrics: Metrics,
  ) {
    this.rounds = tasks.repeat('claims_of_polls', 'worker', settings.reconcile.intervalMs, () => this.claim());
    const help = 'Trades that wait to be asked about, by lateness.';
    metrics.gauge('ramp_checkout_trades_due', help, ['state'], async () => {
      const counts = await claims.dueCounts(settings.reconcile.firstDelayMs);
      return Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.rounds.stop();
    await Promise.allSettled(this.asking);
  }

  private async claim(): Promise<void> {
    const limit = Math.min(this.settings.reconcile.batch, this.ramp.pollsAllowedNow());
    if (limit < 1) return;
    const claimed = await this.claims.claim(limit, this.settings.ramp.timeoutMs + LEASE_BEYOND_CALL_MS);
    if (claimed.length === 0) return;
    const polling = this.ask(claimed).then(
      () => this.outages.worked(),
      (error: unknown) => this.outages.failed(error),
    );
    this.asking.add(polling);
    void polling.finally(() => this.asking.delete(polling));
  }

  private async ask(claimed: readonly ClaimedTrade[]): Promise<void> {
    const outcomes = await Promise.allSettled(claimed.map((trade) => this.polls.poll(trade)));
    const count = (...results: RecordResult[]): number =>
      outcomes.filter((outcome) => outcome.status === 'fulfilled' && results.includes(outcome.value)).length;
    const startedAt = claimed[0]?.askedAt ?? new Date(0);
    await this.claims.recordRun(startedAt, {
      claimed: claimed.length,
      answered: count('changed', 'quiet'),
      changed: count('changed'),
      unanswered: count('unanswered'),
    });
    // An answer was not recorded: its lease expires and the trade is polled again.
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}
