import { timingSafeEqual } from 'node:crypto';
import type { CallbackVerification } from '../../platform/config/settings.js';
import type { Secret } from '../../platform/shared/secret.js';
import type { VERDICTS } from '../receipt.types.js';
import { textField } from './callback-fields.js';
import type { CallbackContent, CallbackFields } from './callback-fields.js';
import { bodySignature, fieldsSignature, rawSignature } from './signatures.js';

/** How callbacks are to be judged, and whose they should be. */
export interface Verification {
  readonly how: CallbackVerification;
  readonly appId: string;
  /** While the application's secret is changed there are two; one of them has to fit. */
  readonly secrets: readonly Secret[];
}

/** A callback as far as signatures can cover it. */
export interface JudgedCallback extends CallbackContent {
  readonly method: string;
  /** Path of the address that the provider was told to call, which a proxy may have shortened; null: not known. */
  readonly path: string | null;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** What it says; null: that cannot be read. */
  readonly fields: CallbackFields | null;
}

/** `reason` is for staff, and holds nothing of the callback. */
export interface Verdict {
  readonly verdict: (typeof VERDICTS)[number];
  readonly reason: VerdictReason | null;
}

type VerdictReason =
  | 'it cannot be read'
  | 'no signature in it'
  | 'no timestamp in it'
  | 'the signature does not fit'
  | 'its path is not known without PUBLIC_URL'
  | 'signed more than 5 minutes from now'
  | 'it could not be checked';

const FRESH_MS = 5 * 60_000;

const invalid = (reason: VerdictReason): Verdict => ({ verdict: 'invalid', reason });

/**
 * Is this callback signed as the settings say? Nothing depends on the answer: a callback requests a poll whatever its verdict.
 * An old timestamp is only noted, because a provider may try again for hours. Never throws.
 */
export function judgeCallback(verification: Verification, callback: JudgedCallback, now: Date): Verdict {
  try {
    return judgeBy(verification, callback, now);
  } catch {
    // Such as a digest that this machine's OpenSSL does not allow. Callbacks have to be stored all the same.
    return { verdict: 'unchecked', reason: 'it could not be checked' };
  }
}

function judgeBy(verification: Verification, callback: JudgedCallback, now: Date): Verdict {
  switch (verification.how.scheme) {
    case 'none':
      return { verdict: 'unchecked', reason: null };
    case 'body':
      return judgeBody(verification, callback, now);
    case 'fields':
      return judgeFields(verification, callback, false);
    case 'fields-twice':
      return judgeFields(verification, callback, true);
    case 'raw-hmac':
      return judgeRaw(verification, callback);
    case 'stamped-hmac':
      return judgeStamped(verification, callback, now);
  }
}

function judgeBody(verification: Verification, callback: JudgedCallback, now: Date): Verdict {
  const { fields, method, path, headers } = callback;
  if (path === null) return { verdict: 'unchecked', reason: 'its path is not known without PUBLIC_URL' };
  if (fields === null) return invalid('it cannot be read');
  const given = textField(fields, 'newSignature');
  if (given === '') return invalid('no signature in it');
  const timestamp = headers['timestamp'] ?? '';
  if (timestamp === '') return invalid('no timestamp in it');
  const fits = anyFits(verification, [given], (secret) => bodySignature(secret, { timestamp, method, path }, fields));
  return fits ? valid(timestamp, now) : invalid('the signature does not fit');
}

function judgeFields(verification: Verification, { fields }: JudgedCallback, isAppIdTwice: boolean): Verdict {
  if (fields === null) return invalid('it cannot be read');
  const given = textField(fields, 'signature').toLowerCase();
  if (given === '') return invalid('no signature in it');
  const { appId } = verification;
  const fits = anyFits(verification, [given], (secret) => fieldsSignature(secret, appId, fields, isAppIdTwice));
  return fits ? { verdict: 'valid', reason: null } : invalid('the signature does not fit');
}

function judgeRaw(verification: Verification, callback: JudgedCallback): Verdict {
  const { how } = verification;
  const given = (callback.headers[how.header] ?? '').trim();
  if (given === '') return invalid('no signature in it');
  const fits = anyFits(verification, [encoded(given, how)], (secret) =>
    rawSignature(secret, '', rawBytes(callback), how),
  );
  return fits ? { verdict: 'valid', reason: null } : invalid('the signature does not fit');
}

/** `t=…,s=…`: the HMAC is over `t`, a dot and the body. While a key is changed there may be several `s`. */
function judgeStamped(verification: Verification, callback: JudgedCallback, now: Date): Verdict {
  const { how } = verification;
  const items = (callback.headers[how.header] ?? '').split(',').map((item) => item.trim());
  const named = (name: string): string[] =>
    items.filter((item) => item.startsWith(`${name}=`)).map((item) => item.slice(name.length + 1));
  const given = named('s').map((signature) => encoded(signature, how));
  if (given.length === 0) return invalid('no signature in it');
  const [stamp] = named('t');
  if (stamp === undefined) return invalid('no timestamp in it');
  const fits = anyFits(verification, given, (secret) => rawSignature(secret, `${stamp}.`, rawBytes(callback), how));
  return fits ? valid(stamp, now) : invalid('the signature does not fit');
}

/** A callback without a body says what it says in its query: a signature over nothing would cover nothing. */
function rawBytes({ body, query }: JudgedCallback): Uint8Array {
  return body.length > 0 ? body : Buffer.from(query);
}

function encoded(signature: string, { encoding }: CallbackVerification): string {
  return encoding === 'hex' ? signature.toLowerCase() : signature;
}

function anyFits(
  { secrets }: Verification,
  given: readonly string[],
  expectedUnder: (secret: string) => string,
): boolean {
  return secrets.some((secret) => {
    const expected = expectedUnder(secret.reveal());
    return given.some((signature) => isSameText(signature, expected));
  });
}

/** In constant time for texts of the same length. */
function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `timestamp`: seconds or milliseconds since 1970. */
function valid(timestamp: string, now: Date): Verdict {
  const ms = /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1000 : Number(timestamp);
  const isFresh = Math.abs(now.getTime() - ms) <= FRESH_MS;
  return { verdict: 'valid', reason: isFresh ? null : 'signed more than 5 minutes from now' };
}
