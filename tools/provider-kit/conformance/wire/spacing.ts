import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces calls evenly at so many a second, so that the run does not delay customers. */
export class Spacing {
  #next = 0;
  readonly #gap: number;

  constructor(perSecond: number) {
    this.#gap = 1000 / perSecond;
  }

  async turn(): Promise<void> {
    const now = performance.now();
    const mine = Math.max(now, this.#next);
    this.#next = mine + this.#gap;
    if (mine > now) await sleep(mine - now);
  }
}
