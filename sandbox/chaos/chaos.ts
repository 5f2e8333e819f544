import type { Fault, FaultSource, FaultTarget } from '../faults/fault.js';
import { drawFate, drawFault, UNHARMED } from './plan.js';
import type { CallbackFate, ChaosPlan } from './plan.js';

/**
 * Faults by a seed. What strikes a call depends on its endpoint, its number and how many-th it is of these since chaos was
 * switched on: neither concurrency nor the order in which calls of different numbers arrive changes it.
 */
export class Chaos implements FaultSource {
  private plan: ChaosPlan | null = null;
  private readonly calls = new Map<string, number>();

  /** Takes the place of an earlier plan, and counts from the beginning. */
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

  /** To be asked about every call, once: it counts them. */
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
