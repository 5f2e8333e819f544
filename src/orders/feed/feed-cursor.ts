/** Stands for the present end of the feed. */
export const LATEST = 'latest';

/** A place in the feed, as callers are given it; it says nothing else, and needs no secrecy. */
export function feedCursor(place: number): string {
  return Buffer.from(`events:${place}`).toString('base64url');
}

/** The place that a cursor names; null: the feed gave no such cursor. */
export function placeOf(cursor: string): number | null {
  const [, digits] = /^events:(0|[1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  // Other texts say the same; only the one that we give out is taken.
  return digits !== undefined && feedCursor(Number(digits)) === cursor ? Number(digits) : null;
}
