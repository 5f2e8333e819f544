import { Problem } from '../shared/problem.js';
import type { ProblemCode, ProblemExtras, RampDetail } from '../shared/problem.js';
import type { RampFailure, RampNotSent, RampRefused } from './ramp.errors.js';
import { REFUSALS, refusalWith } from './refusal-table.js';

/** Seconds after which it is worth asking again: our own budget refills each second, a provider that is away takes longer. */
const RETRY_AFTER = { budget: 1, unreachable: 5 } as const;

const UNREACHABLE = 'The payment provider cannot be reached at the moment. Please try again.';

/** What is known of a refusal, at once or from where it was kept. */
interface SaidNo extends RampDetail {
  readonly problem: string;
  readonly min: string | null;
  readonly max: string | null;
}

/**
 * What a caller is told when the provider did not do what it was asked for. For a create whose outcome is unknown, or
 * whose answer makes no sense, this is not the answer: the trade may exist.
 *
 * `members`: further members of the answer, such as `merchantOrderNo`.
 */
export function rampProblem(failure: RampFailure, members: Readonly<Record<string, unknown>> = {}): Problem {
  const { traceId } = failure.evidence;
  const extras: ProblemExtras = {
    ...(traceId === null ? {} : { ramp: { returnCode: null, returnMsg: null, traceId } }),
    ...(Object.keys(members).length === 0 ? {} : { members }),
  };
  switch (failure.kind) {
    case 'refused':
      if (failure.reason === 'handed_in_token') return tokenRefused(failure, traceId, members);
      return refusalProblem({ ...failure, traceId, problem: REFUSALS[failure.reason].problem }, members);
    case 'not_sent':
      return unsent(failure.reason, extras);
    case 'unknown':
      return new Problem('ramp_unavailable', UNREACHABLE, { ...extras, retryAfter: RETRY_AFTER.unreachable });
    case 'protocol':
      return new Problem('ramp_protocol', 'The payment provider gave an answer that makes no sense.', extras);
  }
}

function unsent(reason: RampNotSent['reason'], extras: ProblemExtras): Problem {
  switch (reason) {
    case 'no_access_token':
      return new Problem('ramp_configuration', REFUSALS.access_token.words, extras);
    case 'no_customer_email':
      return customerNeeded('customer.email', extras);
    case 'no_customer_id':
      return customerNeeded('customer.id', extras);
    case 'budget':
      return new Problem('ramp_unavailable', REFUSALS.rate_limited.words, {
        ...extras,
        retryAfter: RETRY_AFTER.budget,
      });
    case 'access_token_away':
    case 'connection':
    case 'breaker_open':
    case 'too_late':
      return new Problem('ramp_unavailable', UNREACHABLE, { ...extras, retryAfter: RETRY_AFTER.unreachable });
  }
}

/** The provider gives access by customer: a checkout that names none is incomplete, and the caller can mend that. */
function customerNeeded(field: string, extras: ProblemExtras): Problem {
  const errors = [{ field, message: 'is needed: the payment provider wants to know who the customer is' }];
  return new Problem('invalid_request', `Please correct: ${field}.`, { ...extras, errors });
}

/** The caller's own token: the operator's settings have nothing to do with it. */
function tokenRefused(
  { returnCode, returnMsg }: RampRefused,
  traceId: string | null,
  members: Readonly<Record<string, unknown>>,
): Problem {
  return new Problem('ramp_configuration', 'The payment provider refused the access token of this request.', {
    ramp: { returnCode, returnMsg, traceId },
    ...(Object.keys(members).length === 0 ? {} : { members }),
    errors: [{ field: 'accessToken', message: 'was refused by the payment provider' }],
  });
}

/** What a caller is told of a refusal: in our own words; the provider's stand in `ramp`, which customers never see. */
export function refusalProblem(
  { problem, returnCode, returnMsg, traceId, min, max }: SaidNo,
  members: Readonly<Record<string, unknown>>,
): Problem {
  const { words, retryAfter } = refusalWith(problem) ?? REFUSALS.undocumented;
  const isRange = problem === 'amount_out_of_range';
  const allMembers = isRange ? { ...members, min, max } : members;
  return new Problem(problem as ProblemCode, isRange ? outOfRange(min, max) : words, {
    ramp: { returnCode, returnMsg, traceId },
    ...(Object.keys(allMembers).length === 0 ? {} : { members: allMembers }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** What a customer is told about limits; a bound that is not known is left out. */
export function outOfRange(min: string | null, max: string | null): string {
  if (min !== null && max !== null) return `The amount must be from ${min} to ${max}.`;
  if (min !== null) return `The amount must be at least ${min}.`;
  if (max !== null) return `The amount must be at most ${max}.`;
  return REFUSALS.amount_out_of_range.words;
}
