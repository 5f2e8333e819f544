import { HOUR } from '../time/time.js';

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
  readonly #entries = new Map<string, Seen>();

  /** `now` returns monotonic milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly most = MOST,
  ) {}

  /** How often the event happened within the hour, this time included; null: do not report this one. */
  count(thing: string): number | null {
    const existing = this.#entries.get(thing);
    const entry = existing !== undefined && this.now() - existing.since < HOUR ? existing : this.#begin(thing);
    entry.times += 1;
    return Number.isInteger(Math.log2(entry.times)) ? entry.times : null;
  }

  #begin(thing: string): Seen {
    const entry = { since: this.now(), times: 0 };
    this.#entries.delete(thing);
    this.#entries.set(thing, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.most && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}
