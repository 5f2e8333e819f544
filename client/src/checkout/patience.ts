import { sleep } from '../http/time-limit.js';

/** How long somebody goes on trying. */
export class Patience {
  readonly #end: number;

  constructor(
    ms: number,
    readonly signal: AbortSignal | undefined,
  ) {
    this.#end = performance.now() + ms;
  }

  /** Sleeps, and says whether there is patience for one more attempt; at once when there will be none. */
  async pause(ms: number): Promise<boolean> {
    if (performance.now() + ms >= this.#end) return false;
    await sleep(ms, this.signal);
    return true;
  }
}
