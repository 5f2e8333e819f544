import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { Rounds } from '../../platform/background/rounds.js';
import { Settings } from '../../platform/config/settings.js';
import { OutboxRepository } from '../storage/outbox.repository.js';

const EVERY_MS = 500;
const AT_ONCE = 500;
const FORGET_EVERY_MS = 60 * 60 * 1000;

/** Gives the messages of the outbox their places, and deletes those that are too old. Workers of any number take turns. */
@Injectable()
export class OutboxService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly rounds: readonly { readonly rounds: Rounds; readonly everyMs: number }[];
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly settings: Settings,
  ) {
    const outages = new OutageLog(new Logger(OutboxService.name), 'outbox');
    this.rounds = [
      { rounds: new Rounds(outages, () => this.placeAll()), everyMs: EVERY_MS },
      { rounds: new Rounds(outages, () => this.forgetOld()), everyMs: FORGET_EVERY_MS },
    ];
  }

  onApplicationBootstrap(): void {
    if (!this.settings.roles.worker) return;
    for (const { rounds, everyMs } of this.rounds) rounds.start(everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.rounds.map(({ rounds }) => rounds.stop()));
  }

  /** Hears when this process has given places. Gives how to stop listening. */
  onPlaced(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private async placeAll(): Promise<void> {
    for (let placed = AT_ONCE; placed === AT_ONCE;) {
      placed = await this.outbox.place(AT_ONCE);
      if (placed > 0) for (const listener of this.listeners) listener();
    }
  }

  private async forgetOld(): Promise<void> {
    while ((await this.outbox.forget(this.settings.retention.deliveriesMs, AT_ONCE)) === AT_ONCE);
  }
}
