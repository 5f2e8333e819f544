import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reEncrypt } from '#src/cli/key/re-encrypt.js';
import { SEALED_COLUMNS, serviceKeyUses } from '#src/cli/lib/service-key-uses.js';
import { createDataSource } from '#src/data-source.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import type { SealedColumn } from '#src/platform/crypto/key-ring.js';
import { Database } from '#src/platform/database/database.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { asServiceRole, freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';

const OLD = { id: 'a', bytes: Buffer.alloc(32, 1) };
const NEW = { id: 'b', bytes: Buffer.alloc(32, 2) };
const both = new KeyRing([NEW, OLD]);
const onlyNew = new KeyRing([NEW]);

/** More than two batches. */
const ROWS = 450;

/** A payee is JSON. */
const textOf = ({ purpose }: SealedColumn, text: string): string =>
  purpose === 'payee' ? JSON.stringify({ email: text }) : text;

const sealUnder = (ring: KeyRing, column: SealedColumn, key: string, text: string) =>
  ring.seal(column.purpose, column.contextOf(key), Buffer.from(textOf(column, text)));

let testDatabase: TestDatabase;
let source: ReturnType<typeof createDataSource>;
let database: Database;
const numbers = Array.from({ length: ROWS }, (_, n) => `S-${String(n).padStart(4, '0')}`);
const receipts = numbers.map(() => randomUUID());
const [EMAIL, PAYEE, RECEIPT, WEBHOOK, NOTE] = SEALED_COLUMNS as [
  ...[SealedColumn, SealedColumn, SealedColumn, SealedColumn, SealedColumn],
];
const keysOf = (column: SealedColumn): string[] => (column.primaryKeyType === 'uuid' ? receipts : numbers);

beforeAll(async () => {
  testDatabase = await freshDatabase();
  source = createDataSource(asServiceRole(testDatabase.url));
  database = new Database(new PooledStatements(source));
  const ring = new KeyRing([OLD]);
  const sealed = (column: SealedColumn): Buffer[] =>
    keysOf(column).map((key) => sealUnder(ring, column, key, `${column.what} of ${key}`).bytes);
  await database.query(
    `INSERT INTO orders (merchant_order_no, side, caller, status, secret_salt, customer_email, customer_email_key_id,
                         customer_email_digest, created_at, updated_at)
     SELECT no, 'SELL', 'key:1', 'REGISTERED', '\\x00', email, 'a', '\\x00', checkout_now(), checkout_now()
       FROM unnest($1::text[], $2::bytea[]) AS r (no, email)`,
    [numbers, sealed(EMAIL)],
  );
  await database.query(
    `INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, payee_sealed, payee_key_id, status_at,
                         created_at, updated_at)
     SELECT no, no, 1, 'SELL', 'REGISTERED', 'registered', payee, 'a', checkout_now(), checkout_now(), checkout_now()
       FROM unnest($1::text[], $2::bytea[]) AS r (no, payee)`,
    [numbers, sealed(PAYEE)],
  );
  await database.query(
    `INSERT INTO callback_receipts (id, trade_no, method, digest, payload_hash, key_id, content)
     SELECT id, id::text, 'POST', sha256('1'), sha256('2'), 'a', content
       FROM unnest($1::uuid[], $2::bytea[]) AS r (id, content)`,
    [receipts, sealed(RECEIPT)],
  );
  await database.query(
    `INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)
     SELECT id, 'https://shop.example/', '{*}', 0, secret, 'a', checkout_now(), 'test'
       FROM unnest($1::uuid[], $2::bytea[]) AS r (id, secret)`,
    [receipts, sealed(WEBHOOK)],
  );
  await database.query(
    `INSERT INTO order_notes (id, merchant_order_no, written_by, text_sealed, key_id)
     SELECT id, $3, 'ann', note, 'a' FROM unnest($1::uuid[], $2::bytea[]) AS r (id, note)`,
    [receipts, sealed(NOTE), numbers[0]],
  );
});
afterAll(async () => {
  await source.destroy();
  await testDatabase.drop();
});

async function stored({ table, primaryKey, column, keyIdColumn, purpose, contextOf }: SealedColumn) {
  const rows = await database.query<{ key: string; bytes: Buffer; keyId: string }>(
    `SELECT ${primaryKey} AS key, ${column} AS bytes, ${keyIdColumn} AS "keyId" FROM ${table}`,
  );
  const open = (row: (typeof rows)[number]): string => {
    try {
      return onlyNew.open(purpose, contextOf(row.key), row).toString('utf8');
    } catch {
      return `unreadable, under ${row.keyId}`;
    }
  };
  return new Map(rows.map((row) => [row.key, open(row)]));
}

describe.each(SEALED_COLUMNS)('re-encrypt: $what under an old service key', (column) => {
  const { table, primaryKey, column: name, keyIdColumn, what } = column;
  const update = (key: string, bytes: Buffer, keyId: string): Promise<unknown[]> =>
    database.query(`UPDATE ${table} SET ${name} = $2, ${keyIdColumn} = $3 WHERE ${primaryKey} = $1`, [
      key,
      bytes,
      keyId,
    ]);

  it('are encrypted under the newest key while the service writes', async () => {
    const keys = keysOf(column);
    const [altered, ...changed] = [keys[7]!, keys[3]!, keys[250]!, keys[449]!];
    await update(altered, Buffer.alloc(64), OLD.id);
    const moved = new AbortController();
    const writing = (async () => {
      while (!moved.signal.aborted) {
        for (const key of changed) {
          const { bytes, keyId } = sealUnder(both, column, key, `news of ${key}`);
          await update(key, bytes, keyId);
        }
      }
    })();
    const result = await reEncrypt(database, both, column);
    moved.abort();
    await writing;

    expect(result).toMatchObject({ what, unreadable: 1 });
    expect(result.moved).toBeGreaterThanOrEqual(ROWS - 4);
    const expected = keys.map((key): [string, string] => {
      if (key === altered) return [key, 'unreadable, under a'];
      return [key, textOf(column, `${changed.includes(key) ? 'news' : what} of ${key}`)];
    });
    expect(await stored(column)).toEqual(new Map(expected));
  });

  it.runIf(column.digest)('have their digests under the newest key too', async () => {
    const { column: digest, of } = column.digest!;
    const expected = of(both, Buffer.from(textOf(column, `${what} of S-0100`)));
    const found = await database.query<{ key: string }>(
      `SELECT ${primaryKey} AS key FROM ${table} WHERE ${digest} = $1`,
      [expected],
    );
    expect(found).toEqual([{ key: 'S-0100' }]);
  });

  it('a second run finds only unreadable rows', async () => {
    expect(await reEncrypt(database, both, column)).toEqual({ what, moved: 0, unreadable: 1 });
    const uses = (await serviceKeyUses(database, 10_000)).filter((use) => use.what === what);
    expect(uses).toEqual([
      { what, id: 'a', count: 1 },
      { what, id: 'b', count: ROWS - 1 },
    ]);
  });
});

it('re-encrypt: every bytes column beside a key id is listed or is an HMAC', async () => {
  const found = await database.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name LIKE '%key\\_id' ORDER BY 1`,
  );
  const listed = SEALED_COLUMNS.map(({ table, keyIdColumn }) => `${table}.${keyIdColumn}`);
  const tables = ['order_events', 'api_keys', 'audit_log', 'audit_cut', 'removed_orders', 'erasures', 'outbox'];
  const macs = ['orders.state_key_id', ...tables.map((table) => `${table}.key_id`)];
  expect(found.map(({ name }) => name)).toEqual([...listed, ...macs].sort());
});
