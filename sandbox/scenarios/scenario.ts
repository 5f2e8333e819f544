import type { Behaviour } from '../switches/behaviour.js';
import type { Fault } from '../faults/fault.js';

/** A move of the order by itself, in paces (see SANDBOX_PACE_MS) after the one before; 1 unless said. */
export interface Step {
  /** Any word; `vanished`: from now on queries know nothing of the order. */
  readonly to: string;
  readonly paces?: number;
  /** Not before a query has told the status that it leaves: whoever asks cannot miss that one. */
  readonly onceTold?: true;
}

/** What goes wrong with calls about the order. */
export interface ScenarioFault {
  readonly endpoint: 'create' | 'query';
  /** How many calls of the endpoint about one number are struck, from the first on; 0: all. */
  readonly times: number;
  readonly fault: (behaviour: Behaviour) => Partial<Fault> & Pick<Fault, 'act'>;
}

interface ScenarioCallbacks {
  readonly drop?: true;
  readonly duplicate?: true;
  readonly forge?: true;
  readonly delayPaces?: number;
}

/** What a merchant's checkout service should have made of it in the end, in the words of Ramp Checkout. */
export interface Ending {
  readonly status: string;
  /** Somebody has to look: the provider said what cannot be believed. */
  readonly inReview?: true;
  /** The code with which the checkout was refused. */
  readonly problem?: string;
  /** How many trades it took, if more than one. */
  readonly trades?: number;
}

/** What a magic value plays: data, built from faults, moves, records and callbacks as tests order them one by one. */
export interface Scenario {
  readonly word: string;
  readonly side: 'BUY' | 'SELL';
  readonly what: string;
  readonly ends: Ending;
  readonly faults?: readonly ScenarioFault[];
  readonly steps?: readonly Step[];
  /** Fields that go over those of the record, in every status. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** Fields that the record does not have. */
  readonly omits?: readonly string[];
  readonly callbacks?: ScenarioCallbacks;
  /** Queries never know of the order. */
  readonly hidden?: true;
}

type Told = Omit<Scenario, 'word' | 'side' | 'ends'>;

export function buy(word: string, ends: Ending, told: Told): Scenario {
  return { word, side: 'BUY', ends, ...told };
}

export function sell(word: string, ends: Ending, told: Told): Scenario {
  return { word, side: 'SELL', ends, ...told };
}
