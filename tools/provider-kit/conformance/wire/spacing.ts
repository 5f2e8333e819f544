import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many calls begin in a second, evenly spaced; nobody's customers should wait for a check like this one. */
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
