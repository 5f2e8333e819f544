import type { ListedMismatch } from '../net/types.js';

export type WorkOrder = 'oldest' | 'dearest';

/** Amounts of different currencies are compared as plain numbers: there is no rate here. */
export function inOrder(items: readonly ListedMismatch[], by: WorkOrder): readonly ListedMismatch[] {
  const oldest = (a: ListedMismatch, b: ListedMismatch): number => a.openedAt.localeCompare(b.openedAt);
  const dearest = (a: ListedMismatch, b: ListedMismatch): number => valueOf(b) - valueOf(a);
  return [...items].sort((a, b) => (by === 'oldest' ? oldest(a, b) || dearest(a, b) : dearest(a, b) || oldest(a, b)));
}

const valueOf = ({ amount }: ListedMismatch): number => Number(amount ?? 0);
