import pg from 'pg';
import type { Connection, FieldDef, QueryConfig, Submittable } from 'pg';

/** What `pg` makes of the descriptions of a statement's columns: how each row is read. */
interface Columns {
  readonly fields: readonly FieldDef[];
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** A query as `pg` has it, beyond what its types say. */
interface OwnQuery extends QueryConfig, Submittable {
  readonly name: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
}

const OwnQuery = pg.Query as unknown as new (config: QueryConfig & { readonly name: string }) => OwnQuery;

/** The columns of each statement that was executed on a connection, by its name, and the connection that asks for none. */
interface Described {
  readonly columns: Map<string, Columns>;
  readonly quiet: Connection;
}

const CONNECTIONS = new WeakMap<Connection, Described>();

/**
 * A named statement whose columns are described once on a connection. `pg` asks for them with each execution, and taking in
 * the eighty of an order was a sixth of what reading it cost. Postgres executes no prepared statement whose columns are others
 * now ("cached plan must not change result type"), so what is remembered is never stale.
 */
export class DescribedQuery extends OwnQuery {
  #described: Described | null = null;

  override prepare(connection: Connection): void {
    this.#described = describedAt(connection);
    const columns = this.#described.columns.get(this.name);
    if (columns !== undefined) Object.assign(this._result, columns);
    // As `pg` does when the description comes.
    this._accumulateRows = true;
    super.prepare(columns === undefined ? connection : this.#described.quiet);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#described?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

function describedAt(connection: Connection): Described {
  let described = CONNECTIONS.get(connection);
  if (described === undefined) {
    const quiet = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
    CONNECTIONS.set(connection, (described = { columns: new Map(), quiet }));
  }
  return described;
}
