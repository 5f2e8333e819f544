import { HistoryRepository } from '../../../src/accounting/history/history.repository.js';
import { historyKeys, judgeOrder } from '../../../src/accounting/history/judge-order.js';
import type { StoredOrder } from '../../../src/accounting/history/judge-order.js';
import { ReportService } from '../../../src/accounting/report/report.service.js';
import { SEALED_COLUMNS } from '../../../src/cli/lib/service-key-uses.js';
import { MISMATCH_COLUMNS, SCHEDULE_COLUMNS } from '../../../src/orders/storage/order.entity.js';
import type { OverduePolicy } from '../../../src/orders/model/order-search.types.js';
import { OUTBOX_COLUMNS } from '../../../src/orders/storage/outbox-columns.js';
import type { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import { reader, selectList } from '../../../src/platform/database/columns.js';
import type { Columns } from '../../../src/platform/database/columns.js';
import type { Database } from '../../../src/platform/database/database.js';
import { unsealedFacts } from './sealed-facts.js';
import type { StoredWhole } from './observed.js';
import { DELIVERY_COLUMNS, ENDPOINT_COLUMNS } from '../../../src/webhooks/storage/webhook.entity.js';

type Run = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

const ALL_TIME = { from: null, to: null };

/** What the database holds, and what the service's own checks say of it. */
export type Rows = Awaited<ReturnType<typeof loadRows>>;

/** Reads everything. Call it while nothing else runs. `withTexts`: for the search for persons who were forgotten. */
export async function loadRows(run: Run, ring: KeyRing, policy: OverduePolicy, withTexts: boolean) {
  const all = async <Row>(sql: string): Promise<Row[]> => (await run(sql, [])) as Row[];
  const table = async <Row>(name: string, columns: Columns<Row>): Promise<Row[]> =>
    (await all<Record<string, unknown>>(`SELECT ${selectList(columns, 't')} FROM ${name} t`)).map(reader(columns, 't'));
  const database = { query: run, readPatiently: run } as unknown as Database;
  const orders: StoredOrder[] = [];
  for await (const batch of new HistoryRepository(database).all()) orders.push(...batch);
  const whole = orders.filter((stored): stored is StoredWhole => stored.order !== null);
  const keys = historyKeys(ring, () => undefined);
  const schedules = await table('schedules', SCHEDULE_COLUMNS);
  const removed = await all<{ number: string }>('SELECT merchant_order_no AS number FROM removed_orders');
  const receipts = await all<{ digest: string }>(`SELECT encode(digest, 'hex') AS digest FROM callback_receipts`);
  const [head = { now: new Date(0), position: '0' }] = await all<{ now: Date; position: string }>(
    'SELECT checkout_now() AS now, position FROM outbox_head',
  );
  return {
    /** By Postgres' clock. */
    now: head.now,
    head: Number(head.position),
    orders: whole,
    /** Of histories, seals and folds; see `verify-history`. */
    faults: orders.flatMap((stored) => judgeOrder(stored, keys)),
    /** Facts that can be forged unnoticed. */
    unsealed: whole.flatMap((stored) => unsealedFacts(stored, keys.verifyState)),
    schedules: new Map(schedules.map((row) => [row.tradeNo, row])),
    mismatches: await table('mismatches', MISMATCH_COLUMNS),
    outbox: await table('outbox', OUTBOX_COLUMNS),
    endpoints: await table('webhook_endpoints', ENDPOINT_COLUMNS),
    deliveries: await table('webhook_deliveries', DELIVERY_COLUMNS),
    /** SHA-256 of the bodies of callbacks, in hex. */
    receipts: new Set(receipts.map(({ digest }) => digest)),
    /** Numbers in lower case. */
    removed: new Set(removed.map(({ number }) => number)),
    report: await new ReportService(database).report({ span: ALL_TIME, policy, timeoutMs: 60_000 }),
    /** All stored texts in lower case, by place. */
    texts: withTexts ? await storedTexts(all, ring) : new Map<string, string>(),
  };
}

const rowOf = ({ row }: { readonly row: string }): string => row;

async function storedTexts(all: <Row>(sql: string) => Promise<Row[]>, ring: KeyRing): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const add = (place: string, found: readonly string[]): unknown => texts.set(place, found.join('\n').toLowerCase());
  const tables = await all<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of tables)
    add(name, (await all<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`)).map(rowOf));
  for (const { table, column, keyIdColumn, primaryKey, purpose, contextOf } of SEALED_COLUMNS) {
    const rows = await all<{ key: string; bytes: Buffer; keyId: string }>(
      `SELECT ${primaryKey} AS key, ${column} AS bytes, ${keyIdColumn} AS "keyId" FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const opened = rows.map(({ key, ...sealed }) => ring.open(purpose, contextOf(key), sealed).toString());
    // A callback's body is stored in base64.
    const bodies = opened.map((text) => Buffer.from(/"body":"([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString());
    add(`${table}.${column}`, [...opened, ...bodies]);
  }
  return texts;
}
