import { aimedAt } from '../faults/fault.js';
import type { Fault, FaultAim, FaultTarget } from '../faults/fault.js';
import { createHash } from 'node:crypto';

export interface ChaosFault extends FaultAim {
  /** From 0 to 1. */
  readonly rate: number;
  readonly fault: Fault;
}

/** From 0 to 1, drawn independently. */
interface CallbackRates {
  readonly drop: number;
  readonly duplicate: number;
  readonly delay: number;
  /** Milliseconds of virtual time by which `delay` delays a callback. */
  readonly delayMs: number;
  readonly forge: number;
}

export interface ChaosPlan {
  readonly seed: number;
  /** The rates of faults that may strike the same call add up to 1 at most. */
  readonly faults: readonly ChaosFault[];
  readonly callbacks: CallbackRates;
}

/** The effect of chaos on one callback. A forged callback is sent in addition, even if the true one is dropped. */
export interface CallbackFate {
  readonly drop: boolean;
  readonly duplicate: boolean;
  /** Milliseconds. */
  readonly delayMs: number;
  readonly forge: boolean;
}

export const UNHARMED: CallbackFate = { drop: false, duplicate: false, delayMs: 0, forge: false };

/**
 * One draw for the n-th call of an endpoint about a number; each fault takes an interval of its rate, in order from
 * 0.
 */
export function drawFault({ seed, faults }: ChaosPlan, target: FaultTarget, nth: number): Fault | null {
  const drawn = draw(seed, 'call', target.endpoint, target.number, nth);
  let reached = 0;
  for (const candidate of faults) {
    if (!aimedAt(candidate, target)) continue;
    reached += candidate.rate;
    if (drawn < reached) return candidate.fault;
  }
  return null;
}

/** The same for every callback about this number in this status. */
export function drawFate({ seed, callbacks }: ChaosPlan, number: string, status: string): CallbackFate {
  const strikes = (what: 'drop' | 'duplicate' | 'delay' | 'forge'): boolean =>
    draw(seed, 'callback', what, number, status) < callbacks[what];
  return {
    drop: strikes('drop'),
    duplicate: strikes('duplicate'),
    delayMs: strikes('delay') ? callbacks.delayMs : 0,
    forge: strikes('forge'),
  };
}

/**
 * A pseudo-random number in [0, 1) that depends on the seed and the subject only, not on earlier draws or the time.
 */
function draw(seed: number, ...subject: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...subject]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
