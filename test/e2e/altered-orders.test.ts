import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asServiceRole } from '../support/database.js';
import { FeedReader } from '../support/feed.js';
import { readMetrics, total } from '../support/promtool.js';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { checkoutBody, expectProblem, newNumber, SERVICE_KEY, until } from '../support/service.js';
import type { TradeRecord } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'info' }, { own: 'process', document: true });
let writer: pg.Client;
let receiver: Receiver;
let feed: FeedReader;
let folder: string;
/** Its client has its secret. */
let secret: string;
let before: TradeRecord;
/** An unpaid order, told as completed: all that the service's own role may write. */
const FORGED = [
  `UPDATE trades SET status = 'COMPLETED', ramp_status = 'FINISHED' WHERE merchant_order_no = $1`,
  `UPDATE schedules SET next_query_at = NULL, watch_class = 'closed', final_fields_asked = true WHERE trade_no = $1`,
  `UPDATE orders SET status = 'COMPLETED', announced_status = 'COMPLETED' WHERE merchant_order_no = $1`,
  `INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
     SELECT gen_random_uuid(), 'order.completed', merchant_order_no, version, now() FROM orders WHERE merchant_order_no = $1`,
];
const unpaid = newNumber();
const untouched = newNumber();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-altered-'));
  ({ receiver } = await subscribe(world.service));
  for (const number of [unpaid, untouched]) {
    const order = await world.service.order(checkoutBody({ merchantOrderNo: number }));
    if (number === unpaid) secret = String(order['clientSecret']);
  }
  // Made, and updated by the first poll.
  await until('both are told', () => Promise.resolve(receiver.messages.length >= 4));
  feed = await new FeedReader(() => world.service).fromNowOn();
  receiver.messages.length = 0;
  before = (await world.rows.whole(unpaid)).trades[0]!;
  writer = new pg.Client({ connectionString: asServiceRole(world.databaseUrl) });
  await writer.connect();
  for (const statement of FORGED) {
    await writer.query(statement, [unpaid]);
  }
}, 120_000);
afterAll(async () => {
  await writer.end();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const run = (
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = { SERVICE_KEY },
): Promise<Ran> => runToEnd(`src/cli/accounts/${name}.js`, args, { DATABASE_URL: world.databaseUrl, ...env });
const audited = async () =>
  (await world.service.get('/v1/admin/audit')).body['items'] as { action: string; target: string; reason: string }[];
const listed = async (path: string): Promise<string[]> => {
  const answer = await world.service.get(path);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body['items'] as { merchantOrderNo: string }[]).map(({ merchantOrderNo }) => merchantOrderNo);
};

describe('an unpaid order that a writer to the database made COMPLETED', () => {
  it('is told to no one: neither by its number, nor with its secret, nor to who repeats it or tries it again', async () => {
    expectProblem(await world.service.get(`/v1/orders/${unpaid}`), 409, 'order_in_review');
    const headers = { 'x-client-secret': secret };
    const path = `/v1/orders/${unpaid}`;
    expectProblem(await world.service.request('GET', path, { headers }), 409, 'order_in_review');
    expectProblem(await world.service.request('GET', `${path}/events`, { headers }), 409, 'order_in_review');
    expectProblem(await world.service.post(`${path}/retry`, {}), 409, 'order_in_review');
    expectProblem(await world.service.checkout(checkoutBody({ merchantOrderNo: unpaid })), 409, 'order_in_review');
  });

  it('is in no list, feed or webhook, and others are', async () => {
    expect(await listed('/v1/orders')).toEqual([untouched]);
    await world.sandbox.force(untouched, 'PAY_SUCCESS');
    await feed.told('paid', ({ type }) => type === 'order.paid');
    await until('paid by webhook', () => Promise.resolve(receiver.messages.some(({ type }) => type === 'order.paid')));
    const told = [...feed.events, ...receiver.messages].map(({ type, data }) => [type, data['merchantOrderNo']]);
    expect(told.filter(([, number]) => number !== untouched)).toEqual([]);
  });

  it('is in review for staff, whose file says why, and is logged and counted', async () => {
    expect(await listed('/v1/admin/orders?inReview=true')).toEqual([unpaid]);
    expect((await world.service.get(`/v1/admin/orders/${unpaid}`)).body).toMatchObject({
      inReview: true,
      settled: false,
      historyIntact: false,
      mismatches: [{ kind: 'state', seen: 'its state does not fit its seal' }],
    });
    const { samples } = readMetrics(await world.service.metrics());
    expect(total(samples, 'ramp_checkout_security_events_total', { event: 'order_state_altered' })).toBe(1);
    expect(total(samples, 'ramp_checkout_mismatches_open', { kind: 'state' })).toBe(1);
    expect(world.service.program.output()).toMatch(/"event":"order_state_altered"/);
  });

  it('is found by verify-history, and left out of exports', async () => {
    const verified = await run('verify-history', []);
    expect(verified.code).toBe(1);
    expect(verified.out).toContain(`${unpaid}: its state does not fit its seal`);
    const exported = await run('export', ['--format', 'jsonl']);
    expect([exported.code, exported.errors]).toEqual([0, '']);
    expect(exported.out).toContain(untouched);
    expect(exported.out).not.toContain(unpaid);
    const file = join(folder, 'export.csv');
    await run('export', ['--output', file]);
    expect(readFileSync(file, 'utf8')).not.toContain(unpaid);
    expect((await world.service.get('/v1/admin/orders/export?format=csv')).text).not.toContain(unpaid);
  });

  it('is not made true by a note of staff', async () => {
    const [{ id }] = (await world.service.get('/v1/admin/mismatches?kind=state')).body['items'] as [{ id: string }];
    expectProblem(
      await world.service.post(`/v1/admin/mismatches/${id}/resolve`, { note: 'fine' }),
      409,
      'order_in_review',
    );
    expectProblem(await world.service.get(`/v1/orders/${unpaid}`), 409, 'order_in_review');
    expect((await audited()).filter(({ action }) => action === 'mismatch.resolve')).toEqual([]);
  });

  it('is told again once its row is as it was, and the provider was asked', async () => {
    await writer.query('UPDATE trades SET status = $2, ramp_status = $3 WHERE merchant_order_no = $1', [
      unpaid,
      before.status,
      before.ramp_status,
    ]);
    await writer.query(
      `UPDATE orders SET status = 'AWAITING_PAYMENT', announced_status = 'AWAITING_PAYMENT' WHERE merchant_order_no = $1`,
      [unpaid],
    );
    expect(await world.service.read(unpaid)).toMatchObject({ status: 'AWAITING_PAYMENT', inReview: true });
    const asked = await world.service.post(`/v1/admin/orders/${unpaid}/ask`, { reason: 'put back as it was' });
    expect(asked.status, asked.text).toBe(200);
    expect(await world.service.read(unpaid)).toMatchObject({ status: 'AWAITING_PAYMENT', inReview: false });
  });

  it('is rebuilt from its history by an admin, without its page, and polled at once', async () => {
    const rebuild = () => world.service.post(`/v1/admin/orders/${unpaid}/rebuild`, { reason: 'a writer altered it' });
    expectProblem(await rebuild(), 409, 'order_in_review');
    const { version } = await world.service.read(unpaid);
    for (const statement of FORGED) await writer.query(statement, [unpaid]);
    await writer.query(`UPDATE trades SET pay_url = 'https://thief.example' WHERE merchant_order_no = $1`, [unpaid]);
    expectProblem(await world.service.get(`/v1/orders/${unpaid}`), 409, 'order_in_review');
    receiver.messages.length = 0;
    const queries = async () => (await world.sandbox.calls('query')).length;
    const asked = await queries();

    const rebuilt = await rebuild();
    expect(rebuilt.status, rebuilt.text).toBe(200);
    expect(rebuilt.body).toMatchObject({
      status: 'AWAITING_PAYMENT',
      inReview: false,
      historyIntact: true,
      mismatches: [{ kind: 'state' }, { kind: 'state', note: 'a writer altered it' }],
    });
    const history = rebuilt.body['history'] as { kind: string; cause: { by: string } }[];
    expect(history.find(({ kind }) => kind === 'rebuilt')?.cause.by).toBe('everybody');
    const read = await world.service.read(unpaid);
    expect(read).toMatchObject({ status: 'AWAITING_PAYMENT', payUrl: null, inReview: false, retryable: false });
    expect(read['version']).toBeGreaterThan(version);
    await until('it is polled', async () => (await queries()) > asked);
    const rebuilds = (await audited()).filter(({ action }) => action === 'order.rebuild');
    expect(rebuilds).toMatchObject([{ target: unpaid, reason: 'a writer altered it' }]);

    await world.sandbox.force(unpaid, 'PAY_SUCCESS');
    await until('it is told', () => Promise.resolve(receiver.messages.some(({ type }) => type === 'order.paid')));
    const told = receiver.messages.filter(({ data }) => data['merchantOrderNo'] === unpaid).map(({ type }) => type);
    expect(told).not.toContain('order.completed');
    const verified = await run('verify-history', []);
    expect(verified.out).toContain('all is well');
  });
});
