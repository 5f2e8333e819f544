import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { projectRoot } from '../../../scripts/lib/project.mjs';

/**
 * Makes the rows of a shop that is 400 days old: $1 orders, oldest first, 1 in 40 a sale. Rows are as the service leaves
 * them, except that HMACs are made up and documents short. What a round finds to do is the same at any size: 300 trades
 * are due, and some hundreds of messages, receipts, pages and rounds are older than they are kept.
 */
const MAC = `'\\x${'5e'.repeat(32)}'::bytea`;

/** Numbers and ids begin with the time. */
const FIRST_MS = 1_750_000_000_000;
const STEP_MS = 34_560;
const MESSAGE_ID = `(lpad(to_hex(${FIRST_MS} + i::bigint * ${STEP_MS}), 12, '0') || '7' || substr(gen_random_uuid()::text, 1, 3) || right(gen_random_uuid()::text, 17))::uuid`;

/** All that follows is made from this. $1 is the number of orders. */
const NUMBERED = `
  (SELECT i, number, now() - ($1 - i)::float8 / $1 * interval '400 days' AS at,
          CASE WHEN i % 40 = 0 THEN 'SELL' ELSE 'BUY' END AS side, $1 - i AS newer,
          CASE WHEN i % 40 = 0 OR i % 20 > 12 THEN 'COMPLETED'
               WHEN ($1 - i)::float8 / $1 * 400 > 1 THEN CASE WHEN i % 20 = 12 THEN 'CANCELLED' ELSE 'EXPIRED' END
               WHEN i % 20 = 12 THEN 'PAID' ELSE 'AWAITING_PAYMENT' END AS status
     FROM drawn) made`;

/** @type {Readonly<Record<string, string>>} */
const ROWS = {
  orders: `
    INSERT INTO orders (merchant_order_no, side, caller, customer_id, customer_email, customer_email_key_id,
                        customer_email_digest, address_key, metadata, status, announced_status, version, event_count,
                        last_event_mac, secret_salt, created_at, updated_at, state_mac, state_key_id)
    SELECT number, side, CASE WHEN i % 50 = 7 THEN 'key:small-shop' ELSE 'key:big-shop' END, 'customer-' || i / 4,
           CASE WHEN i % 3 = 0 THEN ${MAC} END, CASE WHEN i % 3 = 0 THEN '1' END,
           CASE WHEN i % 3 = 0 THEN sha256((i / 4)::text::bytea) END, '0x' || lpad(to_hex(i / 4), 40, '0'),
           CASE WHEN i % 3 = 0 THEN jsonb_build_object('cart', (i / 300)::text) ELSE '{}' END, status, status, 4, 2,
           ${MAC}, '\\x00112233445566778899aabbccddeeff', at, at + interval '10 minutes', ${MAC}, '1'
      FROM ${NUMBERED}`,
  trades: `
    INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, sends, order_no, pay_url,
                        pay_url_at, ramp_status, facts, status_at, created_at, updated_at)
    SELECT number, number, 1, side, status, CASE side WHEN 'BUY' THEN 'created' ELSE 'registered' END,
           CASE side WHEN 'BUY' THEN jsonb_build_object('fiat', 'USD', 'amount', '100', 'crypto', 'USDT', 'network', 'ETH',
             'address', '0x' || lpad(to_hex(i / 4), 40, '0'), 'payWayCode', '10001', 'country', 'US') END,
           i, 1, '17' || lpad(i::text, 17, '0'), CASE WHEN newer < 1000 THEN 'https://ramp.example/' || i END,
           CASE WHEN newer < 1000 THEN now() - interval '2 hours' END, 'SEEN',
           CASE status WHEN 'COMPLETED' THEN jsonb_build_object('txHash', '0x' || md5(number), 'amount', '100') ELSE '{}' END,
           at, at, at
      FROM ${NUMBERED}`,
  // Ended trades are watched for 30 days, ever more rarely.
  schedules: `
    INSERT INTO schedules (trade_no, watch_class, next_query_at, planned_at, last_asked_at, last_answer_at)
    SELECT number, CASE status WHEN 'PAID' THEN 'paid' WHEN 'AWAITING_PAYMENT' THEN 'young' ELSE 'closed' END,
           CASE WHEN newer < 300 THEN now() - newer * interval '1 s'
                WHEN status IN ('PAID', 'AWAITING_PAYMENT') THEN now() + interval '4 hours' + random() * interval '1 day'
                WHEN status <> 'COMPLETED' AND at > now() - interval '30 days'
                THEN now() + interval '4 hours' + random() * interval '30 days' END, at, at, at
      FROM ${NUMBERED}`,
  order_events: `
    INSERT INTO order_events (merchant_order_no, seq, at, trade_no, kind, cause, data, key_id, mac)
    SELECT number, seq, at, number, CASE seq WHEN 1 THEN 'reserved' ELSE 'seen' END, '{"kind": "poll"}',
           '{"changes": {"status": {"to": "COMPLETED", "from": "AWAITING_PAYMENT"}}}', '1', ${MAC}
      FROM ${NUMBERED}, generate_series(1, 2) AS seq`,
  mismatches: `
    INSERT INTO mismatches (id, merchant_order_no, trade_no, kind, field, opened_at, resolved_at, resolved_by)
    SELECT gen_random_uuid(), number, number, 'field', 'amount', at, at, 'provider' FROM ${NUMBERED} WHERE i % 100 = 0`,
  order_notes: `
    INSERT INTO order_notes (id, merchant_order_no, at, written_by) SELECT gen_random_uuid(), number, at, 'staff'
      FROM ${NUMBERED} WHERE i % 500 = 0`,
  outbox: `
    INSERT INTO outbox (id, type, merchant_order_no, version, created_at, position)
    SELECT ${MESSAGE_ID}, 'order.updated', number, seq, CASE WHEN i < 400 THEN now() - interval '31 days' ELSE at END,
           row_number() OVER (ORDER BY i, seq)
      FROM ${NUMBERED}, generate_series(1, 2) AS seq WHERE i < 400 OR at > now() - interval '29 days'`,
  callback_receipts: `
    INSERT INTO callback_receipts (id, received_at, trade_no, merchant_order_no, method, digest, key_id, content, payload_hash, claimed_status)
    SELECT gen_random_uuid(), at, number, number, 'POST', ${MAC}, '1', '\\x${'c0'.repeat(300)}', ${MAC}, 'FINISHED'
      FROM ${NUMBERED} WHERE i < 1500 OR (at > now() - interval '360 days' AND i % 20 > 15)`,
  removed_orders: `
    INSERT INTO removed_orders (merchant_order_no, month, times, macs, key_id, seal, removed_at)
    SELECT lower('gone-' || number), date_trunc('month', at), ARRAY[at, at], ARRAY[${MAC}, ${MAC}], '1', ${MAC}, at
      FROM ${NUMBERED} WHERE i % 20 = 0`,
  reconciliation_runs: `
    INSERT INTO reconciliation_runs (id, started_at, finished_at, claimed, answered, changed, unanswered)
    SELECT gen_random_uuid(), at, at, 9, 9, 1, 0
      FROM (SELECT i, CASE WHEN i < 600 THEN now() - interval '91 days' ELSE now() - random() * interval '89 days' END AS at
              FROM generate_series(1, $1::integer / 20) AS i) made`,
};

/** Made from the messages. */
/** @type {Readonly<Record<string, string>>} */
const ROWS_OF_MESSAGES = {
  outbox_head: `UPDATE outbox_head SET position = (SELECT max(position) FROM outbox)`,
  webhook_endpoints: `
    INSERT INTO webhook_endpoints (id, url, events, position, secret, secret_key_id, created_at, created_by, disabled_reason)
    SELECT '00000000-0000-4000-8000-000000000001', 'https://shop.example', '{*}', position, '', '1', now(), 'staff', 'failing'
      FROM outbox_head`,
  webhook_deliveries: `
    INSERT INTO webhook_deliveries (id, endpoint_id, message_id, event, state, created_at, planned_at, attempts)
    SELECT gen_random_uuid(), '00000000-0000-4000-8000-000000000001', id, type,
           CASE WHEN position % 1000 = 0 THEN 'failed' ELSE 'delivered' END, created_at, created_at, 1
      FROM outbox`,
  webhook_attempts: `
    INSERT INTO webhook_attempts (delivery_id, n, at, duration_ms, status)
    SELECT id, 1, created_at, 20, 200 FROM webhook_deliveries`,
};

/** Without a write-ahead log. Each before those that it refers to. */
const UNLOGGED =
  'webhook_attempts,webhook_deliveries,outbox,order_notes,mismatches,order_events,schedules,trades,orders,callback_receipts,reconciliation_runs,removed_orders';
const INDEXES = `
  SELECT format('DROP INDEX %I', relname) AS drop, pg_get_indexdef(indexrelid) AS make
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
   WHERE relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;
const AT_ONCE = 4;
const NUMBERS_AT_ONCE = 20_000;

/** Numbers as the service draws them: how they spread decides what an index costs. @param {pg.Pool} pool @param {number} orders */
async function drawNumbers(pool, orders) {
  const { orderNumberOf } = await import(join(projectRoot, 'build/src/platform/terms/order.js'));
  await pool.query('CREATE UNLOGGED TABLE drawn (i integer PRIMARY KEY, number text NOT NULL)');
  for (let first = 1; first <= orders; first += NUMBERS_AT_ONCE) {
    const count = Math.min(NUMBERS_AT_ONCE, orders - first + 1);
    const numbers = Array.from({ length: count }, (_, index) =>
      orderNumberOf('o', FIRST_MS + (first + index) * STEP_MS, randomBytes(11)),
    );
    await pool.query(
      'INSERT INTO drawn SELECT $1::integer + n - 1, number FROM unnest($2::text[]) WITH ORDINALITY AS part (number, n)',
      [first, numbers],
    );
  }
}

/**
 * Fills an empty migrated database. Triggers and foreign keys do not act, and indexes are built afterwards.
 * @param {string} url of a superuser
 * @param {number} orders
 * @param {(what: string, work: () => Promise<unknown>) => Promise<unknown>} step
 * @returns {Promise<string>} the number of an order from the middle
 */
export async function fill(url, orders, step) {
  const options = '-c session_replication_role=replica -c maintenance_work_mem=512MB';
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE, options });
  const query = (/** @type {string} */ sql) => pool.query(sql, sql.includes('$1') ? [orders] : []);
  const { rows: indexes } = await query(INDEXES);
  for (const { drop } of indexes) await query(drop);
  for (const table of UNLOGGED.split(',')) await query(`ALTER TABLE ${table} SET UNLOGGED`);
  await step('numbers', () => drawNumbers(pool, orders));
  const make = (/** @type {string} */ table, /** @type {string} */ sql) => step(`rows of ${table}`, () => query(sql));
  await Promise.all(Object.entries(ROWS).map(([table, sql]) => make(table, sql)));
  for (const [table, sql] of Object.entries(ROWS_OF_MESSAGES)) await make(table, sql);
  await step(`${indexes.length} indexes`, () => Promise.all(indexes.map((index) => query(index.make))));
  const { rows } = await pool.query('SELECT number FROM drawn WHERE i = $1', [Math.ceil(orders / 2)]);
  await query('DROP TABLE drawn');
  await step('VACUUM ANALYZE', () => query('VACUUM ANALYZE'));
  await pool.end();
  return rows[0].number;
}
