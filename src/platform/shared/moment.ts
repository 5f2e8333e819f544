/** Years that Postgres supports, with a margin for time zones. */
const MOMENT = /^(?:19|[2-8]\d)\d{2}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a date (`2026-01-31`: midnight UTC) or an RFC 3339 time. Returns null for other texts and non-existent days.
 */
export function momentOf(text: string): Date | null {
  if (!MOMENT.test(text)) return null;
  // Date reads 30 February as 2 March.
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  const moment = new Date(text);
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text.slice(0, 10));
  return isDay && !Number.isNaN(moment.getTime()) ? moment : null;
}

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
