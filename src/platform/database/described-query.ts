import pg from 'pg';
import type { Connection, FieldDef, QueryConfig, Submittable } from 'pg';

interface Columns {
  readonly fields: readonly FieldDef[];
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/** `pg`'s query class, with members that its types omit. */
interface OwnQuery extends QueryConfig, Submittable {
  readonly name: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
}

const OwnQuery = pg.Query as unknown as new (config: QueryConfig & { readonly name: string }) => OwnQuery;

/** The columns of each named statement on a connection, and a view of the connection that requests none. */
interface Described {
  readonly columns: Map<string, Columns>;
  readonly quiet: Connection;
}

const CONNECTIONS = new WeakMap<Connection, Described>();

/**
 * A named statement whose columns are described once per connection. `pg` requests them on each execution; parsing the
 * eighty columns of an order took a sixth of the read. Postgres refuses to execute a prepared statement whose columns
 * changed ("cached plan must not change result type"), so the cache is never stale.
 */
export class DescribedQuery extends OwnQuery {
  #described: Described | null = null;

  override prepare(connection: Connection): void {
    this.#described = describedAt(connection);
    const columns = this.#described.columns.get(this.name);
    if (columns !== undefined) Object.assign(this._result, columns);
    // `pg` sets this when the description arrives.
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
