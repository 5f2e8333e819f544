import type { PageRequest } from '../shared/page.js';

/**
 * The parts of a list query, in SQL. `at` and `id` never change and are unique together; both are qualified by table.
 */
interface Listing {
  readonly select: string;
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly idType: 'uuid' | 'bigint';
  /** Ids grow with time, so they alone order the list. */
  readonly byIdAlone?: boolean;
}

/**
 * Builds a newest-first list query with a keyset cursor: rows inserted meanwhile come before it, so none is repeated or
 * skipped. Reads one row more than the page holds.
 */
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

export interface Placed {
  readonly position_at: string;
  readonly position_id: string;
}

/** A time with all its digits, for a cursor. */
const momentSql = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
