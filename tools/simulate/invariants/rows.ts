import { HistoryCheckService } from '../../../src/accounting/history/history-check.service.js';
import { HistoryRepository } from '../../../src/accounting/history/history.repository.js';
import type { StoredOrder } from '../../../src/accounting/history/judge-order.js';
import { ReportService } from '../../../src/accounting/report/report.service.js';
import type { OverduePolicy, Report } from '../../../src/accounting/report/report.types.js';
import { SEALED_COLUMNS } from '../../../src/cli/lib/service-key-uses.js';
import type { MismatchKind } from '../../../src/orders/model/mismatch-kind.types.js';
import type { OrderRow } from '../../../src/orders/model/order.types.js';
import type { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import type { Database } from '../../../src/platform/database/database.js';

export type Run = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

export type StoredWhole = Omit<StoredOrder, 'order'> & { readonly order: OrderRow };

export interface ScheduleRow {
  readonly trade_no: string;
  readonly watch_class: string | null;
  readonly next_query_at: Date | null;
  readonly lease_until: Date | null;
  readonly hinted_at: Date | null;
  readonly last_asked_at: Date | null;
}

export interface MismatchRow {
  readonly trade_no: string;
  readonly kind: MismatchKind;
  readonly field: string;
  readonly resolved_at: Date | null;
  readonly resolved_by: string | null;
}

export interface MessageRow {
  readonly id: string;
  readonly type: string;
  readonly merchant_order_no: string | null;
  readonly version: number | null;
  readonly created_at: Date;
  readonly position: string | null;
}

export interface EndpointRow {
  readonly id: string;
  readonly events: readonly string[];
  readonly position: string;
  readonly disabled_reason: string | null;
  readonly created_at: Date;
}

export interface DeliveryRow {
  readonly endpoint_id: string;
  readonly message_id: string;
  readonly state: string;
  readonly next_at: Date | null;
  readonly lease_until: Date | null;
  readonly attempts: number;
}

/** What the database holds, and what the service's own checks say of it. */
export interface Rows {
  /** By Postgres' clock. */
  readonly now: Date;
  readonly orders: readonly StoredWhole[];
  /** Of histories, seals and folds; see `verify-history`. */
  readonly faults: readonly string[];
  readonly schedules: ReadonlyMap<string, ScheduleRow>;
  readonly mismatches: readonly MismatchRow[];
  readonly head: { readonly position: string; readonly forgotten: string };
  readonly outbox: readonly MessageRow[];
  readonly endpoints: readonly EndpointRow[];
  readonly deliveries: readonly DeliveryRow[];
  /** Numbers in lower case. */
  readonly removed: ReadonlySet<string>;
  readonly report: Report;
  /** All stored texts by table, decrypted ones included. Only loaded if somebody was forgotten. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Reads everything. Call it while nothing else runs. */
export async function loadRows(run: Run, ring: KeyRing, policy: OverduePolicy, withTexts: boolean): Promise<Rows> {
  const all = async <Row>(sql: string): Promise<Row[]> => (await run(sql, [])) as Row[];
  const one = async <Row>(sql: string): Promise<Row> => (await all<Row>(sql))[0]!;
  const database = {
    query: (sql: string, parameters: readonly unknown[] = []) => run(sql, parameters),
    readPatiently: run,
  } as unknown as Database;
  const histories = new HistoryRepository(database);
  const orders: StoredOrder[] = [];
  for await (const batch of histories.all()) orders.push(...batch);
  const faults: string[] = [];
  const fault = ({
    merchantOrderNo,
    entry,
    reason,
  }: {
    merchantOrderNo: string;
    entry: number | null;
    reason: string;
  }) => {
    faults.push(`${merchantOrderNo}${entry === null ? '' : `, entry ${entry}`}: ${reason}`);
    return Promise.resolve();
  };
  const everything = { order: null, span: { from: null, to: null } };
  await new HistoryCheckService(histories).check(everything, ring, { fault, progress: () => undefined });
  const schedules = await all<ScheduleRow>('SELECT * FROM schedules');
  const removed = await all<{ no: string }>('SELECT merchant_order_no AS no FROM removed_orders');
  return {
    now: (await one<{ now: Date }>('SELECT checkout_now() AS now')).now,
    orders: orders.filter((stored): stored is StoredWhole => stored.order !== null),
    faults,
    schedules: new Map(schedules.map((row) => [row.trade_no, row])),
    mismatches: await all('SELECT * FROM mismatches'),
    head: await one('SELECT * FROM outbox_head'),
    outbox: await all('SELECT * FROM outbox ORDER BY position'),
    endpoints: await all('SELECT * FROM webhook_endpoints'),
    deliveries: await all('SELECT * FROM webhook_deliveries'),
    removed: new Set(removed.map(({ no }) => no)),
    report: await new ReportService(database).report({ span: everything.span, policy, timeoutMs: 60_000 }),
    texts: withTexts ? await storedTexts(all, ring) : new Map(),
  };
}

async function storedTexts(all: <Row>(sql: string) => Promise<Row[]>, ring: KeyRing): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const tables = await all<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of tables) {
    const rows = await all<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    texts.set(
      name,
      rows
        .map(({ row }) => row)
        .join('\n')
        .toLowerCase(),
    );
  }
  for (const { table, column, keyIdColumn, primaryKey, purpose, contextOf } of SEALED_COLUMNS) {
    const rows = await all<{ key: string; bytes: Buffer; keyId: string }>(
      `SELECT ${primaryKey} AS key, ${column} AS bytes, ${keyIdColumn} AS "keyId" FROM ${table} WHERE ${column} IS NOT NULL`,
    );
    const opened = rows.map(({ key, ...sealed }) => ring.open(purpose, contextOf(key), sealed).toString('utf8'));
    // A callback's body is stored in base64.
    const bodies = opened.map((text) =>
      Buffer.from(/"body":"([^"]*)"/.exec(text)?.[1] ?? '', 'base64').toString('utf8'),
    );
    texts.set(`${table}.${column}`, [...opened, ...bodies].join('\n').toLowerCase());
  }
  return texts;
}
