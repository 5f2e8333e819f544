/** A place in a newest-first list. `at` is text with all digits: a date would lose three of them, and skip rows. */
export interface Position {
  readonly at: string;
  readonly id: string;
}

/** null: from the newest. */
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

export function pageSize(limit: string | undefined): number {
  return limit === undefined ? PAGE_SIZE : Number(limit);
}

/** A position in the outbox: whole numbers that grow within an epoch of the database. */
export interface EpochPlace {
  /** null: the cursor was issued before cursors contained epochs. */
  readonly epoch: string | null;
  readonly place: number;
}

/** Of a list by change, oldest first. null: from the oldest change that is kept. */
export interface ChangesRequest {
  readonly limit: number;
  readonly after: EpochPlace | null;
}

/** `next` is the place to continue at, also at the end. */
export interface Changes<Row> {
  readonly rows: readonly Row[];
  readonly next: EpochPlace;
}

/** `at` and `id` never change and are unique together; both are qualified by table. */
interface Listing {
  readonly select: string;
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly idType: 'uuid' | 'bigint';
  /** Ids grow with time, so they alone order the list. */
  readonly byIdAlone?: boolean;
}

/** A newest-first list with a keyset cursor: rows inserted meanwhile repeat or skip none. Reads one row more. */
export class NewestFirst {
  readonly parameters: unknown[] = [];
  readonly #conditions: string[] = [];

  /** Adds a condition in which `?` is the value, unless the value is null. */
  where(condition: string, value: unknown): this {
    if (value !== null) this.#conditions.push(condition.replaceAll('?', this.#parameter(value)));
    return this;
  }

  when(holds: boolean, condition: string): this {
    if (holds) this.#conditions.push(condition);
    return this;
  }

  /** Returns the position of each row as `position_at` and `position_id`. Call once. */
  sql({ select, from, at, id, idType, byIdAlone = false }: Listing, { limit, after }: PageRequest): string {
    if (after !== null) {
      const place = byIdAlone ? [] : [[at, after.at, 'timestamptz'] as const];
      const key = [...place, [id, after.id, idType] as const];
      const values = key.map(([, value, type]) => `${this.#parameter(value)}::${type}`);
      this.#conditions.push(`(${key.map(([column]) => column).join(', ')}) < (${values.join(', ')})`);
    }
    const order = byIdAlone ? `${id} DESC` : `${at} DESC, ${id} DESC`;
    const where = this.#conditions.length === 0 ? '' : `WHERE ${this.#conditions.join(' AND ')}`;
    return `SELECT ${select}, ${momentSql(at)} AS position_at, ${id}::text AS position_id
              FROM ${from} ${where} ORDER BY ${order} LIMIT ${this.#parameter(limit + 1)}`;
  }

  #parameter(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}

export interface PositionColumns {
  readonly position_at: string;
  readonly position_id: string;
}

/** A time with all its digits, for a cursor. */
const momentSql = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
