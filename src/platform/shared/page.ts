/**
 * A place in a list that is newest first: the row of the moment `at` with this `id`. The text of the moment has all that
 * Postgres keeps (`2026-01-31T12:00:00.123456Z`): a date of JavaScript would lose three digits, and rows with them.
 */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** At most `limit` rows, behind `after`; null: from the newest on. */
export interface PageRequest {
  readonly limit: number;
  readonly after: Position | null;
}

/** `next`: where the list goes on; null: this is all. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: Position | null;
}

/** A page out of `found`, of which one more than the page holds was asked for. */
export function pageOf<Row>(found: readonly Row[], limit: number, positionOf: (row: Row) => Position): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last !== undefined ? positionOf(last) : null };
}

const PAGE_SIZE = 50;
export const PAGE_SIZE_FAULT = 'must be a whole number from 1 to 200';
export const isPageSize = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:[1-9]\d?|1\d\d|200)$/.test(value);

/** How many rows a checked query asks for, 1 to 200 in digits; 50 when it does not say. */
export function pageSize(limit: string | undefined): number {
  return limit === undefined ? PAGE_SIZE : Number(limit);
}

/** A place among the messages of the outbox: whole numbers that grow within an epoch of the database. */
export interface EpochPlace {
  /** null: of a cursor whose service key is gone. */
  readonly epoch: string | null;
  readonly place: number;
}
