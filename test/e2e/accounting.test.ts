import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../support/database.js';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import type { ProviderOrder } from '../support/sandbox-client.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, Service, SERVICE_KEY } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld();
let folder: string;
const completed = newNumber();
const waiting = newNumber();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-report-'));
  const { service, rows } = world;
  const order = await service.order(checkoutBody({ merchantOrderNo: completed }));
  await service.order(checkoutBody({ merchantOrderNo: waiting, amount: '50.00' }));
  await pressButton(order.payUrl, 'pay');
  await rows.untilStatus(completed, 'COMPLETED', 20_000);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> =>
  runToEnd(`src/cli/accounts/${name}.js`, args, env);

const environment = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
  DATABASE_URL: world.databaseUrl,
  TZ: 'Pacific/Chatham',
  ...more,
});
const report = (args: readonly string[] = [], env = environment()): Promise<Ran> => run('report', args, env);
const verify = (args: readonly string[] = [], env = environment({ SERVICE_KEY })): Promise<Ran> =>
  run('verify-history', args, env);
const json = (ran: Ran): Readonly<Record<string, unknown>> => JSON.parse(ran.out) as Record<string, unknown>;

describe('npm run report', () => {
  it('is a table for people', async () => {
    const ran = await report();
    expect({ code: ran.code, errors: ran.errors }).toEqual({ code: 0, errors: '' });
    expect(ran.out).toMatch(/^orders by bucket\n {2}in review +orders +0\n/m);
    expect(ran.out).toMatch(/^ {2}ended +orders +1$/m);
    expect(ran.out).toMatch(/ completed +100\.00 {2}USD$/m);
    expect(ran.out).not.toContain('\u001b');
  });

  it('is JSON with --json', async () => {
    const ran = await report(['--json', '--from', '2000-01-01', '--to=2100-01-01T00:00:00+08:00']);
    expect(ran.code).toBe(0);
    expect(json(ran)).toMatchObject({
      from: '2000-01-01T00:00:00.000Z',
      to: '2099-12-31T16:00:00.000Z',
      orders: 2,
      balanced: true,
      buckets: { in_review: 0, never_created: 0, overdue: 0, open: 1, refunded: 0, ended: 1 },
      fiat: [{ side: 'BUY', fiat: 'USD', orders: 2, asked: '150.00', completed: { trades: 1, amount: '100.00' } }],
      oldestOpen: { merchantOrderNo: waiting, status: 'AWAITING_PAYMENT' },
    });
    expect(json(await report(['--json', '--to', '2000-01-01']))).toMatchObject({ orders: 0, balanced: true });
  });

  it('is written whole into a file', async () => {
    const file = join(folder, 'report.csv');
    writeFileSync(file, 'what was there before');
    const ran = await report(['--csv', '--output', file]);
    expect(ran).toEqual({ code: 0, out: '', errors: '' });
    expect(readFileSync(file, 'utf8')).toMatch(/^section,item,figure,unit,value\r\n/);
    expect(readFileSync(file, 'utf8')).toContain('orders by bucket,ended,orders,,1\r\n');
    expect(readdirSync(folder)).toEqual(['report.csv']);
  });

  it('says with 1 that it does not balance', async () => {
    const odd = await freshDatabase();
    const client = new pg.Client({ connectionString: odd.url });
    await client.connect();
    await client.query('ALTER TABLE orders DISABLE TRIGGER orders_rules');
    await client.query(
      `INSERT INTO orders (merchant_order_no, side, caller, status, secret_salt, created_at, updated_at)
       VALUES ('A-1', 'SELL', 'everybody', 'ALMOST', '', now(), now())`,
    );
    await client.end();
    const [table, document] = await Promise.all([
      report([], { DATABASE_URL: odd.url }),
      report(['--json'], { DATABASE_URL: odd.url }),
    ]);
    await odd.drop();
    expect([table.code, document.code]).toEqual([1, 1]);
    expect(table.out).toContain('NOT BALANCED: 1 orders were counted, and the buckets hold 0.');
    expect(json(document)).toMatchObject({ orders: 1, balanced: false });
  });
});

describe('a month closed by completion', () => {
  it('has the sums of the provider’s own records, by the API and by the command', async () => {
    const { service, rows, sandbox } = world;
    for (const amount of ['20.50', '33.33', '120.07']) {
      const number = newNumber();
      await service.order(checkoutBody({ merchantOrderNo: number, amount }));
      await sandbox.force(number, 'FINISHED');
      await rows.untilStatus(number, 'COMPLETED', 20_000);
    }
    const span = [String(new Date().getUTCFullYear()), String(new Date().getUTCFullYear() + 1)].map(
      (y) => `${y}-01-01`,
    );
    const ran = await report(['--json', '--by', 'completed', '--from', span[0]!, '--to', span[1]!]);
    const { generatedAt: _, ...told } = json(ran);
    const answer = await service.get(`/v1/admin/report?by=completed&from=${span[0]}&to=${span[1]}`);
    expect(answer.body).toMatchObject(told);

    const { orders } = await sandbox.control<{ orders: ProviderOrder[] }>('GET', '/orders');
    const records = orders.filter(({ status }) => status === 'FINISHED').map(({ record }) => record);
    expect(records).toHaveLength(4);
    const sum = (name: string): bigint => records.reduce((all, record) => all + exact(record[name] ?? '0'), 0n);
    const figure = (list: unknown): bigint => exact((list as [{ amount: string }])[0].amount);
    const [money] = told['fiat'] as [{ completed: { trades: number; amount: string } }];
    expect(money.completed.trades).toBe(records.length);
    expect(exact(money.completed.amount)).toBe(sum('amount'));
    expect(figure(told['rampFees'])).toBe(sum('rampFee'));
    expect(figure(told['networkFees'])).toBe(sum('networkFee'));
    expect(figure(told['crypto'])).toBe(sum('cryptoQuantity'));
    expect(told['orders']).toBe(records.length);
  });

  it('is refused by another word', async () => {
    expect(await report(['--by', 'payment'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--by must be') as string,
    });
    expect((await world.service.get('/v1/admin/report?by=payment')).status).toBe(400);
  });
});

/** In units of 10^-18. */
function exact(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(18, '0'));
}

describe('npm run verify-history', () => {
  it('finds all well, while the service runs', async () => {
    const ran = await verify();
    expect({ code: ran.code, errors: ran.errors }).toEqual({ code: 0, errors: '' });
    expect(ran.out).toMatch(
      /^5 orders with \d+ entries checked: all is well\n\d+ entries of the audit log and 0 anchors checked: all is well\n$/,
    );
    expect(json(await verify(['--json']))).toMatchObject({ faults: [], orders: 5, missingKeys: [] });
  });

  it('reads the key from a file, or takes the one that a service without a key made', async () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${SERVICE_KEY}\n`);
    expect(await verify([], environment({ SERVICE_KEY_FILE: file }))).toMatchObject({ code: 0 });
    rmSync(file);

    expect(await verify([], environment())).toMatchObject({ code: 2, out: '' });
    const other = await freshDatabase();
    const keyless = await Service.start({
      databaseUrl: other.url,
      rampUrl: world.sandbox.url,
      env: { SERVICE_KEY: '' },
    });
    await keyless.order(checkoutBody());
    const ran = await verify([], { DATABASE_URL: other.url });
    await keyless.stop();
    await other.drop();
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('checked: all is well') as string });
  });

  it('finds an altered entry', async () => {
    const client = new pg.Client({ connectionString: world.databaseUrl });
    await client.connect();
    await client.query('ALTER TABLE order_events DISABLE TRIGGER order_events_no_update');
    const turn = `UPDATE order_events SET trade_no = lower(trade_no) WHERE merchant_order_no = $1 AND seq = 2`;
    await client.query(turn, [waiting]);
    const [ran, document] = await Promise.all([verify(), verify(['--json'])]);
    await client.query(`UPDATE order_events SET trade_no = $1 WHERE merchant_order_no = $1 AND seq = 2`, [waiting]);
    await client.query('ALTER TABLE order_events ENABLE TRIGGER order_events_no_update');
    await client.end();
    expect(ran).toMatchObject({ code: 1, errors: '' });
    expect(ran.out).toMatch(/: 1 faults in 1 orders\n.* 0 anchors checked: all is well\n$/);
    expect(json(document)).toMatchObject({
      faults: [{ merchantOrderNo: waiting, entry: 2, reason: expect.stringContaining('HMAC') as string }],
      faultCount: 1,
    });
    expect((await verify()).code).toBe(0);
  });
});

describe.each(['report', 'verify-history'])('%s', (name) => {
  const program = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ran> =>
    run(name, args, env);

  it('ends with 2 where a setting is missing or malformed, and shows no value', async () => {
    expect(await program([], {})).toMatchObject({
      code: 2,
      out: '',
      errors: expect.stringContaining('DATABASE_URL is required') as string,
    });
    const ran = await program([], { DATABASE_URL: 'S3CRET', SERVICE_KEY: 'S3CRET', ORDER_EXPIRY_MS: 'S3CRET' });
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(name === 'report' ? 'ORDER_EXPIRY_MS must be' : 'SERVICE_KEY must be');
    expect(ran.errors).not.toContain('S3CRET');
  });
});
