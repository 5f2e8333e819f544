export const CALLER_KINDS = ['customer', 'guest', 'key', 'everybody'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The kind of the owner, from the owner's id; null: a kind that no longer exists. */
export function callerKind(caller: string): CallerKind | null {
  const [kind] = caller.split(':', 1);
  return CALLER_KINDS.find((known) => known === kind) ?? null;
}
