import type { LifetimeUnit, TokenEndpointSettings } from '../../platform/config/ramp-settings.js';
import { Secret } from '../../platform/callers/secret.js';
import { isHeaderValue } from '../../platform/text/text.js';
import type { IssuedToken } from '../tokens/token-cache.js';
import { readProviderTime } from './provider-time.js';
import { WireNumber, isWireRecord, member } from './wire.js';
import type { WireAnswer, WireValue } from './wire.js';

const DIGITS = /^\d{1,15}(?:\.\d{1,9})?$/;
const SECONDS_SINCE_1970 = /^[1-9]\d{9}$/;

/**
 * The token at the configured place in a token endpoint's answer; null: absent, or the answer reports failure. Needs no
 * envelope: the endpoint is not part of the contract. `now`: when the answer came; `timeZone`: of the provider's dates.
 */
export function readIssuedToken(
  { status, parsed }: Pick<WireAnswer, 'status' | 'parsed'>,
  { tokenPath, lifetimeMs, lifetimeInAnswer }: TokenEndpointSettings,
  now: Date,
  timeZone: string,
): IssuedToken | null {
  if (status < 200 || status > 299 || parsed === null) return null;
  if (isWireRecord(parsed.json) && member(parsed.json, 'success') === false) return null;
  const token = at(parsed.json, tokenPath);
  if (typeof token !== 'string' || !isHeaderValue(token)) return null;
  const said =
    lifetimeInAnswer === null
      ? null
      : lifetimeFrom(at(parsed.json, lifetimeInAnswer.path), lifetimeInAnswer.unit, now, timeZone);
  return { kind: 'issued', token: new Secret(token), lifetimeMs: said ?? lifetimeMs };
}

function at(json: WireValue, path: readonly string[]): WireValue | undefined {
  return path.reduce<WireValue | undefined>(
    (value, name) => (isWireRecord(value) ? member(value, name) : undefined),
    json,
  );
}

/** Milliseconds from `now`, not below 0; null: unreadable. */
function lifetimeFrom(value: WireValue | undefined, unit: LifetimeUnit, now: Date, timeZone: string): number | null {
  const text = value instanceof WireNumber ? value.digits : value;
  if (typeof text !== 'string') return null;
  if (unit !== 'time') {
    if (!DIGITS.test(text)) return null;
    return Number(text) * (unit === 'seconds' ? 1000 : 1);
  }
  const moment = readProviderTime(SECONDS_SINCE_1970.test(text) ? `${text}000` : text, timeZone);
  return moment === null ? null : Math.max(0, moment.getTime() - now.getTime());
}
