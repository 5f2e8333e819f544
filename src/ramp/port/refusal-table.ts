import { PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { ProblemCode } from '../../platform/problems/problem.js';

interface RefusalRow {
  readonly returnCode: string | null;
  readonly problem: ProblemCode;
  /** The provider did nothing, and the request may be sent again. */
  readonly resendable: boolean;
  /** Who resolves it; `nobody`: time does. */
  readonly acts: 'customer' | 'operator' | 'nobody';
  /** For customers. */
  readonly words: string;
  readonly field?: string;
  /** Seconds. */
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

/** The contract's error table, and what it leaves open. Explained in docs/operations/refusal-codes.md. */
const TABLE = {
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
  // The provider's prices show that it does not offer the payment method; it has no code for that.
  pay_way: customer(null, 'pay_way_not_available', 'payWayCode', PROBLEM_TEXTS.payWayNotAvailable),
  access_token: operator(null, true),
  // Came with the checkout: a resend would carry the same token, and only its sender has another.
  handed_in_token: operator(null),
  // A resend would be signed the same way.
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
    // The provider may have processed the first request.
    resendable: false,
    acts: 'operator',
    words: PROBLEM_TEXTS.rampRefused,
  },
} satisfies Readonly<Record<string, RefusalRow>>;

export type RefusalReason = keyof typeof TABLE;

export const REFUSALS: Readonly<Record<RefusalReason, RefusalRow>> = TABLE;

export function documentedReason(returnCode: string): RefusalReason | null {
  const reasons = Object.keys(REFUSALS) as RefusalReason[];
  return reasons.find((reason) => REFUSALS[reason].returnCode === returnCode) ?? null;
}

/** The row for a problem, such as a stored one. */
export function refusalByProblem(problem: string): RefusalRow | null {
  return Object.values(REFUSALS).find((row) => row.problem === problem) ?? null;
}
