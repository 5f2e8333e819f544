import { resolvedBy } from './mismatches.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import type { OpenMismatch } from '../model/order.types.js';

/**
 * Staff has looked into a mismatch and resolved it. Nothing else changes: staff never sets a status, and what the
 * provider says next is compared as before; only this very difference is not raised again.
 */
export const decideResolved = (open: OpenMismatch, by: string, note: string): Decision => ({
  ...NOTHING_DECIDED,
  resolved: [resolvedBy(open, by, note)],
});
