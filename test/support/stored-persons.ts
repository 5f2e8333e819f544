import { SEALED_COLUMNS } from '#src/cli/lib/service-key-uses.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { storedTexts } from '../e2e/planted/stored.js';
import { SERVICE_KEY } from './service.js';
import type { Rows } from './service-rows.js';

/** All stored texts by column, with encrypted values decrypted. */
async function everythingStored(rows: Rows): Promise<Map<string, string>> {
  const ring = new KeyRing([{ id: '1', bytes: Buffer.from(SERVICE_KEY, 'base64') }]);
  const texts = await storedTexts(rows);
  for (const { table, column, keyIdColumn, primaryKey, purpose, contextOf } of SEALED_COLUMNS) {
    const found = await rows.query<{ key: string; bytes: Buffer; keyId: string }>(
      `SELECT ${primaryKey} AS key, ${column} AS bytes, ${keyIdColumn} AS "keyId" FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const opened = found.map(({ key, ...sealed }) => ring.open(purpose, contextOf(key), sealed).toString('utf8'));
    // A callback's body is stored in base64.
    const inner = opened.map((text) =>
      Buffer.from(/"body":"([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString('utf8'),
    );
    texts.set(`${table}.${column}, opened`, [...opened, ...inner].join('\n'));
  }
  return texts;
}

/** Finds texts in the database, ignoring case: `text in table.column`. */
export async function findStored(rows: Rows, texts: readonly string[]): Promise<string[]> {
  const stored = await everythingStored(rows);
  return texts.flatMap((text) =>
    [...stored].flatMap(([place, all]) =>
      all.toLowerCase().includes(text.toLowerCase()) ? [`${text} in ${place}`] : [],
    ),
  );
}
