import type { PageRequest } from '../shared/page.js';

/** Of what a list is made, in SQL. `at` and `id` never change, and together they are unique; both name their table. */
interface Listing {
  readonly select: string;
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly idType: 'uuid' | 'bigint';
  /** Ids grow, and tell by themselves what is newer. */
  readonly byIdAlone?: boolean;
}

/**
 * The statement of a list that is newest first. It goes on from a place, not from a count of rows: rows that come in
 * meanwhile stand before it, so that none is given twice or left out. Asks for one row more than the page holds.
 */
export class NewestFirst {
  readonly parameters: unknown[] = [];
  readonly #conditions: string[] = [];

  /** A condition on a value, which `?` stands for; a value that is null is not asked about. */
  where(condition: string, value: unknown): this {
    if (value !== null) this.#conditions.push(condition.replaceAll('?', this.#parameter(value)));
    return this;
  }

  /** A condition that `holds` or is not asked for. */
  when(holds: boolean, condition: string): this {
    if (holds) this.#conditions.push(condition);
    return this;
  }

  /** Each row has its place as `position_at` and `position_id`. Called once. */
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

/** A row of such a statement knows its place. */
export interface Placed {
  readonly position_at: string;
  readonly position_id: string;
}

/** A moment with all of its digits, as a position has it. */
const momentSql = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
