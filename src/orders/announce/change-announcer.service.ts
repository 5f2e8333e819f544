import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { MOST_BYTES, Notifier } from '../../platform/database/notifications/notifier.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { changesToTexts } from './changes-text.js';
import type { ChangedOrder } from './changes-text.js';
import { GatheredChanges } from './gathered-changes.js';

/** What changes within this time is told at once. */
const GATHER_MS = 30;
const TRY_AGAIN_MS = 1000;
const MOST_WAITING = 10_000;

/**
 * Tells whoever follows an order, in this process and in all others, that it has changed. Only a hint: a process that dies
 * between commit and notification tells nobody, so those who follow look by themselves too.
 */
@Injectable()
export class ChangeAnnouncer implements OnApplicationShutdown {
  private readonly outages = new OutageLog(new Logger('Announcer'), 'change_notices');
  private readonly gathered = new GatheredChanges(MOST_WAITING);
  private readonly near = new Set<(change: ChangedOrder) => void>();
  private timer: NodeJS.Timeout | null = null;
  private telling: Promise<void> | null = null;
  private leaving = false;

  constructor(private readonly notifier: Notifier) {}

  /** `hear` gets each change of this process at once, whatever the database does; ends with the function that is given back. */
  onChange(hear: (change: ChangedOrder) => void): () => void {
    this.near.add(hear);
    return () => void this.near.delete(hear);
  }

  /** Call it when the change is committed, or may be: nobody waits for it, and it never throws. */
  announce(changes: readonly ChangedOrder[]): void {
    for (const change of changes) {
      this.gathered.add(change);
      for (const hear of this.near) hear(change);
    }
    this.plan(this.leaving ? 0 : GATHER_MS);
  }

  /** What is recorded while the process ends is told too. */
  async onApplicationShutdown(): Promise<void> {
    this.leaving = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    await this.telling;
    await this.tell();
  }

  private plan(delayMs: number): void {
    if (this.timer !== null || this.telling !== null || this.gathered.isEmpty) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.telling = this.tell().then((isDone) => {
        this.telling = null;
        if (isDone || !this.leaving) this.plan(isDone ? GATHER_MS : TRY_AGAIN_MS);
      });
    }, delayMs);
  }

  /** false: the database is away; what was not told goes on waiting. Never rejects. */
  private async tell(): Promise<boolean> {
    const changes = this.gathered.take();
    if (changes.length === 0) return true;
    try {
      await this.notifier.notify(changesToTexts(changes, MOST_BYTES));
      this.outages.worked();
      return true;
    } catch (error) {
      for (const change of changes) this.gathered.add(change);
      this.outages.failed(error);
      return false;
    }
  }
}
