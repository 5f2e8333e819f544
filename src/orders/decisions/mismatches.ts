import type { ObservedMismatch, OrderState } from '../model/order.types.js';

type Observed = Pick<ObservedMismatch, 'tradeNo' | 'kind' | 'field' | 'seen'>;

/** Is this difference open already? Stored once, whatever it is that is seen instead now. */
export function isOpen({ openMismatches }: OrderState, { tradeNo, kind, field }: Observed): boolean {
  return openMismatches.some((open) => open.tradeNo === tradeNo && open.kind === kind && open.field === field);
}

/** Has staff seen this very difference and resolved it? It is not raised again; another value in its place is. */
export function isResolved({ resolvedMismatches }: OrderState, { tradeNo, kind, field, seen }: Observed): boolean {
  return resolvedMismatches.some(
    (resolved) =>
      resolved.tradeNo === tradeNo && resolved.kind === kind && resolved.field === field && resolved.seen === seen,
  );
}
