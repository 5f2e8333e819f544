import { notFoundValue } from '../../../src/platform/config/not-found.js';
import type { Side } from '../../../src/ramp/port/ramp.types.js';

/**
 * RAMP_NOT_FOUND for the forms that were seen; null: nothing can be set. Without `otherCodes`, with which the provider refused
 * other things too: they would make those look as if no order existed.
 */
export function proposeNotFound(
  seen: Readonly<Record<Side, readonly (string | null)[]>>,
  otherCodes: ReadonlySet<string>,
): string | null {
  const usable = (side: Side): string[] =>
    [...new Set(seen[side].filter((form) => form !== null && /^\w+$/.test(form) && !otherCodes.has(form)))] as string[];
  return notFoundValue({ BUY: usable('BUY'), SELL: usable('SELL') });
}
