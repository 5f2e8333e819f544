import { CommandError } from '../../../src/cli/lib/program.js';
import type { MerchantsCodes } from '../../../src/ramp/wire/refusals.js';
import type { UnusedNumbers } from './plan/probe.js';
import type { Planned } from './wire/planned.js';
import type { ProbeName } from './plan/probes.js';
import type { Answered, Unanswered } from './wire/exchange.js';
import type { NamedScheme } from './wire/signing.js';

export interface Means {
  /** Sends one call within the rate. `stamp`: milliseconds since 1970. */
  readonly send: (planned: Planned, stamp: number, scheme: NamedScheme) => Promise<Answered | Unanswered>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly schemes: readonly [NamedScheme, ...NamedScheme[]];
  readonly numbers: UnusedNumbers;
  readonly tell: (name: ProbeName, done: number, all: number) => void;
  readonly appId: string;
  readonly codes: MerchantsCodes;
}

export class Unreachable extends CommandError {
  constructor(detail: string) {
    super(`The provider cannot be reached: ${detail}`, 3);
  }
}
