export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Values of a statement that is put together out of parts. */
export class Parameters {
  readonly values: unknown[] = [];

  /** The place of a value in the statement; `type` is Postgres' name of its type. */
  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
