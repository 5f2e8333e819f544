export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export class Parameters {
  readonly values: unknown[] = [];

  /** Returns the placeholder; `type`: the Postgres type. */
  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }
}

export const whereSql = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
