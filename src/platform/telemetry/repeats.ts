import { HOUR } from '../shared/durations.js';

const MOST = 10_000;

interface Seen {
  readonly since: number;
  times: number;
}

/**
 * Thins out what may repeat without end: of the same thing within an hour the first, second, fourth, eighth … is told. What
 * is remembered is bounded: the thing that began to repeat longest ago is forgotten first.
 */
export class Repeats {
  readonly #seen = new Map<string, Seen>();

  /** `now`: milliseconds that only go forward. */
  constructor(
    private readonly now: () => number,
    private readonly most = MOST,
  ) {}

  /** How often it has happened within the hour, this time included; null: this time is not worth telling. */
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
