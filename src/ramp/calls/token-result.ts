import type { RampFailure, RampResult, TokenFetchResult } from '../port/ramp.errors.js';
import { noToken } from '../tokens/access-tokens.js';
import type { NoToken } from '../tokens/access-tokens.js';
import type { IssuedToken } from '../tokens/token-cache.js';

/**
 * The outcome of a token request. Transient failures are `access_token_away`; a refusal, a redirect or an answer
 * without a token at the configured place needs the operator.
 */
export function tokenFetched(result: RampResult<IssuedToken>): {
  readonly found: IssuedToken | NoToken;
  readonly as: TokenFetchResult;
} {
  if (result.kind === 'answered') return { found: result.value, as: 'issued' };
  const as = failureOf(result);
  const reason = as === 'unreachable' ? 'access_token_away' : 'no_access_token';
  return { found: noToken(reason, `the token endpoint: ${detailOf(result)}`), as };
}

function failureOf(failure: RampFailure): Exclude<TokenFetchResult, 'issued'> {
  switch (failure.kind) {
    case 'refused':
      return failure.reason === 'rate_limited' ? 'unreachable' : 'refused';
    case 'not_sent':
      return 'unreachable';
    case 'unknown':
      return failure.reason === 'redirect' ? 'nonsense' : 'unreachable';
    case 'protocol':
      return 'nonsense';
  }
}

/** Leaves out a refusal's message: it may name the customer. */
function detailOf(failure: RampFailure): string {
  return failure.kind === 'refused' ? `refused with ${failure.returnCode}` : failure.detail;
}
