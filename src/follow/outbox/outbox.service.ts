import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { DAY } from '../../platform/time/time.js';
import { OutboxRepository } from './outbox.repository.js';

const EVERY_MS = 500;
const AT_ONCE = 500;
const FORGET_EVERY_MS = 60 * 60 * 1000;
/** Messages are retried for days and asked for again within weeks; a feed's reader may be away as long. */
const KEPT_MS = 30 * DAY;

/** Workers take turns. */
@Injectable()
export class OutboxService {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly outbox: OutboxRepository,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('outbox', 'worker', EVERY_MS, () => this.placeAll());
    tasks.repeat('outbox_retention', 'worker', FORGET_EVERY_MS, () => this.forgetOld());
  }

  /** `listener` is called after this process has placed messages. */
  onPlaced(listener: () => void): void {
    this.listeners.push(listener);
  }

  private async placeAll(): Promise<void> {
    for (let placed = AT_ONCE; placed === AT_ONCE;) {
      placed = await this.outbox.place(AT_ONCE);
      if (placed > 0) for (const listener of this.listeners) listener();
    }
  }

  private async forgetOld(): Promise<void> {
    while ((await this.outbox.forget(KEPT_MS, AT_ONCE)) === AT_ONCE);
  }
}
