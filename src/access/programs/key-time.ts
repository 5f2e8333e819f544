import { momentOf } from '../../shared/moment.js';
import type { KeyExpiry } from '../keys/api-key.types.js';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const LONGEST_MS = 3650 * UNITS.d;

/** Milliseconds of `30m`, `24h` or `90d`, or of a lone `0`; null: it is no such span, or longer than ten years. */
export function spanMs(text: string): number | null {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const ms = Number(count) * UNITS[unit as keyof typeof UNITS];
  return ms <= LONGEST_MS ? ms : null;
}

/** `90d` from now on, or the moment of a date or time; null: it is neither, or ends at once. */
export function expiryOf(text: string): KeyExpiry {
  const ms = spanMs(text);
  if (ms !== null) return ms === 0 ? null : { afterMs: ms };
  return momentOf(text);
}
