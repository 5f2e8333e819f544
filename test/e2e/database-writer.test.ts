import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sqlState } from '#src/platform/database/database-errors.js';
import { asServiceRole } from '../support/database.js';
import { FeedReader } from '../support/feed.js';
import { runToEnd } from '../support/run-to-end.js';
import { SERVICE_KEY } from '../support/service.js';
import { ThiefWorld } from '../support/thief-world.js';

/** By a CHECK, a trigger, or for want of a right. */
const REFUSED = ['23514', '23001', '42501'].map((state) => `refused: ${state}`);
/** Beyond the whole numbers that a float tells apart. */
const HUGE = '9007199254740993';
const LONGEST = '9223372036854775807';

let opened: ThiefWorld;
beforeAll(async () => {
  opened = await ThiefWorld.start();
  // Some rows are copies of what an order leaves.
  await opened.untilSent(await opened.checkout());
}, 180_000);
afterAll(() => opened.close());

/** All that one row could stop: each is done from outside, and has to work. */
async function everythingWorks(feed: FeedReader): Promise<void> {
  const stolen = await opened.keyToRevoke();
  const order = await opened.checkout();
  await feed.told(order, ({ data }) => data.merchantOrderNo === order);
  await feed.read();
  expect(new Set(feed.events.map(({ id }) => id)).size, 'no event twice').toBe(feed.events.length);
  await opened.untilSent(order);
  for (const [who, path] of [
    ['support', `orders/${order}`],
    ['finance', 'report'],
    ['admin', 'webhooks'],
    ['admin', 'audit'],
    ['support', 'deliveries'],
    ['support', 'callbacks'],
    ['support', 'runs'],
    ['admin', 'keys'],
  ] as const) {
    const answer = await opened.get(who, `/v1/admin/${path}`);
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
  }
  const revoked = await opened.post('admin', `/v1/admin/keys/${stolen.id}/revoke`);
  expect(revoked.status, revoked.text).toBe(200);
}

const AUDIT = `audit_log (id, at, actor_id, actor_name, action, key_id, mac)`;
const ENDPOINT = `webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by)`;

it.each([
  [
    'a huge number in the audit log',
    `INSERT INTO ${AUDIT} VALUES (${HUGE}, now(), 'x', 'x', 'key.create', 'k', sha256('x'))`,
  ],
  [
    'the greatest number in the audit log',
    `INSERT INTO ${AUDIT} VALUES (${LONGEST}, now(), 'x', 'x', 'key.create', 'k', sha256('x'))`,
  ],
  [
    'the next number in the audit log',
    `INSERT INTO ${AUDIT} SELECT max(id) + 1, now(), 'x', 'x', 'key.create', 'k', sha256('x') FROM audit_log`,
  ],
  [
    'an entry of no time',
    `INSERT INTO ${AUDIT} SELECT max(id) + 1, 'infinity', 'x', 'x', 'key.create', 'k', sha256('x') FROM audit_log`,
  ],
  ['where the audit log begins', `INSERT INTO audit_cut VALUES (1, 1000000, sha256('x'), 'k', sha256('x'))`],
  [
    'the place of the next message',
    `INSERT INTO outbox (id, type, merchant_order_no, version, created_at, position)
      SELECT gen_random_uuid(), 'order.updated', merchant_order_no, 1, now(), (SELECT position + 1 FROM outbox_head) FROM orders LIMIT 1`,
  ],
  [
    'a place far ahead',
    `INSERT INTO outbox (id, type, merchant_order_no, version, created_at, position)
      SELECT gen_random_uuid(), 'order.updated', merchant_order_no, 1, '2020-01-01', ${HUGE} FROM orders LIMIT 1`,
  ],
  [
    'a message of no time',
    `INSERT INTO outbox (id, type, merchant_order_no, version, created_at)
      SELECT gen_random_uuid(), 'order.updated', merchant_order_no, 1, 'infinity' FROM orders LIMIT 1`,
  ],
  ['the last place that was given', `UPDATE outbox_head SET position = ${LONGEST}`],
  ['the first place that is kept', `UPDATE outbox_head SET forgotten = ${LONGEST}`],
  [
    'an endpoint without an address',
    `INSERT INTO ${ENDPOINT} VALUES (gen_random_uuid(), 'nonsense', '{*}', 0, 'x', 'k', now(), 'x')`,
  ],
  [
    'an endpoint of no time',
    `INSERT INTO ${ENDPOINT} VALUES (gen_random_uuid(), 'nonsense', '{*}', 0, 'x', 'k', 'infinity', 'x')`,
  ],
  [
    'how often a message was tried',
    `INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'state', 'pending',
       'next_at', now(), 'attempts', 2147483647))).* FROM webhook_deliveries d LIMIT 1`,
  ],
  ['when the provider may be called', `UPDATE call_budget SET next_at = 'infinity', poll_at = 'infinity'`],
  ...['began_at', 'doubted_at'].flatMap((column) =>
    ['infinity', '-infinity', '2100-01-01'].map((time) => [
      `${column}, ${time}, of the database's epoch`,
      `UPDATE database_epoch SET ${column} = '${time}'`,
    ]),
  ),
  ['a number in doubt', `INSERT INTO doubted_numbers VALUES ('a-1', 'infinity')`],
  ['who was forgotten', `INSERT INTO erasures VALUES (sha256('x'), 'k', 'order', 'infinity')`],
  [
    'an order that was removed',
    `INSERT INTO removed_orders VALUES ('x', '2020-01-01', '{now}', '{x}', 'k', sha256('x'), now())`,
  ],
  ['sums of removed orders', `INSERT INTO monthly_account VALUES ('2020-01-01', '[]', 1, 1, 1)`],
  ['a run of polls', `INSERT INTO reconciliation_runs VALUES (gen_random_uuid(), 'infinity', 'infinity', 1, 1, 1, 1)`],
])('database: one row of another writer stops no function: %s', async (_what, sql) => {
  const feed = await new FeedReader(() => opened.service, opened.headers('checkout')).fromNowOn();
  const outcome = await opened.thief.query(sql).then(
    ({ rowCount }) => `written: ${rowCount}`,
    (error: unknown) => `refused: ${sqlState(error)}`,
  );
  expect([...REFUSED, 'written: 1']).toContain(outcome);
  await everythingWorks(feed).catch((error: unknown) => {
    throw new Error(`after: ${outcome}`, { cause: error });
  });
});

it('database: a note of staff can be blanked and made up, and shows no words but those of its writer', async () => {
  const order = await opened.checkout();
  const path = `/v1/admin/orders/${order}/notes`;
  for (const text of ['The customer called.', 'Paid by card.']) await opened.post('support', path, { text });
  const shown = async () =>
    ((await opened.get('support', path)).body['items'] as { by: string; text: string | null }[]).map(
      ({ by, text }) => `${by}: ${text}`,
    );
  expect(await shown()).toEqual(['support: Paid by card.', 'support: The customer called.']);
  const texts = '(SELECT text_sealed, key_id FROM order_notes WHERE merchant_order_no = $1 ORDER BY at DESC LIMIT 1)';
  const note = 'id = (SELECT id FROM order_notes WHERE merchant_order_no = $1 ORDER BY at LIMIT 1)';
  await opened.thief.query(`UPDATE order_notes SET (text_sealed, key_id) = ${texts} WHERE ${note}`, [order]);
  expect(await shown()).toEqual(['support: Paid by card.', 'support: null']);
  await opened.thief.query(
    `INSERT INTO order_notes (id, merchant_order_no, at, written_by, text_sealed, key_id)
     SELECT gen_random_uuid(), $1, '2020-01-01', 'Ann', text_sealed, key_id FROM ${texts} made`,
    [order],
  );
  await opened.thief.query('UPDATE order_notes SET text_sealed = NULL, key_id = NULL WHERE merchant_order_no = $1', [
    order,
  ]);
  expect(await shown()).toEqual(['support: null', 'support: null', 'Ann: null']);
  const notes = ({ action }: { action: string }): boolean => action === 'order.note';
  const audit = await opened.get('support', `/v1/admin/orders/${order}/audit`);
  expect((audit.body['items'] as { action: string }[]).filter(notes)).toHaveLength(2);
  await everythingWorks(await new FeedReader(() => opened.service, opened.headers('checkout')).fromNowOn());
});

describe('revoking an API key', () => {
  let stolen: string;
  beforeEach(async () => {
    ({ id: stolen } = await opened.keyToRevoke());
    await opened.world.rows.query('ALTER TABLE audit_log RENAME TO away');
  });
  afterEach(() => opened.world.rows.query('ALTER TABLE away RENAME TO audit_log'));

  it('api: revokes a key while the audit log takes no entry, and says so in the log', async () => {
    const answer = await opened.post('admin', `/v1/admin/keys/${stolen}/revoke`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ status: 'revoked' });
    await opened.untilLogged('audit_not_written', stolen);
    expect(await opened.counted('audit_not_written')).toBe(1);
    // All else waits for the log.
    const made = await opened.post('admin', '/v1/admin/keys', { name: 'x', role: 'support' });
    expect(made.status).toBeGreaterThanOrEqual(500);
  });

  it('npm run key -- revoke: revokes a key while the audit log takes no entry, and says so', async () => {
    const env = { DATABASE_URL: asServiceRole(opened.world.databaseUrl), SERVICE_KEY };
    const { code, errors } = await runToEnd('src/cli/key/main.js', ['revoke', stolen], env);
    expect(code, errors).toBe(0);
    expect(errors).toContain('audit_not_written');
    const sql = 'SELECT revoked_by FROM api_keys WHERE id = $1';
    expect(await opened.world.rows.query(sql, [stolen])).toEqual([{ revoked_by: 'command-line' }]);
  });
});
