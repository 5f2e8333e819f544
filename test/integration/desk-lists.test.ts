import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#src/platform/database/database.js';
import { decodeCursor, encodeCursor } from '#src/platform/http/input/cursor.js';
import type { Page, PageRequest, Position } from '#src/platform/database/pages.js';
import { openDesk } from '../support/desk.js';
import type { Desk } from '../support/desk.js';
import { OrderActs } from '../support/order-acts.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;
let desk: Desk;

beforeAll(async () => {
  opened = await openOwnOrderWriter();
  desk = await openDesk(opened);
  await new OrderActs(opened).created('A-1');
  await new OrderActs(opened).created('A-2');
});
afterAll(() => opened.close());

const sql = <Row = { id: string }>(text: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(text, parameters);

const ALL = { state: 'all' };
const FIRST: PageRequest = { limit: 50, after: null };

/** Rows at five times a microsecond apart, with many at the same time; `n` rows starting `at`. */
const moments = (at: string): string => `'${at}'::timestamptz + (n / 9) * interval '1 microsecond'`;

const putRuns = (n: number, at: string): Promise<unknown> =>
  sql(
    `INSERT INTO reconciliation_runs (id, started_at, finished_at, claimed, answered, changed, unanswered)
     SELECT gen_random_uuid(), ${moments(at)}, checkout_now(), 1, 1, 0, 0 FROM generate_series(0, $1 - 1) n`,
    n,
  );

const putMismatches = (n: number, at: string, resolvedBy: string | null = null): Promise<unknown> =>
  sql(
    `INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at, resolved_at, resolved_by)
     SELECT gen_random_uuid(), 'A-1', 'A-1', 'field', 'f-' || $3 || n, ${moments(at)},
            CASE WHEN $2::text IS NULL THEN NULL ELSE checkout_now() END, $2 FROM generate_series(0, $1 - 1) n`,
    n,
    resolvedBy,
    at,
  );

const putReceipts = (n: number, at: string, given: { order?: string | null } = {}): Promise<unknown> =>
  sql(
    `INSERT INTO callback_receipts (id, received_at, trade_no, merchant_order_no, method, digest, payload_hash, key_id, content)
     SELECT gen_random_uuid(), ${moments(at)}, coalesce($2, 'lost-' || n), $2, 'POST', sha256(n::text::bytea), sha256(($3 || n)::bytea), '1', ''
       FROM generate_series(0, $1 - 1) n`,
    n,
    given.order === undefined ? 'A-1' : given.order,
    at,
  );

const putEntries = (n: number, at: string, action = 'order.ask'): Promise<unknown> =>
  sql(
    `INSERT INTO audit_log (id, at, actor_id, actor_name, action, target, key_id, mac)
     SELECT (SELECT count(*) FROM audit_log) + n + 1, ${moments(at)}, 'key:' || n % 3, 'somebody', $2, 'A-' || n, '1', sha256('')
       FROM generate_series(0, $1 - 1) n`,
    n,
    action,
  );

interface Walked {
  readonly list: (page: PageRequest) => Promise<Page<{ readonly id: string }>>;
  readonly put: (n: number, at: string) => Promise<unknown>;
  readonly ids: string;
  readonly idForm: RegExp;
}

const WALKED: Readonly<Record<string, Walked>> = {
  runs: {
    list: (page) => desk.listsOn().runs({}, page),
    put: putRuns,
    ids: 'SELECT id FROM reconciliation_runs ORDER BY started_at DESC, id DESC',
    idForm: /^[0-9a-f-]{36}$/,
  },
  mismatches: {
    list: (page) => desk.mismatches.list(ALL, page),
    put: putMismatches,
    ids: 'SELECT id FROM mismatches ORDER BY opened_at DESC, id DESC',
    idForm: /^[0-9a-f-]{36}$/,
  },
  callbacks: {
    list: (page) => desk.listsOn().receipts({}, page),
    put: putReceipts,
    ids: 'SELECT id FROM callback_receipts ORDER BY received_at DESC, id DESC',
    idForm: /^[0-9a-f-]{36}$/,
  },
  audit: {
    list: (page) => desk.listsOn().audit({}, page),
    put: putEntries,
    ids: 'SELECT id FROM audit_log ORDER BY id DESC',
    idForm: /^\d+$/,
  },
};

describe.each(Object.entries(WALKED))('staff lists: the list of %s', (_name, { list, put, ids, idForm }) => {
  it('returns each row once, newest first, while newer rows arrive', async () => {
    await put(43, '2026-01-01T00:00:00.000001Z');
    const before = (await sql(ids)).map(({ id }) => id);
    const seen: string[] = [];
    let after: Position | null = null;
    for (let pages = 0; pages < 50; pages++) {
      const page: Page<{ readonly id: string }> = await list({ limit: 7, after });
      seen.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      expect(page.rows).toHaveLength(7);
      // The cursor goes through its encoded form.
      after = decodeCursor(encodeCursor(page.next), idForm);
      expect(after).toEqual(page.next);
      await put(3, `2026-02-0${(pages % 9) + 1}T00:00:00Z`);
    }
    expect(seen).toEqual(before);
  });

  it('has no cursor after a full last page', async () => {
    const all = (await sql(ids)).length;
    expect((await list({ limit: all, after: null })).next).toBeNull();
    expect((await list({ limit: all - 1, after: null })).next).not.toBeNull();
  });
});

describe('staff lists: filters', () => {
  it('of polling rounds: the span of their starts', async () => {
    await putRuns(1, '2025-05-05T00:00:00Z');
    await putRuns(1, '2025-05-06T00:00:00Z');
    const span = { from: new Date('2025-05-05'), to: new Date('2025-05-06') };
    const { rows } = await desk.listsOn().runs(span, FIRST);
    expect(rows.map(({ startedAt }) => startedAt.toISOString())).toEqual(['2025-05-05T00:00:00.000Z']);
    expect(rows[0]).toMatchObject({ claimed: 1, answered: 1, changed: 0, unanswered: 0 });
  });

  it('of mismatches: state, kind and order', async () => {
    await sql(`DELETE FROM mismatches`);
    await putMismatches(2, '2026-01-01T00:00:00Z');
    await putMismatches(3, '2026-01-02T00:00:00Z', 'provider');
    await sql(`INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at)
               VALUES (gen_random_uuid(), 'A-2', 'A-2', 'vanished', 'status', now())`);
    const count = async (filter: object): Promise<number> =>
      (await desk.mismatches.list({ ...ALL, ...filter }, FIRST)).rows.length;
    expect(await count({})).toBe(6);
    expect(await count({ state: 'open' })).toBe(3);
    expect(await count({ state: 'resolved' })).toBe(3);
    expect(await count({ kind: 'vanished' })).toBe(1);
    expect(await count({ kind: 'vanished', state: 'resolved' })).toBe(0);
    expect(await count({ merchantOrderNo: 'A-2' })).toBe(1);
    expect(await count({ merchantOrderNo: 'a-2' })).toBe(0);
  });

  it('of callbacks: order, trade and orphans', async () => {
    await sql(`DELETE FROM callback_receipts`);
    await putReceipts(2, '2026-01-01T00:00:00Z');
    await putReceipts(3, '2026-01-02T00:00:00Z', { order: null });
    await putReceipts(1, '2026-01-03T00:00:00Z', { order: 'A-2' });
    const list = async (filter: object) => (await desk.listsOn().receipts(filter, FIRST)).rows;
    expect(await list({})).toHaveLength(6);
    expect(await list({ merchantOrderNo: 'A-1' })).toHaveLength(2);
    expect(await list({ merchantOrderNo: 'nobody' })).toHaveLength(0);
    expect(await list({ orphan: 'true' })).toHaveLength(3);
    expect(await list({ tradeNo: 'lost-1' })).toHaveLength(1);
    expect(await list({ merchantOrderNo: 'A-2' })).toMatchObject([
      { merchantOrderNo: 'A-2', tradeNo: 'A-2', times: 1, lastReceivedAt: null, method: 'POST' },
    ]);
    const [first] = await list({ merchantOrderNo: 'A-2' });
    expect(first?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(first)).not.toContain('content');
  });

  it('of the audit log: actor, action, target and span', async () => {
    await putEntries(6, '2024-01-01T00:00:00Z', 'key.create');
    const list = async (filter: object) =>
      (await desk.listsOn().audit({ action: 'key.create', ...filter }, FIRST)).rows;
    expect(await list({})).toHaveLength(6);
    expect(await list({ actor: 'key:1' })).toHaveLength(2);
    expect(await list({ target: 'A-4' })).toMatchObject([
      { actor: { id: 'key:1', name: 'somebody', address: null }, action: 'key.create', target: 'A-4', detail: {} },
    ]);
    expect(await list({ from: new Date('2024-01-01'), to: new Date('2024-01-02') })).toHaveLength(6);
    expect(await list({ to: new Date('2024-01-01') })).toHaveLength(0);
    expect(await list({ from: new Date('2024-01-02') })).toHaveLength(0);
  });
});

async function touched(ask: (database: Database) => Promise<unknown>): Promise<number> {
  let count = 0;
  const explaining = {
    query: async (text: string, parameters: readonly unknown[]) => {
      const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        ...parameters,
      );
      count = touchedBy(row!['QUERY PLAN'][0].Plan);
      return [];
    },
  };
  await ask(explaining as unknown as Database);
  return count;
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const touchedBy = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + touchedBy(part), 0);

describe('staff lists: a page among many rows', () => {
  const MANY = 20_000;
  const FEW_ROWS = 600;

  beforeAll(async () => {
    await putRuns(MANY, '2026-03-01T00:00:00Z');
    await putMismatches(MANY, '2026-03-01T00:00:00Z', 'provider');
    await putReceipts(MANY, '2026-03-01T00:00:00Z', { order: null });
    // Each of its own trade, of known orders.
    await sql(`UPDATE callback_receipts SET merchant_order_no = trade_no WHERE received_at >= '2026-03-01'`);
    await putEntries(MANY, '2026-03-01T00:00:00Z');
    await sql('ANALYZE');
  });

  const page: PageRequest = { limit: 50, after: null };
  const middle = { at: '2026-03-01T00:00:00.001000Z', id: '00000000-0000-4000-8000-000000000000' };
  const day = { from: new Date('2024-01-01'), to: new Date('2024-01-02') };
  const asks: Readonly<Record<string, (parts: ReturnType<Desk['listsOn']>) => Promise<unknown>>> = {
    'the newest runs': ({ runs }) => runs({}, page),
    'older runs': ({ runs }) => runs({}, { limit: 50, after: middle }),
    'runs of a span': ({ runs }) => runs(day, page),
    'open mismatches': ({ mismatches }) => mismatches({ ...ALL, state: 'open' }, page),
    'open mismatches of a kind': ({ mismatches }) => mismatches({ ...ALL, state: 'open', kind: 'vanished' }, page),
    'mismatches of a rare kind': ({ mismatches }) => mismatches({ ...ALL, kind: 'vanished' }, page),
    'resolved mismatches': ({ mismatches }) => mismatches({ ...ALL, state: 'resolved' }, page),
    'all mismatches, later': ({ mismatches }) => mismatches(ALL, { limit: 50, after: middle }),
    'mismatches of an order': ({ mismatches }) => mismatches({ ...ALL, merchantOrderNo: 'A-2' }, page),
    'the newest callbacks': ({ receipts }) => receipts({}, page),
    'callbacks, later': ({ receipts }) => receipts({}, { limit: 50, after: middle }),
    'orphaned callbacks': ({ receipts }) => receipts({ orphan: 'true' }, page),
    'callbacks of an order': ({ receipts }) => receipts({ merchantOrderNo: 'A-1' }, page),
    'the newest entries': ({ audit }) => audit({}, page),
    'entries, later': ({ audit }) => audit({}, { limit: 50, after: { ...middle, id: '5000' } }),
    'entries of an actor': ({ audit }) => audit({ actor: 'key:1' }, page),
    'entries of a rare action': ({ audit }) => audit({ action: 'key.create' }, page),
    'entries about one target': ({ audit }) => audit({ target: 'A-17' }, page),
    'entries of a day': ({ audit }) => audit(day, page),
  };

  it.each(Object.entries(asks))('%s: touches few of them', async (_what, ask) => {
    expect(await touched((database) => ask(desk.listsOn(database)))).toBeLessThan(FEW_ROWS);
  });
});
