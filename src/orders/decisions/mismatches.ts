import { MISMATCH_ENDS as ENDS } from '../model/mismatch-kind.types.js';
import type { EventDraft, ObservedMismatch, OpenMismatch, OrderState } from '../model/order.types.js';

/** The end of a mismatch. `by`: `provider` if a later answer no longer shows it, else the member of staff. */
export interface Resolution {
  readonly id: string;
  readonly by: string;
  readonly note: string | null;
  readonly draft: EventDraft;
}

type Observed = Pick<ObservedMismatch, 'tradeNo' | 'kind' | 'field' | 'seen'>;

/** A difference is stored once, even if its value changes while it is open. */
export function isOpen({ openMismatches }: OrderState, { tradeNo, kind, field }: Observed): boolean {
  return openMismatches.some((open) => open.tradeNo === tradeNo && open.kind === kind && open.field === field);
}

/** Staff has resolved a difference with this value, so it is not opened again; another value is. */
export function isResolved({ resolvedMismatches }: OrderState, { tradeNo, kind, field, seen }: Observed): boolean {
  return resolvedMismatches.some(
    (resolved) =>
      resolved.tradeNo === tradeNo && resolved.kind === kind && resolved.field === field && resolved.seen === seen,
  );
}

/** Closes the trade's open mismatches that are not in `shown`. `corrects`: whether the answer corrects an earlier record. */
export function endedByAnswer(
  { openMismatches }: OrderState,
  { tradeNo }: Pick<OpenMismatch, 'tradeNo'>,
  shown: readonly ObservedMismatch[],
  corrects: (open: OpenMismatch) => boolean,
): Resolution[] {
  return openMismatches
    .filter((open) => open.tradeNo === tradeNo)
    .filter((open) => !shown.some(({ kind, field }) => kind === open.kind && field === open.field))
    .filter((open) => ENDS[open.kind] === 'answer' || (ENDS[open.kind] === 'record' && corrects(open)))
    .map((open) => resolvedBy(open, 'provider', null));
}

export function resolvedBy({ id, tradeNo, kind, field }: OpenMismatch, by: string, note: string | null): Resolution {
  return { id, by, note, draft: { tradeNo, kind: 'mismatch_resolved', data: { mismatch: kind, field, by } } };
}

/** True once staff accepted an altered order. Its terms may be another writer's, so no trade of it is sent again. */
export function wasAltered({ resolvedMismatches }: Pick<OrderState, 'resolvedMismatches'>): boolean {
  return resolvedMismatches.some(({ kind }) => kind === 'state');
}
