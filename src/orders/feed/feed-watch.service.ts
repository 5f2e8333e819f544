import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { OutboxService } from '../announce/outbox.service.js';
import { OrderChanges } from '../changes/order-changes.js';
import { EpochService } from '../epoch/epoch.service.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import { OutboxRepository } from '../storage/outbox.repository.js';

const LOOK_EVERY_MS = 500;
/** After this long without events, a waiter checks its credentials again. */
const LONGEST_WAIT_MS = 2000;

interface Waiter {
  /** The feed was read up to here. */
  readonly place: EpochPlace;
  readonly since: number;
  readonly wake: (isOver: boolean) => void;
}

/**
 * Wakes waiters at the end of the feed: at once for messages placed by this process, else after the next check of the
 * database, which all of them share.
 */
@Injectable()
export class FeedWatch implements OnModuleDestroy {
  private readonly waiting = new Set<Waiter>();
  private readonly stopListening: (() => void)[];
  private stopping = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly epochs: EpochService,
    placing: OutboxService,
    changes: OrderChanges,
    tasks: BackgroundTasks,
  ) {
    const rounds = tasks.repeat('feed', 'api', LOOK_EVERY_MS, () => this.look());
    this.stopListening = [
      placing.onPlaced(() => rounds.nudge()),
      changes.onChange(() => {
        if (this.waiting.size > 0) placing.placeSoon();
      }),
    ];
  }

  onModuleDestroy(): void {
    this.stopping = true;
    for (const stop of this.stopListening) stop();
    for (const { wake } of this.waiting) wake(true);
  }

  get isStopping(): boolean {
    return this.stopping;
  }

  /**
   * Resolves to true if the feed continues after this position, the signal aborts, or the process stops; to false after
   * some seconds without news.
   */
  news(place: EpochPlace, signal: AbortSignal): Promise<boolean> {
    if (this.stopping || signal.aborted) return Promise.resolve(true);
    return new Promise((resolve) => {
      const wake = (isOver: boolean): void => {
        this.waiting.delete(waiter);
        signal.removeEventListener('abort', abort);
        resolve(isOver);
      };
      const abort = (): void => wake(true);
      const waiter: Waiter = { place, since: performance.now(), wake };
      this.waiting.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  private async look(): Promise<void> {
    if (this.waiting.size === 0) return;
    const { epoch, head } = await this.epochs.read(() => this.outbox.head());
    const inVain = performance.now() - LONGEST_WAIT_MS;
    for (const { place, since, wake } of this.waiting) {
      const goesOn = place.place < head || place.epoch !== epoch.epoch;
      if (goesOn || since < inVain) wake(goesOn);
    }
  }
}
