import type { Secret } from '../../platform/shared/secret.js';
import type { AppSecrets } from '../signing/app-secrets.js';
import type { RampResult } from '../port/ramp.errors.js';

/** Statuses that say "I don't know who you are" beside a code that nobody knows: worth trying the other secret. */
const ABOUT_THE_CALLER: ReadonlySet<number | null> = new Set([401, 403]);

/**
 * What may have been wrong with the request itself, so that it is worth being made anew: its stamp, or the secret that
 * signed it. null: nothing. A refusal of a create says the same, but it is not for the gateway to send that again.
 */
export function whyAskAgain(result: RampResult<unknown>): 'stamp' | 'secret' | null {
  if (result.kind !== 'refused') return null;
  const { reason, evidence } = result;
  if (reason === 'timestamp_expired') return 'stamp';
  const isAboutSecret =
    reason === 'signature' || (reason === 'undocumented' && ABOUT_THE_CALLER.has(evidence.httpStatus));
  return isAboutSecret ? 'secret' : null;
}

/**
 * Asks a question that changes nothing at the provider: once more with a fresh stamp when its stamp was refused, and once
 * more with the other secret of a rotation when its signature was. The secret that is accepted then signs from now on.
 */
export async function askUntilAccepted<T>(
  secrets: AppSecrets,
  ask: (secret: Secret) => Promise<RampResult<T>>,
): Promise<RampResult<T>> {
  const tried = new Set<'stamp' | 'secret'>();
  let secret = secrets.signing;
  for (;;) {
    const result = await ask(secret);
    if (tried.has('secret') && result.kind === 'answered') secrets.accept(secret);
    const why = whyAskAgain(result);
    if (why === null || tried.has(why)) return result;
    tried.add(why);
    const other = why === 'secret' ? secrets.otherThan(secret) : secret;
    if (other === null) return result;
    secret = other;
  }
}
