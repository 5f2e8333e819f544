import { storableJson, storableText } from '../text/stored-json.js';

type Type =
  | 'text'
  | 'text[]'
  | 'numeric'
  | 'boolean'
  | 'integer'
  | 'smallint'
  | 'bigint'
  | 'double precision'
  | 'bytea'
  | 'uuid'
  | 'jsonb'
  | 'timestamptz'
  | 'timestamptz[]'
  | 'bytea[]'
  | 'date';

/** `?`: nullable; `= …`: default; `collate C`: sorted by bytes in any database locale. */
export type Columns<Row> = {
  readonly [K in keyof Row & string]-?: Type | `${Type}?` | `${Type} = ${string}` | `text collate C${'' | '?'}`;
};

/** `payUrlAt` → `pay_url_at` */
export const columnOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const typeOf = (definition: string): string => definition.replace(/\?$| = .*$| collate .*$/, '');

export interface Column {
  readonly property: string;
  readonly column: string;
  readonly type: string;
}

const cache = new WeakMap<object, readonly Column[]>();

export function listed(columns: object): readonly Column[] {
  const found = cache.get(columns);
  if (found !== undefined) return found;
  const made = Object.entries(columns as Record<string, string>).map(([property, definition]) => ({
    property,
    column: columnOf(property),
    type: typeOf(definition),
  }));
  cache.set(columns, made);
  return made;
}

/** `status, trade_no, …` */
export const names = (columns: object, prefix = ''): string =>
  listed(columns)
    .map(({ column }) => prefix + column)
    .join(', ');

/** `t.status AS t_status, …`. The prefix defaults to the table's alias. */
export const selectList = (columns: object, alias: string, prefix = alias): string =>
  listed(columns)
    .map(({ column }) => `${alias}.${column} AS ${prefix}_${column}`)
    .join(', ');

/** `status = c.status, …` for an UPDATE. */
export const assignments = (columns: object, from: string): string =>
  listed(columns)
    .map(({ column }) => `${column} = ${from}.${column}`)
    .join(', ');

/** `$1::text, $2::bytea, …`, starting at `first`. */
export const placeholders = (columns: object, first: number): string =>
  listed(columns)
    .map(({ type }, index) => `$${first + index}::${type}`)
    .join(', ');

export const without = (columns: object, left: readonly string[]): object =>
  Object.fromEntries(Object.entries(columns).filter(([property]) => !left.includes(property)));

export const only = (columns: object, kept: readonly string[]): object =>
  Object.fromEntries(Object.entries(columns).filter(([property]) => kept.includes(property)));

/** Reads a row whose columns have `prefix`. `numeric` stays text; `bigint` becomes a number, large enough here. */
export function reader<Row>(columns: Columns<Row>, prefix: string): (raw: Readonly<Record<string, unknown>>) => Row {
  const fields = listed(columns).map(({ property, column, type }) => ({
    property,
    column: `${prefix}_${column}`,
    isBig: type === 'bigint',
  }));
  // Copy a blank: a wide row built member by member becomes a hash table, which is a hundred times slower to copy.
  const blank: Record<string, unknown> = Object.fromEntries(fields.map(({ property }) => [property, null]));
  return (raw) => {
    const row = { ...blank };
    for (const { property, column, isBig } of fields) {
      const value = raw[column];
      row[property] = isBig && typeof value === 'string' ? Number(value) : value;
    }
    return row as Row;
  };
}

/** A table's row as JSON by property: decimals as text, bytes in hexadecimal. */
export const jsonSql = (columns: object, table: string): string =>
  `jsonb_build_object(${listed(columns)
    .map(({ property, column, type }) => `'${property}', ${jsonPart(type, `${table}.${column}`)}`)
    .join(', ')})`;

function jsonPart(type: string, column: string): string {
  if (type === 'bytea') return `encode(${column}, 'hex')`;
  return type === 'numeric' ? `${column}::text` : column;
}

export function fromJson<Row>(columns: Columns<Row>, json: Readonly<Record<string, unknown>>): Row {
  const parts = listed(columns).map(({ property, type }) => {
    const value = json[property] ?? null;
    if (typeof value === 'string' && type === 'bytea') return [property, Buffer.from(value, 'hex')];
    return [property, typeof value === 'string' && type === 'timestamptz' ? new Date(value) : value];
  });
  return Object.fromEntries(parts) as Row;
}

const valueOf = (row: object, { property }: Column): unknown => (row as Record<string, unknown>)[property] ?? null;

export function values(columns: readonly Column[], row: object): unknown[] {
  return columns.map((column) => parameterOf(column, valueOf(row, column)));
}

function parameterOf({ type }: Column, value: unknown): unknown {
  if (type === 'jsonb') return value === null ? null : storableJson(value);
  if (typeof value === 'string') return storableText(value);
  return value instanceof Date ? value.toISOString() : value;
}

/** A row as JSON for Postgres: bytes in Postgres' hexadecimal form, nulls left out. */
export function record(columns: readonly Column[], row: object): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const column of columns) {
    const value = valueOf(row, column);
    if (value !== null) record[column.column] = Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
  }
  return record;
}
