import type { Role, Scope } from '../../platform/callers/caller.js';
import { wrongField } from '../../platform/problems/problem.js';
import { subnetOf, subnetText } from '../../platform/config/subnets.js';
import type { KeyExpiry } from './api-key.types.js';
import { DAY } from '../../platform/time/time.js';

/** Staff keys expire, because laptops get lost and people leave. Server keys need not. */
const USUAL_FOR_STAFF_MS = 30 * DAY;
const LONGEST_FOR_STAFF_DAYS = 90;
const MOST_ADDRESSES = 20;

const isOfStaff = (role: Role): boolean => role !== 'checkout';

/** When a new key expires; null: never. Throws `invalid_request` for a past moment, or one too late for staff. */
export function endOf(role: Role, expiry: KeyExpiry, now: Date): Date | null {
  const requested = expiry ?? (isOfStaff(role) ? { afterMs: USUAL_FOR_STAFF_MS } : null);
  const end = requested === null || requested instanceof Date ? requested : new Date(now.getTime() + requested.afterMs);
  if (end === null) return null;
  if (end <= now) throw wrongField('expiresAt', 'must be in the future');
  if (isOfStaff(role) && end.getTime() - now.getTime() > LONGEST_FOR_STAFF_DAYS * DAY) {
    throw wrongField('expiresAt', `must be within ${LONGEST_FOR_STAFF_DAYS} days for the role ${role}`);
  }
  return end;
}

/** The orders that a new key sees; null: a staff key, whose role decides. Throws `invalid_request`. */
export function scopeOf(role: Role, wish: Scope | null): Scope | null {
  if (!isOfStaff(role)) return wish ?? 'all';
  if (wish !== null) throw wrongField('scope', 'is for the role checkout alone');
  return null;
}

/** The allowed addresses of a new key in canonical form; null: any. Throws `invalid_request`. */
export function addressesOf(addresses: readonly string[] | null): string[] | null {
  if (addresses === null) return null;
  const subnets = addresses.flatMap((text) => subnetOf(text.trim()) ?? []);
  if (subnets.length !== addresses.length || subnets.length === 0 || subnets.length > MOST_ADDRESSES) {
    const form = 'addresses and subnets such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32';
    throw wrongField('addresses', `must list 1 to ${MOST_ADDRESSES} ${form}`);
  }
  return [...new Set(subnets.map(subnetText))];
}
