import type { Decision } from './order-change.js';
import type { OpenMismatch } from '../order.types.js';

/** The end of a mismatch that the provider's answer no longer shows. */
export function resolvedByProvider({ id, tradeNo, kind, field }: OpenMismatch): Decision['resolved'][number] {
  const data = { mismatch: kind, field, by: 'provider' };
  return { id, by: 'provider', note: null, draft: { tradeNo, kind: 'mismatch_resolved', data } };
}
