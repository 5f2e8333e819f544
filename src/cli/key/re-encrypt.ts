import type { KeyRing, SealedColumn } from '../../platform/crypto/key-ring.js';
import type { Database } from '../../platform/database/database.js';
import { storedOrders } from '../lib/database.js';

const BATCH = 200;
const PATIENCE_MS = 600_000;

interface SealedRow {
  readonly key: string;
  readonly bytes: Buffer;
  readonly keyId: string;
}

export interface ReEncrypted {
  readonly what: string;
  readonly moved: number;
  /** Rows whose key is gone, or whose bytes were altered. They stay unchanged. */
  readonly unreadable: number;
}

/** While the service runs. Skips a row that changes meanwhile: its writer uses the newest key. */
export async function reEncrypt(database: Database, ring: KeyRing, column: SealedColumn): Promise<ReEncrypted> {
  let [moved, unreadable] = [0, 0];
  for (let after: string | null = null; ;) {
    const rows: SealedRow[] = await readOlder(database, ring, column, after);
    const opened = rows.flatMap((row) => openedRow(ring, column, row));
    unreadable += rows.length - opened.length;
    moved += await write(database, column, ring.newestId, opened);
    after = rows.at(-1)?.key ?? null;
    if (after === null) return { what: column.what, moved, unreadable };
  }
}

/** An order altered in the database stays unchanged. */
export async function resealOrders(database: Database, ring: KeyRing): Promise<ReEncrypted> {
  const { orders, check } = storedOrders(database, ring);
  let [moved, unreadable] = [0, 0];
  for (let after = ''; ;) {
    const numbers = await orders.numbersAfter(after, BATCH, ring.newestId);
    const last = numbers.at(-1);
    if (last === undefined) return { what: 'seals of orders', moved, unreadable };
    const states = await orders.findAllStored(numbers);
    moved += await check.renew(states);
    unreadable += states.filter(({ isAltered }) => isAltered === true).length;
    after = last;
  }
}

function readOlder(database: Database, ring: KeyRing, to: SealedColumn, after: string | null): Promise<SealedRow[]> {
  const { table, primaryKey, primaryKeyType, column, keyIdColumn } = to;
  const sql = `SELECT ${primaryKey} AS key, ${column} AS bytes, ${keyIdColumn} AS "keyId" FROM ${table}
     WHERE ${keyIdColumn} <> $1 ${after === null ? '' : `AND ${primaryKey} > $2::${primaryKeyType}`}
     ORDER BY ${primaryKey} LIMIT ${BATCH}`;
  return database.readPatiently<SealedRow>(sql, [ring.newestId, ...(after === null ? [] : [after])], PATIENCE_MS);
}

interface Moved {
  readonly key: string;
  readonly was: Buffer;
  readonly bytes: Buffer;
  readonly digest: Buffer | null;
}

function openedRow(
  ring: KeyRing,
  { purpose, contextOf, digest }: SealedColumn,
  { key, bytes, keyId }: SealedRow,
): Moved[] {
  try {
    const plain = ring.open(purpose, contextOf(key), { keyId, bytes });
    const { bytes: moved } = ring.seal(purpose, contextOf(key), plain);
    return [{ key, was: bytes, bytes: moved, digest: digest?.of(ring, plain) ?? null }];
  } catch {
    return [];
  }
}

async function write(
  database: Database,
  { table, primaryKey, primaryKeyType, column, keyIdColumn, digest }: SealedColumn,
  keyId: string,
  rows: readonly Moved[],
): Promise<number> {
  const written = await database.query(
    `UPDATE ${table} t SET ${column} = n.bytes, ${keyIdColumn} = $1 ${digest ? `, ${digest.column} = n.digest` : ''}
       FROM unnest($2::${primaryKeyType}[], $3::bytea[], $4::bytea[], $5::bytea[]) AS n (key, was, bytes, digest)
      WHERE t.${primaryKey} = n.key AND t.${column} = n.was RETURNING 1`,
    [keyId, ...(['key', 'was', 'bytes', 'digest'] as const).map((name) => rows.map((row) => row[name]))],
  );
  return written.length;
}
