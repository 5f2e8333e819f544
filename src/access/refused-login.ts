import { Problem } from '../platform/shared/problem.js';
import type { SecurityEvent } from '../platform/shared/security-events.js';
import type { KeyVerdict } from './api-keys/key-verdict.js';
import type { RefusalReason } from './jwt/refused-token.js';

/**
 * `malformed`: never a key of ours; `unknown`: none with such a prefix; `unclear`: a header twice, or two that exclude each
 * other; `elsewhere`: a good key, from an address where it does not count.
 */
export type LoginRefusal = Exclude<KeyVerdict, 'good'> | RefusalReason | 'unknown' | 'unclear' | 'elsewhere';

/** A mistake looks different: who has these has guessed at a secret, or written what only we or the identity provider write. */
const SUSPICIOUS: ReadonlySet<LoginRefusal> = new Set([
  'wrong',
  'altered',
  'elsewhere',
  'algorithm',
  'unknown_key',
  'signature',
]);

/**
 * Credentials that let nobody in: callers are told `detail` alone, whoever guards the service all of it. `actor`: whose
 * credentials they look like.
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
