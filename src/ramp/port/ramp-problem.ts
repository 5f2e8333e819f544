import { fieldProblem, Problem, PROBLEM_TEXTS, RETRY_AFTER_S, wrongField } from '../../platform/shared/problem.js';
import type { ProblemCode, ProblemExtras, RampDetail } from '../../platform/shared/problem.js';
import type { RampFailure, RampNotSent, RampRefused } from './ramp.errors.js';
import { REFUSALS, refusalWith } from './refusal-table.js';

/** Seconds: our own budget refills each second. */
const BUDGET_RETRY_AFTER_S = 1;

/** What is known of a refusal, at once or from where it was kept. */
interface SaidNo extends RampDetail {
  readonly problem: string;
  readonly min: string | null;
  readonly max: string | null;
  /** What it is about, where that is not the field that such a refusal is about elsewhere. */
  readonly field?: string;
}

/**
 * What a caller is told when the provider did not do what it was asked for. For a create whose outcome is unknown, or
 * whose answer makes no sense, this is not the answer: the trade may exist.
 *
 * `members`: further members of the answer, such as `merchantOrderNo`; `unit`: the currency of the amount.
 */
export function rampProblem(
  failure: RampFailure,
  unit: string | null,
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const { traceId } = failure.evidence;
  const extras: ProblemExtras = {
    ...(traceId === null ? {} : { ramp: { returnCode: null, returnMsg: null, traceId } }),
    ...(Object.keys(members).length === 0 ? {} : { members }),
  };
  switch (failure.kind) {
    case 'refused':
      if (failure.reason === 'handed_in_token') return tokenRefused(failure, traceId, members);
      return refusalProblem(saidNo(failure), unit, members);
    case 'not_sent':
      return unsent(failure.reason, extras);
    case 'unknown':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, { ...extras, retryAfter: RETRY_AFTER_S });
    case 'protocol':
      return new Problem('ramp_protocol', PROBLEM_TEXTS.rampInvalidResponse, extras);
  }
}

/** Whoever asks for a list names nothing but its currency. */
function saidNo({ reason, evidence, ...refused }: RampRefused): SaidNo {
  const { problem, field } = REFUSALS[reason];
  const isOfList = evidence.endpoint === 'list' && field !== undefined;
  return { ...refused, problem, traceId: evidence.traceId, ...(isOfList ? { field: 'fiat' } : {}) };
}

function unsent(reason: RampNotSent['reason'], extras: ProblemExtras): Problem {
  switch (reason) {
    case 'no_access_token':
      return new Problem('ramp_configuration', PROBLEM_TEXTS.rampMisconfigured, extras);
    case 'no_customer_email':
      return customerNeeded('customer.email', extras);
    case 'no_customer_id':
      return customerNeeded('customer.id', extras);
    case 'budget':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampBusy, { ...extras, retryAfter: BUDGET_RETRY_AFTER_S });
    case 'database':
      return new Problem('unavailable', PROBLEM_TEXTS.databaseUnusable, { ...extras, retryAfter: RETRY_AFTER_S });
    case 'not_found_doubted':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampInDoubt, {
        ...extras,
        retryAfter: RETRY_AFTER_S,
        isLogged: true,
      });
    case 'access_token_away':
    case 'connection':
    case 'breaker_open':
    case 'too_late':
      return new Problem('ramp_unavailable', PROBLEM_TEXTS.rampUnavailable, { ...extras, retryAfter: RETRY_AFTER_S });
  }
}

/** The provider gives access by customer: a checkout that names none is incomplete, and the caller can mend that. */
function customerNeeded(field: string, extras: ProblemExtras): Problem {
  return wrongField(field, 'is required by the payment provider', extras);
}

/** The caller's own token: the operator's settings have nothing to do with it. */
function tokenRefused(
  { returnCode, returnMsg }: RampRefused,
  traceId: string | null,
  members: Readonly<Record<string, unknown>>,
): Problem {
  return new Problem('ramp_configuration', PROBLEM_TEXTS.rampTokenRefused, {
    ramp: { returnCode, returnMsg, traceId },
    ...(Object.keys(members).length === 0 ? {} : { members }),
    errors: [{ field: 'accessToken', message: 'was rejected by the payment provider' }],
  });
}

/** What a caller is told of a refusal: in our own words; the provider's stand in `ramp`, which customers never see. */
export function refusalProblem(
  { problem, returnCode, returnMsg, traceId, min, max, ...said }: SaidNo,
  unit: string | null,
  members: Readonly<Record<string, unknown>>,
): Problem {
  const { words, retryAfter, ...row } = refusalWith(problem) ?? REFUSALS.undocumented;
  const field = said.field ?? row.field;
  const ramp = { returnCode, returnMsg, traceId };
  if (problem === 'amount_out_of_range') return outOfRange({ min, max }, unit, { ramp, members });
  const code = problem as ProblemCode;
  const extras = {
    ramp,
    ...(Object.keys(members).length === 0 ? {} : { members }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  return field === undefined ? new Problem(code, words, extras) : fieldProblem(code, field, words, extras);
}

interface Range {
  readonly min: string | null;
  readonly max: string | null;
}

/** What a customer is told about limits; `unit` is their currency, and a bound that is not known is left out. */
export function outOfRange(range: Range, unit: string | null, { members, ...extras }: ProblemExtras = {}): Problem {
  const { min, max } = range;
  return fieldProblem('amount_out_of_range', 'amount', rangeText(range, unit), {
    ...extras,
    members: { ...members, min, max },
  });
}

function rangeText({ min, max }: Range, unit: string | null): string {
  const inUnit = (bound: string): string => (unit === null ? bound : `${bound} ${unit}`);
  if (min !== null && max !== null) return PROBLEM_TEXTS.amountFromTo(min, inUnit(max));
  if (min !== null) return PROBLEM_TEXTS.amountAtLeast(inUnit(min));
  if (max !== null) return PROBLEM_TEXTS.amountAtMost(inUnit(max));
  return PROBLEM_TEXTS.amountOutOfRange;
}
