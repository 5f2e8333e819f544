import type { ChaosFault, ChaosPlan } from '../chaos/plan.js';
import { aimedAt, FAULT_ENDPOINTS } from '../faults/fault.js';
import { LONGEST_WAIT_MS } from '../switches/longest-wait.js';
import { ControlError, ControlInput } from './control-input.js';
import { FAULT_FIELDS, readAim, readFault } from './read-fault-rules.js';

// Tolerance for sums of tenths.
const ROUNDING = 1e-9;

/** Throws a {@link ControlError}, also for unknown fields: a typo would mean no chaos. */
export function readChaos(body: unknown): ChaosPlan {
  const input = ControlInput.of(body);
  input.allowOnly(['seed', 'faults', 'callbacks']);
  const faults = input.list('faults').map((item) => readChaosFault(ControlInput.of(item)));
  checkRates(faults);
  return {
    seed: input.integer('seed', 0, Number.MAX_SAFE_INTEGER),
    faults,
    callbacks: readCallbackRates(ControlInput.of(input.object('callbacks'))),
  };
}

function readChaosFault(input: ControlInput): ChaosFault {
  input.allowOnly(['rate', ...FAULT_FIELDS]);
  return { ...readAim(input), rate: input.number('rate', 0, 1), fault: readFault(input) };
}

function readCallbackRates(input: ControlInput): ChaosPlan['callbacks'] {
  input.allowOnly(['drop', 'duplicate', 'delay', 'delayMs', 'forge']);
  const rates = {
    drop: input.number('drop', 0, 1, 0),
    duplicate: input.number('duplicate', 0, 1, 0),
    delay: input.number('delay', 0, 1, 0),
    delayMs: input.integer('delayMs', 0, LONGEST_WAIT_MS, 0),
    forge: input.number('forge', 0, 1, 0),
  };
  if (rates.delay > 0 && rates.delayMs === 0) throw new ControlError('delay needs delayMs');
  return rates;
}

/** One draw selects among all faults of a call, so their rates must not exceed 1. */
function checkRates(faults: readonly ChaosFault[]): void {
  const numbers = new Set([null, ...faults.map(({ merchantOrderNo }) => merchantOrderNo)]);
  for (const endpoint of FAULT_ENDPOINTS) {
    for (const merchantOrderNo of numbers) {
      const sum = faults
        .filter((fault) => aimedAt(fault, { endpoint, merchantOrderNo }))
        .reduce((total, { rate }) => total + rate, 0);
      if (sum > 1 + ROUNDING) throw new ControlError(`the rates of ${endpoint} add up to more than 1`);
    }
  }
}
