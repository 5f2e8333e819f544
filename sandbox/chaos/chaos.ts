import type { Fault, FaultSource, FaultTarget } from '../faults/fault.js';
import { drawFate, drawFault, UNHARMED } from './plan.js';
import type { CallbackFate, ChaosPlan } from './plan.js';

/**
 * Seeded random faults. The fault of a call depends on its endpoint, its number and its count since the start of the
 * plan, so neither concurrency nor the order of calls with different numbers changes it.
 */
export class Chaos implements FaultSource {
  private plan: ChaosPlan | null = null;
  private readonly calls = new Map<string, number>();

  /** Replaces the plan and resets the counts. */
  switchOn(plan: ChaosPlan): void {
    this.plan = plan;
    this.calls.clear();
  }

  switchOff(): void {
    this.plan = null;
    this.calls.clear();
  }

  current(): ChaosPlan | null {
    return this.plan;
  }

  /** Counts calls: ask exactly once for each. */
  next(target: FaultTarget): Fault | null {
    if (this.plan === null) return null;
    const key = `${target.endpoint} ${target.number}`;
    const nth = (this.calls.get(key) ?? 0) + 1;
    this.calls.set(key, nth);
    return drawFault(this.plan, target, nth);
  }

  fateOf(number: string, status: string): CallbackFate {
    return this.plan === null ? UNHARMED : drawFate(this.plan, number, status);
  }
}
