/**
 * A position in a newest-first list: the row with time `at` and this `id`. The time is text with Postgres' precision
 * (`2026-01-31T12:00:00.123456Z`): a JavaScript date would lose three digits, and skip rows.
 */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** At most `limit` rows after `after`; null: from the newest. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

/** `next` is the position to continue at; null: there is none. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Position | null;
}

export function pageOf<Row>(found: readonly Row[], limit: number, positionOf: (row: Row) => Position): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? positionOf(last) : null };
}

const PAGE_SIZE = 50;
export const PAGE_SIZE_FAULT = 'must be a whole number from 1 to 200';
export const isPageSize = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[1-9]\d?|1\d\d|200)$/.test(value);

/** Reads a validated `limit`, 1 to 200; defaults to 50. */
export function pageSize(limit: string | undefined): number {
  return limit === undefined ? PAGE_SIZE : Number(limit);
}

/** A position in the outbox: whole numbers that grow within an epoch of the database. */
export interface EpochPlace {
  /** null: the cursor was issued before cursors contained epochs. */
  readonly epoch: string | null;
  readonly place: number;
}
