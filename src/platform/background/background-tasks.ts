import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Settings } from '../config/settings.js';
import type { BackgroundTask } from '../telemetry/log-events.js';
import { OutageLog } from '../telemetry/outage-log.js';
import { Rounds } from './rounds.js';

interface Task {
  readonly name: BackgroundTask;
  /** null: another role's, of which this process does a round now and then when asked to. */
  readonly everyMs: number | null;
  readonly rounds: Rounds;
}

/** The work that a process repeats beside its requests: begun when the application is up, ended with it. */
@Injectable()
export class BackgroundTasks implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(BackgroundTasks.name);
  private readonly tasks: Task[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  /**
   * Has processes of this role do `round` every so many milliseconds, one at a time; one that fails is logged and comes again.
   * To be called while the application is made. Gives what begins a round earlier.
   */
  repeat(name: BackgroundTask, role: 'api' | 'worker', everyMs: number, round: () => Promise<unknown>): Rounds {
    const rounds = new Rounds(new OutageLog(this.logger, name), round);
    this.tasks.push({ name, everyMs: this.settings.roles[role] ? everyMs : null, rounds });
    return rounds;
  }

  onApplicationBootstrap(): void {
    for (const { name, everyMs, rounds } of this.tasks) {
      if (everyMs === null) continue;
      const timer = setInterval(() => rounds.tick(), everyMs);
      this.scheduler.addInterval(name, timer);
    }
  }

  /** From now on no round begins. */
  onModuleDestroy(): void {
    for (const { name, everyMs, rounds } of this.tasks) {
      if (everyMs !== null) this.scheduler.deleteInterval(name);
      void rounds.stop();
    }
  }

  /** Lets the rounds that are under way come to their end. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map(({ rounds }) => rounds.stop()));
  }
}
