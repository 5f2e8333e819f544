import { aimedAt } from './fault.js';
import type { Fault, FaultAim, FaultSource, FaultTarget } from './fault.js';

export interface FaultRule extends FaultAim {
  /** Number of calls left to strike; 0: all. */
  readonly times: number;
  readonly fault: Fault;
}

/** Faults ordered by tests: the first matching rule strikes and is consumed. */
export class FaultRules implements FaultSource {
  private rules: { readonly rule: FaultRule; left: number }[] = [];

  add(rules: readonly FaultRule[]): void {
    for (const rule of rules) this.rules.push({ rule, left: rule.times === 0 ? Infinity : rule.times });
  }

  next(target: FaultTarget): Fault | null {
    const hit = this.rules.find(({ rule }) => aimedAt(rule, target));
    if (hit === undefined) return null;
    hit.left -= 1;
    this.rules = this.rules.filter(({ left }) => left > 0);
    return hit.rule.fault;
  }

  /** Rules that may still strike; `times` is what is left. */
  waiting(): readonly FaultRule[] {
    return this.rules.map(({ rule, left }) => ({ ...rule, times: left === Infinity ? 0 : left }));
  }

  clear(): void {
    this.rules = [];
  }
}
