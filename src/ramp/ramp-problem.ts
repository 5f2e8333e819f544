import { Problem } from '../shared/problem.js';
import type { ProblemExtras, RampDetail } from '../shared/problem.js';
import type { RampFailure, RampNotSent, RampRefused } from './ramp.errors.js';

/** Seconds after which it is worth asking again: our own budget refills each second, a provider that is away takes longer. */
const RETRY_AFTER = { budget: 1, rate_limited: 2, unreachable: 5 } as const;

const OPERATOR = 'The payment provider cannot be used at the moment. The operator has to look at the configuration.';
const UNREACHABLE = 'The payment provider cannot be reached at the moment. Please try again.';
const BUSY = 'The payment provider is busy at the moment. Please try again.';

/**
 * What a caller is told when the provider did not do what it was asked for. For a create whose outcome is unknown, or
 * whose answer makes no sense, this is not the answer: the trade may exist.
 *
 * `members`: further members of the answer, such as `merchantOrderNo`.
 */
export function rampProblem(failure: RampFailure, members: Readonly<Record<string, unknown>> = {}): Problem {
  const extras: ProblemExtras = { ...rampDetail(failure), ...(Object.keys(members).length === 0 ? {} : { members }) };
  switch (failure.kind) {
    case 'refused':
      return refusal(failure, extras);
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
      return new Problem('ramp_configuration', OPERATOR, extras);
    case 'no_customer_email':
      return customerNeeded('customer.email', extras);
    case 'no_customer_id':
      return customerNeeded('customer.id', extras);
    case 'budget':
      return new Problem('ramp_unavailable', BUSY, { ...extras, retryAfter: RETRY_AFTER.budget });
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

function refusal(refused: RampRefused, extras: ProblemExtras): Problem {
  switch (refused.reason) {
    case 'commission':
    case 'app_unknown':
    case 'path_unknown':
    case 'access_token':
    case 'timestamp_expired':
      return new Problem('ramp_configuration', OPERATOR, extras);
    case 'handed_in_token': {
      const errors = [{ field: 'accessToken', message: 'was refused by the payment provider' }];
      return new Problem('ramp_configuration', 'The payment provider refused the access token of this request.', {
        ...extras,
        errors,
      });
    }
    case 'crypto_not_configured':
      return new Problem(
        'crypto_not_available',
        'This cryptocurrency is not available here for this currency.',
        extras,
      );
    case 'amount_out_of_range': {
      const { min, max } = refused;
      return new Problem('amount_out_of_range', outOfRange(min, max), {
        ...extras,
        members: { ...extras.members, min, max },
      });
    }
    case 'address_invalid':
      return new Problem('address_invalid', 'This is not an address of the chosen network.', extras);
    case 'address_at_risk':
      return new Problem(
        'address_at_risk',
        'The payment provider does not send to this address. Please use another.',
        extras,
      );
    case 'rate_limited':
      return new Problem('ramp_unavailable', BUSY, { ...extras, retryAfter: RETRY_AFTER.rate_limited });
    case 'undocumented':
      return new Problem('ramp_refused', 'The payment provider did not accept this.', extras);
  }
}

/** What a customer is told about limits; a bound that is not known is left out. */
export function outOfRange(min: string | null, max: string | null): string {
  if (min !== null && max !== null) return `The amount must be from ${min} to ${max}.`;
  if (min !== null) return `The amount must be at least ${min}.`;
  if (max !== null) return `The amount must be at most ${max}.`;
  return 'The amount is too small or too large.';
}

function rampDetail(failure: RampFailure): { ramp?: RampDetail } {
  const { traceId } = failure.evidence;
  if (failure.kind === 'refused') {
    return { ramp: { returnCode: failure.returnCode, returnMsg: failure.returnMsg, traceId } };
  }
  return traceId === null ? {} : { ramp: { returnCode: null, returnMsg: null, traceId } };
}
