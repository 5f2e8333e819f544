import type { Settings } from '../../../src/platform/config/settings.js';
import type { Overrides } from '../../../src/app.js';
import { Replica } from '../replica/replica.js';
import type { Owner, Scheduler } from './scheduler.js';
import { turn } from './scheduler.js';
import type { Answer, Request } from './world.js';

/** One process of the service: it can be paused, killed and drained, and never knows. */
export class Process implements Owner {
  isDead = false;
  isDraining = false;
  pausedUntil = 0;
  #replica: Replica | null = null;

  constructor(
    readonly name: string,
    private readonly scheduler: Scheduler,
  ) {}

  get isServing(): boolean {
    return this.#replica !== null && !this.isDead && !this.isDraining;
  }

  /** Returns once it has started, or waits for something that the scheduler will do. */
  async start(settings: Settings, overrides: Overrides): Promise<void> {
    const before = this.scheduler.scheduled;
    const started = Replica.start(settings, overrides).then((replica) => (this.#replica = replica));
    let isSettled = false;
    const settled = (): void => void (isSettled = true);
    void started.then(settled, settled);
    // A start reads files: wait in real time, so that virtual time does not depend on the disk.
    while (!isSettled && this.scheduler.scheduled === before) await turn();
    if (isSettled) await started;
  }

  /** null: it died before it answered. A dead process leaves its promise pending for ever. */
  request(request: Request): Promise<Answer> {
    if (this.#replica === null) throw new Error(`${this.name} does not run`);
    return this.#replica.request(request);
  }

  kill(): void {
    this.isDead = true;
    this.#replica = null;
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    await this.#replica?.drain();
    this.kill();
  }
}
