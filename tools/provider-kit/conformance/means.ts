import { randomBytes } from 'node:crypto';
import { CommandError } from '../../../src/cli/lib/program.js';
import type { RampSettings } from '../../../src/platform/config/settings.js';
import { base32 } from '../../../src/platform/terms/order.js';
import type { MerchantsCodes } from '../../../src/ramp/wire/refusals.js';
import type { UnusedNumbers } from './plan/probe.js';
import type { Planned } from './wire/planned.js';
import type { ProbeName } from './plan/probes.js';
import type { Answered, Unanswered } from './wire/exchange.js';
import { send } from './wire/send.js';
import { schemesToTry, writeOut } from './wire/signing.js';
import type { NamedScheme } from './wire/signing.js';
import { Spacing } from './wire/spacing.js';

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
  constructor(readonly detail: string) {
    super(`The provider cannot be reached: ${detail}`, 3);
  }
}

export function meansOf(settings: RampSettings, callsPerSecond: number, tell: Means['tell']): Means {
  const spacing = new Spacing(callsPerSecond);
  return {
    send: async (planned, stamp, { scheme }) => {
      await spacing.turn();
      return send(writeOut(planned, stamp, scheme, settings), settings.timeoutMs);
    },
    now: () => Date.now(),
    schemes: schemesToTry(settings.signature),
    numbers: unusedNumbers(),
    tell,
    appId: settings.appId,
    codes: settings,
  };
}

const randomText = (length: number): string => base32(randomBytes(length)).slice(0, length);

/** They cannot be guessed and were never used; their words explain them to the provider's staff. */
function unusedNumbers(): UnusedNumbers {
  const run = randomText(12);
  const unknown = (): string => `unused-probe-${randomText(26)}`;
  return {
    unknown: [unknown(), unknown()],
    appId: `unused-${randomText(20)}`,
    create: (purpose) => `conformance-${run}-${purpose}`,
  };
}
