import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { EventEmitter, once } from 'node:events';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { Time } from '../../platform/time/time.js';
import type { EpochPlace } from '../../platform/database/pages.js';
import { OutboxService } from '../outbox/outbox.service.js';
import { OrderChanges } from '../../orders/write/order-changes.js';
import { EpochService } from '../../orders/epoch/epoch.service.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';

const LOOK_EVERY_MS = 500;
/** After this long without events, a waiter checks its credentials again. */
const LONGEST_WAIT_MS = 2000;

/** Wakes waiters at the end of the feed: at once after this process placed messages, else after a shared check. */
@Injectable()
export class FeedWatch implements OnModuleDestroy {
  /** Emits `look` after each check of the feed's end. */
  private readonly looks = new EventEmitter().setMaxListeners(0);
  private end: EpochPlace | null = null;
  isStopping = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly epochs: EpochService,
    private readonly time: Time,
    placing: OutboxService,
    changes: OrderChanges,
    tasks: BackgroundTasks,
  ) {
    const rounds = tasks.repeat('feed', 'api', LOOK_EVERY_MS, () => this.look());
    placing.onPlaced(() => rounds.nudge());
    changes.onChange(() => {
      if (this.isAwaited) placing.placeSoon();
    });
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    this.looks.emit('look');
  }

  /** Resolves to true if the feed continues, the signal aborts, or the process stops; to false after seconds without news. */
  async news({ epoch, place }: EpochPlace, signal: AbortSignal): Promise<boolean> {
    const until = this.time.monotonic() + LONGEST_WAIT_MS;
    while (!this.isStopping && !signal.aborted) {
      if (this.time.monotonic() > until) return false;
      // Rejects when the signal aborts.
      await once(this.looks, 'look', { signal }).catch(() => undefined);
      if (this.end !== null && (place < this.end.place || epoch !== this.end.epoch)) return true;
    }
    return true;
  }

  private get isAwaited(): boolean {
    return this.looks.listenerCount('look') > 0;
  }

  private async look(): Promise<void> {
    if (!this.isAwaited) return;
    const { epoch, head } = await this.epochs.read(() => this.outbox.head());
    this.end = { epoch: epoch.epoch, place: head };
    this.looks.emit('look');
  }
}
