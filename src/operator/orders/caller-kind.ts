export const CALLER_KINDS = ['customer', 'guest', 'key', 'everybody'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** As what the caller came who owns an order, by the caller's id; null: an id of no kind that there is now. */
export function callerKind(caller: string): CallerKind | null {
  const [kind] = caller.split(':', 1);
  return CALLER_KINDS.find((known) => known === kind) ?? null;
}
