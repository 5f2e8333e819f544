import { resolvedBy } from './mismatches.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import type { OpenMismatch } from '../model/order.types.js';

/**
 * Staff resolves a mismatch. No status is set, and later answers are compared as before; only this exact difference is not
 * raised again.
 */
export const decideResolved = (open: OpenMismatch, by: string, note: string): Decision => ({
  ...NOTHING_DECIDED,
  resolved: [resolvedBy(open, by, note)],
});
