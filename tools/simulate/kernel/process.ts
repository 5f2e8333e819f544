import type { Settings } from '../../../src/platform/config/settings.js';
import type { Overrides } from '../../../src/app.js';
import { Replica } from '../replica/replica.js';
import type { Owner } from './scheduler.js';
import type { Answer, Request } from './world.js';

/** One process of the service: it can be paused, killed and drained, and never knows. */
export class Process implements Owner {
  isDead = false;
  isDraining = false;
  pausedUntil = 0;
  pending = 0;
  #isBetweenStates = false;
  #replica: Replica | null = null;
  /** Called when its connections break. */
  readonly onKill = new Set<() => void>();

  constructor(readonly name: string) {}

  get isServing(): boolean {
    return this.#replica !== null && !this.isDead && !this.isDraining;
  }

  /** A start reads files and an end closes streams, in real time: wait, so that virtual time does not depend on it. */
  get isBusy(): boolean {
    return this.#isBetweenStates && this.pending === 0 && !this.isDead;
  }

  async start(settings: Settings, overrides: Overrides): Promise<void> {
    this.#isBetweenStates = true;
    try {
      this.#replica = await Replica.start(settings, overrides);
    } finally {
      this.#isBetweenStates = false;
    }
  }

  /** Never settles if the process dies first. */
  request(request: Request): Promise<Answer> {
    if (this.#replica === null) throw new Error(`${this.name} does not run`);
    return this.#replica.request(request);
  }

  /** Resolves when the answer ends; `onPart` gets its parts meanwhile. Never settles if the process dies first. */
  follow(request: Request, onPart: (text: string) => void): Promise<Answer> {
    if (this.#replica === null) throw new Error(`${this.name} does not run`);
    return this.#replica.follow(request, onPart);
  }

  kill(): void {
    this.isDead = true;
    this.#replica = null;
    for (const broken of this.onKill) broken();
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    this.#isBetweenStates = true;
    await this.#replica?.drain();
    this.kill();
  }
}
