import { isIP } from 'node:net';
import type { ChallengeSettings } from '../../platform/config/settings.js';
import type { Secret } from '../../platform/shared/secret.js';
import type { Guest } from './guest.types.js';

export const VERDICT_KINDS = ['passed', 'refused', 'unverified'] as const;

/** What is known of a response: that its guest has solved a challenge, that he has not, or nothing. */
export type ChallengeVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unverified'; readonly why: string };

/**
 * What widgets make up, and no firewall in front of a verifier stumbles over: else a made-up response could cause an
 * outage, and with it be let in. The longest is Turnstile's, 2048 characters.
 */
const RESPONSE = /^[\w.~+/=:-]{1,4096}$/;

/** The response as the verifier may be asked about it; a verdict where it need not be. */
export function readResponse(response: Secret | null): string | Extract<ChallengeVerdict, { kind: 'refused' }> {
  const text = response?.reveal() ?? '';
  if (text === '') return { kind: 'refused', reason: 'missing' };
  return RESPONSE.test(text) ? text : { kind: 'refused', reason: 'malformed' };
}

/** What the verifier is asked, in the form that Turnstile, hCaptcha and reCAPTCHA share. */
export function verificationForm(
  { secret }: ChallengeSettings,
  response: string,
  { address }: Pick<Guest, 'address'>,
): URLSearchParams {
  return new URLSearchParams({
    secret: secret.reveal(),
    response,
    ...(isIP(address) === 0 ? {} : { remoteip: address }),
  });
}

/** No guest brings these about: our settings do, or the verifier itself. */
const NOT_THE_GUEST = ['missing-input-secret', 'invalid-input-secret', 'internal-error'];
const ERROR_CODE = /^[a-z0-9-]{1,60}$/;
const MOST_CODES = 5;

/** Verifiers accept a response for two to five minutes; further off, one was solved for another occasion. */
const LONGEST_AGE_MS = 10 * 60_000;

/** The `action` of our widget. A response without one passes: hCaptcha has none, other pages may set none. */
const ACTION = 'checkout';

/** What a solved challenge has to fit. */
export interface Occasion {
  /** Host names of pages on which guests solve it; none: any. */
  readonly hostnames: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What the verifier's answer says; a "no" counts whatever its status, because a strange response may well be answered 400. */
export function verdictOf(status: number, body: string, occasion: Occasion): ChallengeVerdict {
  const { success, codes, hostname, action, solvedAt } = readAnswer(body);
  if (success === true && status === 200) {
    const { hostnames, now } = occasion;
    if (hostnames.length > 0 && !hostnames.includes(String(hostname))) return { kind: 'refused', reason: 'hostname' };
    if (![ACTION, '', null, undefined].includes(action as string)) return { kind: 'refused', reason: 'action' };
    const isOld = typeof solvedAt === 'string' && Math.abs(now - Date.parse(solvedAt)) > LONGEST_AGE_MS;
    return isOld ? { kind: 'refused', reason: 'too-old' } : { kind: 'passed' };
  }
  if (success !== false) return { kind: 'unverified', why: `the answer has the status ${status} and no verdict` };
  const fault = codes.find((code) => NOT_THE_GUEST.includes(code));
  if (fault !== undefined) return { kind: 'unverified', why: `the answer says ${fault}` };
  return { kind: 'refused', reason: codes.join(' ') || 'unspecified' };
}

interface VerifierAnswer {
  readonly success?: unknown;
  readonly hostname?: unknown;
  readonly action?: unknown;
  readonly solvedAt?: unknown;
  readonly codes: readonly string[];
}

function readAnswer(body: string): VerifierAnswer {
  try {
    const answer = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
    const codes: unknown = answer?.['error-codes'];
    const known = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string' && ERROR_CODE.test(code)) : [];
    const { success, hostname, action, challenge_ts: solvedAt } = answer ?? {};
    return { success, hostname, action, solvedAt, codes: known.slice(0, MOST_CODES) as string[] };
  } catch {
    return { codes: [] };
  }
}
