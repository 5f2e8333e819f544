import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { checkoutBody, expectProblem, newNumber, orderOf, SERVICE_KEY, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

type Headers = Readonly<Record<string, string>>;
type Line = Readonly<Record<string, unknown>>;

const world = useWorld({ AUTH: 'required' }, { own: 'process', document: true });
let shop: Headers;
let finance: Headers;
const numbers: string[] = [];

const keyOf = async (databaseUrl: string, role: string): Promise<Headers> => ({
  'x-api-key': (await createKey(databaseUrl, role, `a ${role}`)).key,
});

beforeAll(async () => {
  [shop, finance] = await Promise.all([keyOf(world.databaseUrl, 'checkout'), keyOf(world.databaseUrl, 'finance')]);
  for (const given of [
    { customer: { id: '=HYPERLINK("http://evil")' }, metadata: { note: 'a, "quoted" text', cart: '=1+1' } },
    { merchantName: 'No customer' },
  ]) {
    const answer = await world.service.checkout(checkoutBody(given), shop);
    expect(answer.status, answer.text).toBe(201);
    numbers.push(orderOf(answer).merchantOrderNo);
  }
  await world.sandbox.force(numbers[0]!, 'FINISHED');
  await until('it is completed', async () => {
    const read = await world.service.request('GET', `/v1/orders/${numbers[0]!}`, { headers: shop });
    return read.body['status'] === 'COMPLETED';
  });
  const sale = { merchantOrderNo: `S-${newNumber()}` };
  expect((await world.service.post('/v1/sell-orders', sale, shop)).status).toBe(201);
  numbers.push(sale.merchantOrderNo);
}, 180_000);

const exported = (query: string, as: Headers = finance): Promise<Answer> =>
  world.service.request('GET', `/v1/admin/orders/export?${query}`, { headers: as });
const program = (args: readonly string[]): Promise<Ran> =>
  runToEnd('src/cli/accounts/export.js', args, { DATABASE_URL: world.databaseUrl, SERVICE_KEY });

/** Records of RFC 4180, keyed by their header. */
function recordsOf(csv: string): Line[] {
  expect(csv.endsWith('\r\n')).toBe(true);
  const [names = [], ...records] = csv
    .slice(0, -2)
    .split('\r\n')
    .map((record) =>
      [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );
  for (const record of records) expect(record).toHaveLength(names.length);
  return records.map((record) => Object.fromEntries(names.map((name, at) => [name, record[at]])));
}
const linesOf = (jsonl: string): Line[] =>
  jsonl
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

describe('GET /v1/admin/orders/export', () => {
  it('has one line per order, oldest first, as JSON and as CSV safe from formula injection', async () => {
    const { jsonl, csv } = await until('no order changes between two exports', async () => {
      const before = await exported('format=jsonl');
      const between = await exported('');
      const after = await exported('format=jsonl');
      return before.text === after.text && { jsonl: before, csv: between };
    });
    expect(jsonl.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const lines = linesOf(jsonl.text);
    expect(lines.map(({ merchantOrderNo }) => merchantOrderNo)).toEqual(numbers);
    expect(lines[0]).toMatchObject({
      side: 'BUY',
      status: 'COMPLETED',
      fiat: 'USD',
      amount: '100.00',
      paidAmount: '100.00',
      crypto: 'USDT',
      customerId: '=HYPERLINK("http://evil")',
      metadata: { note: 'a, "quoted" text', cart: '=1+1' },
      txHash: expect.any(String) as string,
      rampFee: expect.any(String) as string,
      inReview: false,
      completedAt: expect.stringMatching(/Z$/) as string,
    });
    expect(lines[2]).toMatchObject({ side: 'SELL', fiat: null, amount: null, customerId: null, metadata: {} });
    expect(jsonl.text).not.toContain(String(checkoutBody()['address']));

    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename=orders-beginning-now.csv');
    const records = recordsOf(csv.text);
    expect(records[0]!['customerId']).toBe(`'=HYPERLINK("http://evil")`);
    const asText = (line: Line): Line =>
      Object.fromEntries(
        Object.entries(line).map(([name, value]) => [
          name,
          value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : `${value as string | boolean}`,
        ]),
      );
    expect(records).toEqual(
      lines.map((line) => ({
        ...asText(line),
        customerId: ((line['customerId'] ?? '') as string).replace(/^=/, `'=`),
      })),
    );
  });

  it('has the orders of a span', async () => {
    const [second] = await world.rows.query('SELECT created_at FROM orders WHERE merchant_order_no = $1', [numbers[1]]);
    const at = (second!['created_at'] as Date).toISOString();
    const listed = async (query: string): Promise<unknown[]> =>
      linesOf((await exported(`format=jsonl&${query}`)).text).map(({ merchantOrderNo }) => merchantOrderNo);
    expect(await listed(`from=${at}`)).toEqual(numbers.slice(1));
    expect(await listed(`to=${at}`)).toEqual(numbers.slice(0, 1));
    expect(await listed('from=2099-01-01')).toEqual([]);
  });

  it('is for finance; it is audited, and a security event', async () => {
    const support = await keyOf(world.databaseUrl, 'support');
    for (const headers of [shop, support]) expectProblem(await exported('', headers), 403, 'forbidden');
    expectProblem(await exported('', {}), 401, 'unauthenticated');
    await exported('from=2026-01-01&format=jsonl');
    const [entry] = await world.rows.query('SELECT action, detail FROM audit_log ORDER BY id DESC LIMIT 1');
    const detail = { from: '2026-01-01T00:00:00.000Z', to: null, format: 'jsonl' };
    expect(entry).toEqual({ action: 'order.export', detail });
    await world.service.program.says(/"event":"sensitive_export".*"action":"order.export"/);
  });

  it.each([
    ['format=xml', 'format'],
    ['from=yesterday', 'from'],
    ['from=2026-02-01&to=2026-01-01', 'to'],
    ['status=PAID', 'status'],
    ['format=csv&format=csv', 'format'],
  ])('is 400 with %s', async (query, field) => {
    const { errors } = expectProblem(await exported(query), 400, 'invalid_request');
    expect(errors).toMatchObject([{ field }]);
  });
});

describe('npm run export', () => {
  it('writes the same to standard output, or atomically to a file', async () => {
    for (const format of ['csv', 'jsonl']) {
      const ran = await program(['--format', format]);
      expect(ran).toMatchObject({ code: 0, errors: '', out: (await exported(`format=${format}`)).text });
    }
    const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-export-'));
    const file = join(folder, 'orders.jsonl');
    expect(await program(['--format', 'jsonl', '--output', file])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(file, 'utf8')).toBe((await exported('format=jsonl')).text);
    expect(readdirSync(folder)).toEqual(['orders.jsonl']);
    rmSync(folder, { recursive: true });
  });

  it.each<[string[], RegExp]>([
    [['--format', 'xml'], /^--format must be one of csv, jsonl\n$/],
    [['--from', 'soon'], /^--from must be a date/],
    [['--all'], /--help/],
    [['--output', '/no/such/folder/x'], /^\/no\/such\/folder\/x could not be written/],
  ])('exits with 2 for wrong arguments: %j', async (args, words) => {
    const ran = await program(args);
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.errors).toMatch(words);
  });

  it('prints --help without any setting', async () => {
    const ran = await runToEnd('src/cli/accounts/export.js', ['--help'], {});
    expect(ran).toMatchObject({ code: 0, errors: '' });
    expect(ran.out).toContain('npm run export --');
  });
});
