import { MonotonicTime } from '#src/platform/shared/monotonic-time.js';

interface Due {
  readonly at: number;
  readonly then: () => void;
}

/** Time that passes only when a test says so. */
export class FakeTime extends MonotonicTime {
  private moment = 0;
  private readonly due = new Set<Due>();

  now(): number {
    return this.moment;
  }

  after(milliseconds: number, then: () => void): () => void {
    const entry = { at: this.moment + milliseconds, then };
    this.due.add(entry);
    return () => this.due.delete(entry);
  }

  /** How many calls are still to come. */
  get pending(): number {
    return this.due.size;
  }

  /** Lets the time pass, with everything that falls due in it, in order; promises settle in between. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.moment + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...this.due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.due.delete(next);
      this.moment = Math.max(this.moment, next.at);
      next.then();
    }
    this.moment = end;
    await settled();
  }
}

/** All promises that can settle by themselves have done so. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
