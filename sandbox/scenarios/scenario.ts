import type { Behaviour } from '../switches/behaviour.js';
import type { Fault } from '../faults/fault.js';

/** An automatic move, `paces` after the previous one (see SANDBOX_PACE_MS), 1 by default. */
export interface Step {
  /** Any status; `vanished`: queries no longer find the order. */
  readonly to: string;
  readonly paces?: number;
  /** Waits until a query has returned the current status, so that no caller misses it. */
  readonly onceTold?: true;
}

export interface ScenarioFault {
  readonly endpoint: 'create' | 'query';
  /** How many calls per endpoint and number are struck, from the first on; 0: all. */
  readonly times: number;
  readonly fault: (behaviour: Behaviour) => Partial<Fault> & Pick<Fault, 'act'>;
}

interface ScenarioCallbacks {
  readonly drop?: true;
  readonly duplicate?: true;
  readonly forge?: true;
  readonly delayPaces?: number;
}

/** The expected end of the order in the merchant's service, in the terms of Ramp Checkout. */
export interface Ending {
  readonly status: string;
  readonly inReview?: true;
  /** Problem code of the refused checkout. */
  readonly problem?: string;
  /** Number of trades, if more than one. */
  readonly trades?: number;
}

/** A magic value as data: its faults, moves, record fields and callbacks. */
export interface Scenario {
  readonly word: string;
  readonly side: 'BUY' | 'SELL';
  readonly what: string;
  readonly ends: Ending;
  readonly faults?: readonly ScenarioFault[];
  readonly steps?: readonly Step[];
  /** Fields that override the record in every status. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly omits?: readonly string[];
  readonly callbacks?: ScenarioCallbacks;
  /** Queries never find the order. */
  readonly hidden?: true;
}

type Rest = Omit<Scenario, 'word' | 'side' | 'ends'>;

export function buy(word: string, ends: Ending, rest: Rest): Scenario {
  return { word, side: 'BUY', ends, ...rest };
}

export function sell(word: string, ends: Ending, rest: Rest): Scenario {
  return { word, side: 'SELL', ends, ...rest };
}
