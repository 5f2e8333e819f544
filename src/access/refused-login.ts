import { Problem } from '../platform/problems/problem.js';
import type { KeyVerdict } from './api-keys/api-key.js';
import type { TokenRefusal } from './jwt/verify-token.js';

/** `unclear`: ambiguous headers; `elsewhere`: a valid key from an address that it does not allow. */
export type LoginRefusal = Exclude<KeyVerdict, 'good'> | TokenRefusal | 'unknown' | 'unclear' | 'elsewhere';

/** Reasons that no honest mistake explains: a guessed secret, or a forged row or token. */
const SUSPICIOUS: ReadonlySet<LoginRefusal> = new Set([
  'wrong',
  'altered',
  'elsewhere',
  'algorithm',
  'unknown_key',
  'signature',
]);

/** The caller gets only `detail`; the security event gets everything. `actor`: the apparent owner. */
export function refusedLogin(
  by: 'api_key' | 'token' | 'headers',
  reason: LoginRefusal,
  detail: string,
  actor: string | null = null,
): Problem {
  const usual = SUSPICIOUS.has(reason) ? 'authn_login_suspicious' : 'authn_login_fail';
  const event = reason === 'revoked' ? 'authn_token_reuse' : usual;
  return new Problem('unauthenticated', detail, { security: { event, actor, facts: { by, reason } } });
}
