import { MonotonicTime } from '#src/platform/time/time.js';

interface Due {
  readonly at: number;
  readonly then: () => void;
}

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

  get pending(): number {
    return this.due.size;
  }

  /** Advances the time and runs everything due, in order; promises settle in between. */
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

export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
