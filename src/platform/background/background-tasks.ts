import { outsideOfRequests } from '../limits/payer-context.js';
import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { Time } from '../time/time.js';
import type { Timer } from '../time/time.js';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../config/settings.js';
import type { BackgroundTask } from '../telemetry/log-events.js';
import { OutageLog } from '../telemetry/outage-log.js';
import { Chance } from '../chance.js';

/** A failed round is logged; the next tick starts another. */
export class Rounds {
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(
    private readonly chance: Chance,
    private readonly outages: OutageLog,
    private readonly round: () => Promise<unknown>,
  ) {}

  tick(): void {
    if (this.#running === null) this.nudge();
  }

  /** Starts a round now, or after the running one, which may have read too early. */
  nudge(): void {
    this.#isWanted = true;
    if (this.#isStopped || this.#running !== null) return;
    this.#running = outsideOfRequests(this.chance, () => this.#go()).finally(() => {
      this.#running = null;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #go(): Promise<void> {
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await this.round();
        this.outages.worked();
      } catch (error) {
        this.outages.failed(error);
        this.#isWanted = false;
      }
    }
  }
}

interface Task {
  readonly name: BackgroundTask;
  /** null: a task of another role, which this process runs only when nudged. */
  readonly everyMs: number | null;
  readonly rounds: Rounds;
}

@Injectable()
export class BackgroundTasks implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(BackgroundTasks.name);
  private readonly tasks: Task[] = [];
  private readonly timers: Timer[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly scheduler: SchedulerRegistry,
    private readonly time: Time,
    private readonly chance: Chance,
  ) {}

  /** Runs in processes of this role, one round at a time. Call it during module construction. */
  repeat(name: BackgroundTask, role: 'api' | 'worker', everyMs: number, round: () => Promise<unknown>): Rounds {
    const rounds = new Rounds(this.chance, new OutageLog(this.logger, name), round);
    this.tasks.push({ name, everyMs: this.settings.roles[role] ? everyMs : null, rounds });
    return rounds;
  }

  onApplicationBootstrap(): void {
    for (const { name, everyMs, rounds } of this.tasks) {
      if (everyMs === null) continue;
      const timer = this.time.every(everyMs, () => rounds.tick());
      this.timers.push(timer);
      this.scheduler.addInterval(name, timer);
    }
  }

  onModuleDestroy(): void {
    // The registry would clear Node's own intervals only.
    for (const timer of this.timers) timer.cancel();
    for (const { name, everyMs, rounds } of this.tasks) {
      if (everyMs !== null) this.scheduler.deleteInterval(name);
      void rounds.stop();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map(({ rounds }) => rounds.stop()));
  }
}
