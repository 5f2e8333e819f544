import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import type { OpenMismatch } from '../order.types.js';

/**
 * Staff has looked into a mismatch and resolved it. Nothing else changes: staff never sets a status, and what the
 * provider says next is compared as before; only this very difference is not raised again.
 */
export function decideResolved({ id, tradeNo, kind, field }: OpenMismatch, by: string, note: string): Decision {
  const data = { mismatch: kind, field, by };
  return {
    ...NOTHING_DECIDED,
    resolved: [{ id, by, note, draft: { tradeNo, kind: 'mismatch_resolved', data } }],
  };
}
