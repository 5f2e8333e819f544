import pg from 'pg';
import type { ResultBuilder, Submittable } from 'pg';

/** `name`: prepares the statement under this name; null: unnamed. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly name: string | null;
}

/** What pg does not declare. */
const { Result, utils } = pg as unknown as {
  Result: new () => ResultBuilder<object> & { addFields(fields: unknown): void; parseRow(fields: unknown): object };
  utils: { prepareValue(value: unknown): unknown };
};

type Connection = Record<'parse' | 'bind' | 'describe' | 'execute', (message: object) => void> & {
  /** Texts by name. */
  readonly parsedStatements: Record<string, string>;
  readonly stream: { cork(): void; uncork(): void };
  sync(): void;
};

/**
 * A query for `pg` of many statements behind one Sync: one transaction, which is committed if none fails, and one reply.
 * Returns the rows of each. Its connection must be closed after an error, since it may have prepared some of them.
 */
export class TogetherQuery implements Submittable {
  /** Set by pg. */
  callback!: (error: Error | null, rows?: readonly object[][]) => void;
  readonly #statements: readonly (Statement & { readonly values: readonly unknown[] })[];
  readonly #results = [new Result()];
  #unreadable: Error | null = null;

  /** Throws if a parameter cannot be written; half of a batch must not be sent. */
  constructor(statements: readonly Statement[]) {
    this.#statements = statements.map((one) => ({
      ...one,
      values: one.parameters.map((value) => utils.prepareValue(value)),
    }));
  }

  submit(wire: unknown): void {
    const connection = wire as Connection;
    const parsed = new Set(Object.keys(connection.parsedStatements));
    connection.stream.cork();
    for (const { sql, name, values } of this.#statements) {
      if (name === null || !parsed.has(name)) connection.parse({ name: name ?? '', text: sql });
      if (name !== null) parsed.add(name);
      connection.bind({ statement: name ?? '', values });
      connection.describe({ type: 'P' });
      connection.execute({});
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: unknown }): void {
    this.#results.at(-1)?.addFields(fields);
  }

  handleDataRow({ fields }: { readonly fields: unknown }): void {
    try {
      const result = this.#results.at(-1);
      result?.addRow(result.parseRow(fields));
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete(): void {
    this.#results.push(new Result());
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** Only now the transaction is committed. */
  handleReadyForQuery({ parsedStatements }: Connection): void {
    for (const { sql, name } of this.#statements) if (name !== null) parsedStatements[name] = sql;
    const rows = this.#results.slice(0, -1).map((result) => result.rows);
    this.callback(this.#unreadable, rows);
  }
}
