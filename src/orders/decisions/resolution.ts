import type { Decision } from './order-change.js';
import type { OpenMismatch } from '../model/order.types.js';
import { NOTHING_DECIDED } from './order-change.js';

/** The end of a mismatch that the provider's answer no longer shows. */
export function resolvedByProvider({ id, tradeNo, kind, field }: OpenMismatch): Decision['resolved'][number] {
  const data = { mismatch: kind, field, by: 'provider' };
  return { id, by: 'provider', note: null, draft: { tradeNo, kind: 'mismatch_resolved', data } };
}

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
