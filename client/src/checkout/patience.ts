import { sleep } from '../http/time-limit.js';

/** Limits all attempts of one call, by time and by the caller's wish. */
export class Patience {
  readonly #end: number;
  readonly #stop: AbortSignal | undefined;

  /** `stop` ends the pause but not a running attempt; `signal` aborts both. */
  constructor(
    ms: number,
    readonly signal: AbortSignal | undefined,
    stop?: AbortSignal,
  ) {
    this.#end = performance.now() + ms;
    this.#stop = stop;
  }

  /** Sleeps and returns true if there may be another attempt; else returns false as soon as that is known. */
  async pause(ms: number): Promise<boolean> {
    if (this.#isStopped || performance.now() + ms >= this.#end) return false;
    const stopped = new Promise<void>((resolve) => {
      this.#stop?.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([sleep(ms, this.signal), stopped]);
    return !this.#isStopped;
  }

  get #isStopped(): boolean {
    return this.#stop?.aborted === true;
  }
}
