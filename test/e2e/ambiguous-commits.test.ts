import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { PostgresRelay } from '../support/postgres-relay.js';
import { Sandbox } from '../support/sandbox-client.js';
import type { ProviderOrder } from '../support/sandbox-client.js';
import { checkoutBody, Service, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';

const COMMIT_MS = 100;
const OF_EACH = 16;
/** A lease whose commit was cut off has no known owner and must expire. */
const MOST: Readonly<Record<string, number>> = { 'take drive': 1, 'claim drives': 5 };

const KINDS = [
  'reserve',
  'outcome_unknown',
  'superseded',
  'sending',
  'created',
  'seen',
  'take drive',
  'claim drives',
  'release drive',
];

let database: TestDatabase;
let sandbox: Sandbox;
let relay: PostgresRelay;
let service: Service;
let rows: Rows;
/** How many connections broke within which write. */
const cuts = new Map<string, number>();

/** The kind of write about creating trades: for a change, its first history entry. */
function kindOf(statement: string): string | null {
  if (statement.includes('INSERT INTO orders')) return 'reserve';
  if (statement.includes('UPDATE orders SET attempt_lease = $2')) return 'take drive';
  if (statement.includes('UPDATE orders SET attempt_lease = ($1')) return 'claim drives';
  if (statement.includes('UPDATE orders SET attempt_lease = NULL')) return 'release drive';
  if (!/WITH\s+(?:held|locked) AS/.test(statement)) return null;
  // In a list of entries, or as parameters of its own: then four bytes say how long the cause behind it is.
  return (/"kind":"([a-z_]+)","cause"/.exec(statement) ?? /([a-z_]{4,})[^]{4}\{"kind":"/.exec(statement))?.[1] ?? null;
}

/** A cut-off write: the reads of its order since, and what completes its commit. */
interface Cut {
  looks: number;
  commit(): void;
}

/**
 * Cuts the connection at each order's first write of each kind, and at more writes of some orders. The commit follows
 * at once, between two reads of the order, or too late for the reader.
 */
function cutWrites(): void {
  const seen = new Map<string, number>();
  const open = new Map<string, Cut>();
  relay.fate = (statement) => {
    const kind = kindOf(statement);
    const number = /N-[0-9a-f-]{18}/.exec(statement)?.[0] ?? 'several';
    const cut = open.get(number);
    if (kind === null && cut !== undefined && (cut.looks += 1) === 2) {
      cut.commit();
      return { goesOn: sleep(COMMIT_MS / 2) };
    }
    if (kind === null) return {};
    const times = (seen.get(`${kind} ${number}`) ?? 0) + 1;
    seen.set(`${kind} ${number}`, times);
    if (times > (MOST[kind] ?? (/[0-4]$/.test(number) ? 3 : 1))) return {};
    const count = (cuts.get(kind) ?? 0) + 1;
    cuts.set(kind, count);
    const committed = new Promise<void>((commit) => open.set(number, { looks: 0, commit }));
    return { cutAndCommitted: Promise.race([committed, sleep([0, 1000, 3 * COMMIT_MS][count % 3])]) };
  };
}

const numberOf = (body: Record<string, unknown>): string => String(body['merchantOrderNo']);
const bodies = (given: Record<string, unknown> = {}): Record<string, unknown>[] =>
  Array.from({ length: OF_EACH }, () => checkoutBody(given));

const each = <In>(items: readonly In[], work: (item: In) => Promise<unknown>): Promise<unknown> =>
  Promise.all(items.map(work));

/** Repeats while the database is away or another lease must expire. */
const insist = (ask: () => Promise<Answer>): Promise<Answer> =>
  until('an answer', async () => {
    const answer = await ask();
    return answer.status < 500 && answer;
  });

const checkout = (body: Record<string, unknown>): Promise<Answer> => insist(() => service.checkout(body));

const start = (env: Record<string, string>): Promise<Service> =>
  Service.start({ databaseUrl: relay.url, rampUrl: sandbox.url, env, process: true });

/** Orders whose only trade is on its way, and whose driver has died. */
async function leaveBehind(left: readonly Record<string, unknown>[]): Promise<void> {
  const maker = await start({ ROLES: 'api' });
  await sandbox.fault(
    ...left.map((body) => ({ endpoint: 'create', act: 'hang-after', merchantOrderNo: numberOf(body) }) as const),
  );
  const checkouts = left.map((body) => maker.checkout(body).catch(() => null));
  await until('all are on their way', async () => (await sandbox.calls('create')).length === left.length);
  await maker.program.kill();
  await Promise.all(checkouts);
}

/** Numbers of all creates in order, repeats included. */
const sent = async (): Promise<string[]> =>
  (await sandbox.calls('create')).map(({ merchantOrderNo }) => String(merchantOrderNo));

const isRepeated = (number: string, index: number, all: readonly string[]): boolean => all.indexOf(number) !== index;

/** An order at the provider, and what we know of it: by its number there, and where it is to pay to. */
interface Known {
  readonly order_no: string | null;
  readonly address: string;
}

beforeAll(async () => {
  [database, sandbox] = await Promise.all([freshDatabase(), Sandbox.start()]);
  rows = Rows.of(database.url);
  relay = await PostgresRelay.start(database.url);
});
afterAll(async () => {
  await service.stop();
  await sandbox.stop();
  await relay.close();
  await rows.close();
  await database.drop();
});

describe('connections that break within the commits of whoever makes trades', () => {
  it('the provider sees each number once, and none that is not ours', async () => {
    const left = bodies();
    await leaveBehind(left);
    service = await start({ RAMP_TIMEOUT_MS: '3000' });
    const failed = bodies();
    await each(failed, checkout);
    await each(failed, (body) => sandbox.force(numberOf(body), 'PAY_FAIL'));
    await each(failed, (body) => rows.untilStatus(numberOf(body), 'PAYMENT_FAILED'));
    // The provider names no price, so that these are declined, and made anew for somewhere else.
    const declined = bodies({ quote: { cryptoQuantity: '1' } });
    await sandbox.fault({ endpoint: 'quote', act: 'answer', returnCode: '3101', returnMsg: 'no', times: OF_EACH });
    await each(declined, (body) => service.checkout(body));
    const anew = declined.map((body) => ({ ...body, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }));
    const lost = bodies();
    await sandbox.fault(
      ...lost.map((body) => ({ endpoint: 'create', act: 'reset-after', merchantOrderNo: numberOf(body) }) as const),
    );

    cutWrites();
    await rows.query('UPDATE orders SET attempt_until = checkout_now() WHERE attempt_until IS NOT NULL');
    await Promise.all([
      each([...lost, ...anew], checkout),
      each(failed, (body) =>
        insist(() => service.post(`/v1/orders/${numberOf(body)}/retry`, { after: numberOf(body) })),
      ),
    ]);
    await until('nobody drives', async () => {
      const driven = await rows.query('SELECT 1 FROM orders WHERE attempt_until IS NOT NULL LIMIT 1');
      return driven.length === 0;
    });

    expect((await sent()).filter(isRepeated)).toEqual([]);
    const { orders } = await sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders');
    expect(orders.length).toBeGreaterThanOrEqual(4 * OF_EACH);
    for (const { merchantOrderNo, orderNo, record } of orders) {
      const known = await until(`${merchantOrderNo} is known`, async () => {
        const [trade] = await rows.query<Known>(
          `SELECT order_no, asked ->> 'address' AS address FROM trades WHERE trade_no = $1`,
          [merchantOrderNo],
        );
        return trade?.order_no !== null && trade;
      });
      expect(known).toEqual({ order_no: orderNo, address: record['address'] });
    }
    for (const body of [...left, ...failed, ...declined, ...lost]) {
      expect(historyProblems(await rows.whole(numberOf(body)))).toEqual([]);
    }
    expect([...cuts.keys()]).toEqual(expect.arrayContaining(KINDS));
    expect([...cuts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(200);
  });
});
