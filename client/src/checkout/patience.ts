import { sleep } from '../http/time-limit.js';

/** A time limit for all attempts of one call. */
export class Patience {
  readonly #end: number;

  constructor(
    ms: number,
    readonly signal: AbortSignal | undefined,
  ) {
    this.#end = performance.now() + ms;
  }

  /** Sleeps and returns true if there is time for another attempt; else returns false at once. */
  async pause(ms: number): Promise<boolean> {
    if (performance.now() + ms >= this.#end) return false;
    await sleep(ms, this.signal);
    return true;
  }
}
