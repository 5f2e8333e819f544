import { Time } from '#src/platform/time/time.js';
import type { Timer } from '#src/platform/time/time.js';
import { NOW } from './moments.js';

interface Due {
  readonly at: number;
  readonly then: () => void;
}

/** Both clocks, which only the test moves. */
export class FakeTime extends Time {
  private moment = 0;
  private readonly due = new Set<Due>();

  /** `wall`: the time of day, in milliseconds since 1970. */
  constructor(public wall = NOW.getTime()) {
    super();
  }

  now(): Date {
    return new Date(this.wall);
  }

  monotonic(): number {
    return this.moment;
  }

  after(ms: number, then: () => void): Timer {
    const entry = { at: this.moment + ms, then };
    this.due.add(entry);
    return { cancel: () => void this.due.delete(entry) };
  }

  every(ms: number, then: () => void): Timer {
    const next = (): Timer =>
      this.after(ms, () => {
        timer = next();
        then();
      });
    let timer = next();
    return { cancel: () => timer.cancel() };
  }

  get pending(): number {
    return this.due.size;
  }

  /** Advances both clocks and runs no timer. */
  skip(ms: number): void {
    this.moment += ms;
    this.wall += ms;
  }

  /** Advances the time and runs everything due, in order; promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.moment + ms;
    for (;;) {
      await settled();
      const [next] = [...this.due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.due.delete(next);
      this.skip(Math.max(0, next.at - this.moment));
      next.then();
    }
    this.skip(end - this.moment);
    await settled();
  }
}

export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
