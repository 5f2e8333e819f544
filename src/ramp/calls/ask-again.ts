import type { Secret } from '../../platform/callers/secret.js';
import type { AppSecrets } from '../signing/app-secrets.js';
import type { RampResult } from '../port/ramp.errors.js';

/** Statuses that suggest a wrong signature when the code is unknown: worth trying the other secret. */
const ABOUT_THE_CALLER: ReadonlySet<number | null> = new Set([401, 403]);

/**
 * Why the request is worth repeating: its timestamp or its secret was refused. null: don't. The gateway never repeats a
 * create.
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
 * Sends a request without side effects. Repeats it once with a fresh timestamp if its timestamp was refused, and once
 * with the other secret of a rotation if its signature was. An accepted secret signs from then on.
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
