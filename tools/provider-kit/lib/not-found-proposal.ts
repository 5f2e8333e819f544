import { notFoundValue } from '../../../src/platform/config/ramp-settings.js';
import type { Side } from '../../../src/ramp/port/trade-facts.js';

/**
 * The RAMP_NOT_FOUND for the observed forms; null: there is none. Excludes `otherCodes`, which the provider also uses
 * for other refusals: those would look like missing orders.
 */
export function proposeNotFound(
  seen: Readonly<Record<Side, readonly (string | null)[]>>,
  otherCodes: ReadonlySet<string>,
): string | null {
  const usable = (side: Side): string[] =>
    [...new Set(seen[side].filter((form) => form !== null && /^\w+$/.test(form) && !otherCodes.has(form)))] as string[];
  return notFoundValue({ BUY: usable('BUY'), SELL: usable('SELL') });
}
