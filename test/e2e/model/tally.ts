import type { Facts } from './facts.js';
import type { Run } from './run.js';

/** Counts what the runs came upon: a model that never gets anywhere finds nothing. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(run: Run, facts: Facts): void {
    this.count('runs');
    for (const { what, answer } of run.shown) this.count(`${what} ${answer.status}`);
    for (const { outcome, status } of facts.trades) this.count(`trade ${outcome} ${status}`);
    for (const { kind, field } of facts.mismatches) this.count(`mismatch ${kind} ${field}`);
    for (const { kind } of facts.events) this.count(`event ${kind}`);
    for (const { status } of run.called) this.count(`callback ${String(status)}`);
  }

  of(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  toString(): string {
    const lines = [...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, count]) => `${key}: ${count}`);
    return lines.join(', ');
  }

  private count(key: string): void {
    this.counts.set(key, this.of(key) + 1);
  }
}
