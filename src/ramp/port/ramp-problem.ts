import { fieldProblem, Problem, PROBLEM_TEXTS, RETRY_AFTER_S, wrongField } from '../../platform/problems/problem.js';
import type { ProblemCode, ProblemExtras, RampDetail } from '../../platform/problems/problem.js';
import type { RampFailure, RampNotSent, RampRefused } from './ramp.errors.js';
import { REFUSALS, refusalByProblem } from './refusal-table.js';

/** Seconds: the rate budget refills each second. */
const BUDGET_RETRY_AFTER_S = 1;

type AmountRange = Readonly<Record<'min' | 'max', string | null>>;

interface RefusalDetail extends RampDetail, AmountRange {
  readonly problem: string;
  /** The field concerned, where it differs from the refusal table. */
  readonly field?: string;
}

/**
 * Not for a create with an unknown outcome or a nonsensical answer: the trade may exist. `members`: of the response,
 * such as `merchantOrderNo`; `unit`: the currency of the amount.
 */
export function rampProblem(
  failure: RampFailure,
  unit: string | null,
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const { traceId } = failure.evidence;
  const ramp = traceId === null ? {} : { ramp: { returnCode: null, returnMsg: null, traceId } };
  const extras: ProblemExtras = { ...ramp, members };
  switch (failure.kind) {
    case 'refused':
      if (failure.reason === 'handed_in_token') return tokenRefused(failure, members);
      return refusalProblem(refusalDetail(failure), unit, members);
    case 'not_sent':
      return unsent(failure.reason, extras);
    case 'unknown':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, { ...extras, retryAfter: RETRY_AFTER_S });
    case 'protocol':
      return new Problem('ramp_protocol', PROBLEM_TEXTS.rampInvalidResponse, extras);
  }
}

/** For a list the only field is the currency. */
function refusalDetail({ reason, evidence, ...refused }: RampRefused): RefusalDetail {
  const { problem, field } = REFUSALS[reason];
  const isOfList = evidence.endpoint === 'list' && field !== undefined;
  return { ...refused, problem, traceId: evidence.traceId, ...(isOfList ? { field: 'fiat' } : {}) };
}

function unsent(reason: RampNotSent['reason'], extras: ProblemExtras): Problem {
  const later = { ...extras, retryAfter: RETRY_AFTER_S };
  switch (reason) {
    case 'no_access_token':
      return new Problem('ramp_configuration', PROBLEM_TEXTS.rampMisconfigured, extras);
    // Tokens are issued per customer: a checkout without one is incomplete, and the caller can mend that.
    case 'no_customer_email':
      return wrongField('customer.email', 'is required by the payment provider', extras);
    case 'no_customer_id':
      return wrongField('customer.id', 'is required by the payment provider', extras);
    case 'budget':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampBusy, { ...extras, retryAfter: BUDGET_RETRY_AFTER_S });
    case 'database':
      return new Problem('unavailable', PROBLEM_TEXTS.databaseUnusable, later);
    case 'not_found_doubted':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampInDoubt, { ...later, isLogged: true });
    case 'access_token_away':
    case 'connection':
    case 'breaker_open':
    case 'too_late':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, later);
  }
}

/** The token came from the caller, so the operator's settings are not at fault. */
function tokenRefused(
  { returnCode, returnMsg, evidence }: RampRefused,
  members: Readonly<Record<string, unknown>>,
): Problem {
  return new Problem('ramp_configuration', PROBLEM_TEXTS.rampTokenRefused, {
    ramp: { returnCode, returnMsg, traceId: evidence.traceId },
    members,
    errors: [{ field: 'accessToken', message: 'was rejected by the payment provider' }],
  });
}

/** The problem for a refusal, in our own words; the provider's go into `ramp`, which customers never see. */
export function refusalProblem(
  { problem, returnCode, returnMsg, traceId, min, max, ...detail }: RefusalDetail,
  unit: string | null,
  members: Readonly<Record<string, unknown>>,
): Problem {
  const { words, retryAfter, ...row } = refusalByProblem(problem) ?? REFUSALS.undocumented;
  const field = detail.field ?? row.field;
  const ramp = { returnCode, returnMsg, traceId };
  if (problem === 'amount_out_of_range') return outOfRange({ min, max }, unit, { ramp, members });
  const code = problem as ProblemCode;
  const extras = { ramp, members, ...(retryAfter === undefined ? {} : { retryAfter }) };
  return field === undefined ? new Problem(code, words, extras) : fieldProblem(code, field, words, extras);
}

/** `unit`: the currency of the limits; unknown bounds are omitted. */
export function outOfRange(
  range: AmountRange,
  unit: string | null,
  { members, ...extras }: ProblemExtras = {},
): Problem {
  const { min, max } = range;
  return fieldProblem('amount_out_of_range', 'amount', rangeText(range, unit), {
    ...extras,
    members: { ...members, min, max },
  });
}

function rangeText({ min, max }: AmountRange, unit: string | null): string {
  const inUnit = (bound: string): string => (unit === null ? bound : `${bound} ${unit}`);
  if (min !== null && max !== null) return PROBLEM_TEXTS.amountFromTo(min, inUnit(max));
  if (min !== null) return PROBLEM_TEXTS.amountAtLeast(inUnit(min));
  if (max !== null) return PROBLEM_TEXTS.amountAtMost(inUnit(max));
  return PROBLEM_TEXTS.amountOutOfRange;
}
