import { Problem } from '../platform/problems/problem.js';
import type { SecurityEvent } from '../platform/callers/security-events.js';
import type { KeyVerdict } from './api-keys/key-verdict.js';
import type { RefusalReason } from './jwt/refused-token.js';

/**
 * `malformed`: not the format of our keys; `unknown`: no key with that prefix; `unclear`: ambiguous headers;
 * `elsewhere`: a valid key from an address that it does not allow.
 */
export type LoginRefusal = Exclude<KeyVerdict, 'good'> | RefusalReason | 'unknown' | 'unclear' | 'elsewhere';

/** Reasons that no honest mistake explains: a guessed secret, or a forged row or token. */
const SUSPICIOUS: ReadonlySet<LoginRefusal> = new Set([
  'wrong',
  'altered',
  'elsewhere',
  'algorithm',
  'unknown_key',
  'signature',
]);

/**
 * The 401 for refused credentials. The caller gets only `detail`; the security event gets everything. `actor`: the
 * apparent owner of the credentials.
 */
export function refusedLogin(
  by: 'api_key' | 'token' | 'headers',
  reason: LoginRefusal,
  detail: string,
  actor: string | null = null,
): Problem {
  return new Problem('unauthenticated', detail, { security: { event: eventOf(reason), actor, facts: { by, reason } } });
}

function eventOf(reason: LoginRefusal): SecurityEvent {
  if (reason === 'revoked') return 'authn_token_reuse';
  return SUSPICIOUS.has(reason) ? 'authn_login_suspicious' : 'authn_login_fail';
}
