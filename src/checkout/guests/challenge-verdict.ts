import { isIP } from 'node:net';
import type { ChallengeSettings } from '../../platform/config/settings.js';
import type { Secret } from '../../platform/callers/secret.js';

export interface Guest {
  readonly block: string;
  /** The network address; used for the verifier only. */
  readonly address: string;
  /** From `X-Challenge-Response`; null: none was sent. */
  readonly challengeResponse: Secret | null;
}

export const VERDICT_KINDS = ['passed', 'refused', 'unverified'] as const;

/** `unverified`: the verifier gave no verdict. */
export type ChallengeVerdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unverified'; readonly why: string };

/** Only characters that no firewall rejects: a forgery must not look like an outage. Turnstile takes 2048. */
const RESPONSE = /^[\w.~+/=:-]{1,4096}$/;

/** The text for the verifier; a verdict if none needs to be sent. */
export function readResponse(response: Secret | null): string | Extract<ChallengeVerdict, { kind: 'refused' }> {
  const text = response?.reveal() ?? '';
  if (text === '') return { kind: 'refused', reason: 'missing' };
  return RESPONSE.test(text) ? text : { kind: 'refused', reason: 'malformed' };
}

/** Shared by Turnstile, hCaptcha and reCAPTCHA. */
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

/** Caused by our settings or by the verifier, never by a guest. */
const NOT_THE_GUEST = ['missing-input-secret', 'invalid-input-secret', 'internal-error'];
const ERROR_CODE = /^[a-z0-9-]{1,60}$/;
const MOST_CODES = 5;

/** Verifiers accept a response for two to five minutes; an older one belongs to another attempt. */
const LONGEST_AGE_MS = 10 * 60_000;

/** The `action` of our widget. A response without one passes: hCaptcha has none, other pages may set none. */
const ACTION = 'checkout';

/**
 * Reads the verifier's answer. A "no" counts at any status, because verifiers may answer a malformed response with 400.
 * Verifiers know themselves which hosts may show the widget of a key. `now`: milliseconds since 1970.
 */
export function verdictOf(status: number, body: string, now: number): ChallengeVerdict {
  const { success, codes, action, solvedAt } = readAnswer(body);
  if (success === true && status === 200) {
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
  readonly action?: unknown;
  readonly solvedAt?: unknown;
  readonly codes: readonly string[];
}

function readAnswer(body: string): VerifierAnswer {
  try {
    const answer = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
    const codes: unknown = answer?.['error-codes'];
    const wellFormed = Array.isArray(codes)
      ? codes.filter((code) => typeof code === 'string' && ERROR_CODE.test(code))
      : [];
    const { success, action, challenge_ts: solvedAt } = answer ?? {};
    return { success, action, solvedAt, codes: wellFormed.slice(0, MOST_CODES) as string[] };
  } catch {
    return { codes: [] };
  }
}
