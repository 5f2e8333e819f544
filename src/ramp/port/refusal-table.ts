import { PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import type { ProblemCode } from '../../platform/shared/problem.js';
import type { RefusalReason } from './ramp.errors.js';

/**
 * Who can change something about a refusal: `customer`, by asking for something else; `operator`, in our settings or at
 * the provider; `nobody`: it passes.
 */
type Actor = 'customer' | 'operator' | 'nobody';

interface RefusalRow {
  /** The contract's code; null: the contract documents none. */
  readonly returnCode: string | null;
  /** What callers are told; its HTTP status is that of the problem. */
  readonly problem: ProblemCode;
  /** It was about the stamp, the token or the rate: nothing was done, and the same request may be sent again. */
  readonly resendable: boolean;
  readonly acts: Actor;
  /** For customers; rows with one problem have one wording. */
  readonly words: string;
  /** The field of a request that it is about. */
  readonly field?: string;
  /** Seconds after which it is worth asking again. */
  readonly retryAfter?: number;
}

const operator = (returnCode: string | null, resendable = false): RefusalRow => ({
  returnCode,
  problem: 'ramp_configuration',
  resendable,
  acts: 'operator',
  words: PROBLEM_TEXTS.rampMisconfigured,
});

const customer = (returnCode: string | null, problem: ProblemCode, field: string, words: string): RefusalRow => ({
  returnCode,
  problem,
  resendable: false,
  acts: 'customer',
  words,
  field,
});

/** What each refusal means for us: the one place that says so. docs/operations/refusal-codes.md has it for people. */
export const REFUSALS: Readonly<Record<RefusalReason, RefusalRow>> = {
  commission: operator('3100'),
  crypto_not_configured: {
    returnCode: '3101',
    problem: 'crypto_not_available',
    resendable: false,
    acts: 'operator',
    words: PROBLEM_TEXTS.cryptoNotAvailable,
    field: 'crypto',
  },
  amount_out_of_range: customer('3102', 'amount_out_of_range', 'amount', PROBLEM_TEXTS.amountOutOfRange),
  timestamp_expired: operator('3103', true),
  app_unknown: operator('3104'),
  address_invalid: customer('3105', 'address_invalid', 'address', PROBLEM_TEXTS.addressInvalid),
  address_at_risk: customer('3106', 'address_at_risk', 'address', PROBLEM_TEXTS.addressAtRisk),
  path_unknown: operator('3107'),
  pay_way: customer(null, 'pay_way_not_available', 'payWayCode', PROBLEM_TEXTS.payWayNotAvailable),
  access_token: operator(null, true),
  // The same token again would be refused again, and only its sender has another one.
  handed_in_token: operator(null),
  // Signed in the same way once more it would be refused once more.
  signature: operator(null),
  rate_limited: {
    returnCode: null,
    problem: 'ramp_unavailable',
    resendable: true,
    acts: 'nobody',
    words: PROBLEM_TEXTS.rampBusy,
    retryAfter: 2,
  },
  undocumented: {
    returnCode: null,
    problem: 'ramp_refused',
    // Nobody knows what the provider did with the first one.
    resendable: false,
    acts: 'operator',
    words: PROBLEM_TEXTS.rampRefused,
  },
};

const REASON_BY_CODE: ReadonlyMap<string, RefusalReason> = new Map(
  Object.entries(REFUSALS).flatMap(([reason, { returnCode }]) =>
    returnCode === null ? [] : [[returnCode, reason as RefusalReason] as const],
  ),
);

/** The reason that the contract gives a code; null: it documents none. */
export function documentedReason(returnCode: string): RefusalReason | null {
  return REASON_BY_CODE.get(returnCode) ?? null;
}

/** The row of a refusal of which only the problem is known, such as a stored one; null: no refusal has that problem. */
export function refusalWith(problem: string): RefusalRow | null {
  return Object.values(REFUSALS).find((row) => row.problem === problem) ?? null;
}
