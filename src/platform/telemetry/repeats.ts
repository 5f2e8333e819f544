import { HOUR } from '../shared/durations.js';

const MOST = 10_000;

interface Seen {
  readonly since: number;
  times: number;
}

/**
 * Thins out repeated events: of the same event within an hour only the first, second, fourth, eighth … is reported.
 * Memory is bounded: the event whose series began first is dropped first.
 */
export class Repeats {
  readonly #seen = new Map<string, Seen>();

  /** `now` returns monotonic milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly most = MOST,
  ) {}

  /** How often the event happened within the hour, this time included; null: do not report this one. */
  count(thing: string): number | null {
    const known = this.#seen.get(thing);
    const seen = known !== undefined && this.now() - known.since < HOUR ? known : this.#begin(thing);
    seen.times += 1;
    return Number.isInteger(Math.log2(seen.times)) ? seen.times : null;
  }

  #begin(thing: string): Seen {
    const seen = { since: this.now(), times: 0 };
    this.#seen.delete(thing);
    this.#seen.set(thing, seen);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > this.most && oldest !== undefined) this.#seen.delete(oldest);
    return seen;
  }
}
