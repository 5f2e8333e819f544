import type { Fault, FaultAct, FaultAim } from '../faults/fault.js';
import { ACTS_AFTER_ACTING, ACTS_WITHOUT_ACTING, FAULT_ENDPOINTS } from '../faults/fault.js';
import type { FaultRule } from '../faults/fault-rules.js';
import { LONGEST_WAIT_MS } from '../switches/longest-wait.js';
import { ControlError, ControlInput } from './control-input.js';

const ACTS: readonly FaultAct[] = [...ACTS_WITHOUT_ACTING, ...ACTS_AFTER_ACTING];

/** Parameters without which an act would do nothing. */
const NEEDS: Partial<Record<FaultAct, readonly string[]>> = {
  delay: ['ms'],
  'delay-after': ['ms'],
  status: ['code'],
  'status-after': ['code'],
  answer: ['returnCode', 'returnMsg'],
  mutate: ['data'],
};

/** All fields that {@link readAim} and {@link readFault} read. */
export const FAULT_FIELDS = [
  'endpoint',
  'merchantOrderNo',
  'act',
  'ms',
  'code',
  'body',
  'returnCode',
  'returnMsg',
  'http',
  'data',
] as const;

/** Reads one rule or a list. Throws a {@link ControlError}. */
export function readFaultRules(body: unknown): readonly FaultRule[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  return list.map((item) => readRule(ControlInput.of(item)));
}

function readRule(input: ControlInput): FaultRule {
  return { ...readAim(input), times: input.integer('times', 0, 1_000_000, 1), fault: readFault(input) };
}

export function readAim(input: ControlInput): FaultAim {
  return { endpoint: input.oneOf('endpoint', FAULT_ENDPOINTS), merchantOrderNo: input.optionalText('merchantOrderNo') };
}

export function readFault(input: ControlInput): Fault {
  const act = input.oneOf('act', ACTS);
  for (const name of NEEDS[act] ?? []) if (!input.has(name)) throw new ControlError(`${act} needs ${name}`);
  return {
    act,
    ms: input.integer('ms', 0, LONGEST_WAIT_MS, 0),
    code: input.integer('code', 200, 599, 503),
    body: input.any('body') ?? '',
    returnCode: input.text('returnCode', ''),
    returnMsg: input.text('returnMsg', ''),
    http: input.integer('http', 200, 599, 200),
    data: input.object('data'),
  };
}
