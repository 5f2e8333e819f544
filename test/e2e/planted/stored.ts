import type { Rows } from '../../support/service-rows.js';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** All that stands in the database, column by column: `orders.address` and its texts. Bytes are read in each way that shows a text. */
export async function storedTexts(rows: Rows): Promise<Map<string, string>> {
  const columns = await rows.query<Column & Record<string, string>>(
    `SELECT table_name AS "table", column_name AS "column", data_type AS type
       FROM information_schema.columns WHERE table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = new Map<string, string>();
  for (const { table, column, type } of columns) {
    const asked = type === 'bytea' ? `"${column}"` : `"${column}"::text`;
    const found = await rows.query<{ value: string | Buffer | null }>(`SELECT ${asked} AS value FROM "${table}"`);
    texts.set(`${table}.${column}`, found.map(({ value }) => readable(value)).join('\n'));
  }
  return texts;
}

function readable(value: string | Buffer | null): string {
  if (!Buffer.isBuffer(value)) return value ?? '';
  return [value.toString('latin1'), value.toString('utf8'), value.toString('hex'), value.toString('utf16le')].join(
    '\n',
  );
}
