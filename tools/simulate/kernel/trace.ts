import { createHash } from 'node:crypto';

/** One thing that happened. `who`: a replica, shop, receiver, the provider, the database or the simulator. */
export interface Happening {
  /** Virtual milliseconds since 1970. */
  readonly at: number;
  readonly who: string;
  readonly what: string;
}

/** Everything that happened in a run, in order. Its digest tells whether two runs were the same. */
export class Trace {
  readonly #digest = createHash('sha256');
  readonly happenings: Happening[] = [];

  /** `keeps`: keep the lines, to tell the story; the digest covers them in any case. */
  constructor(private readonly keeps: boolean) {}

  add(at: number, who: string, what: string): void {
    this.#digest.update(`${at} ${who} ${what}\n`);
    if (this.keeps) this.happenings.push({ at, who, what });
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16);
  }
}
