export const COMMON_CUSTOMER = 'customer-of-many';
export const SMALL_SHOP = 'key:small-shop';
export const COMMON_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** The time of the first order; ten orders share a microsecond, and the crowd shares one. */
export const FIRST_MOMENT = '2026-01-01 00:00:00.000001+00';

/**
 * Numbers `L-0000001` and so on, oldest first; every 40th is a sale. Statuses come in waves, so that none is spread over
 * all.
 */
const ORDERS = `
  INSERT INTO orders (merchant_order_no, side, caller, customer_id, address_key, status, in_review, metadata, secret_salt, created_at, updated_at)
  SELECT number, side, CASE WHEN i % 50 = 7 THEN '${SMALL_SHOP}' ELSE 'key:big-shop' END, CASE WHEN i % 5 = 0 THEN '${COMMON_CUSTOMER}' ELSE 'customer-' || i % 20000 END,
         lower(CASE WHEN i % 2 = 0 THEN '${COMMON_ADDRESS}' ELSE '0x' || md5(i::text) || 'aBcDeF00' END),
         CASE WHEN i = $1::integer / 3 OR i = $1::integer / 2 THEN 'CANCELLED'
              WHEN side = 'SELL' THEN CASE WHEN i % 80 = 0 THEN 'COMPLETED' ELSE 'AWAITING_CRYPTO' END
              WHEN i < $1::integer / 3 THEN CASE WHEN i % 3 = 0 THEN 'EXPIRED' ELSE 'COMPLETED' END
              WHEN i < $1::integer * 0.9 THEN 'COMPLETED'
              ELSE CASE WHEN i % 7 = 0 THEN 'PAID' ELSE 'AWAITING_PAYMENT' END END,
         i % 997 = 0,
         CASE WHEN i % 3 = 0 THEN jsonb_build_object('channel', 'app', 'cart', (i / 300)::text) ELSE '{}' END, '\\x00112233445566778899aabbccddeeff',
         timestamptz '${FIRST_MOMENT}' + CASE WHEN i BETWEEN $1::integer * 0.5 AND $1::integer * 0.55 THEN $1::integer * 0.5 ELSE i END / 10 * interval '1 microsecond',
         timestamptz '${FIRST_MOMENT}' + interval '1 hour'
    FROM (SELECT i, 'L-' || lpad(i::text, 7, '0') AS number, CASE WHEN i % 40 = 0 THEN 'SELL' ELSE 'BUY' END AS side
            FROM generate_series(1, $1::integer) AS i) made`;

const TRADES = `
  INSERT INTO trades (trade_no, merchant_order_no, n, side, status, outcome, asked, stamp, order_no, ramp_status, facts,
                      ramp_merchant_order_no, status_at, created_at, updated_at)
  SELECT merchant_order_no, merchant_order_no, 1, side, status, 'created',
         jsonb_build_object('fiat', 'USD', 'amount', '100', 'crypto', 'USDT', 'address', address_key,
                            'network', CASE WHEN merchant_order_no LIKE '%3' THEN 'BSC' ELSE 'ETH' END,
                            'payWayCode', CASE WHEN merchant_order_no LIKE '%1003' THEN '20001' ELSE '10001' END,
                            'country', CASE WHEN merchant_order_no LIKE '%7' THEN 'DE' ELSE 'US' END), 1, 'P' || merchant_order_no, 'SEEN',
         jsonb_strip_nulls(jsonb_build_object(
           'txHash', CASE WHEN status = 'COMPLETED' THEN '0xAB' || md5(merchant_order_no) END,
           'payoutAddress', CASE WHEN side = 'SELL' THEN '0xDE' || md5(merchant_order_no) END)),
         CASE WHEN side = 'SELL' THEN 'theirs-' || merchant_order_no END, updated_at, created_at, updated_at
    FROM orders`;

interface Rows {
  query(text: string, parameters?: readonly unknown[]): Promise<unknown>;
}

/** Inserts `count` order rows straight into an empty database, without the service. */
export async function fillWithOrders(rows: Rows, count: number): Promise<void> {
  await fillBeforeStatistics(rows, count);
  await rows.query('VACUUM ANALYZE');
}

/** The same before ANALYZE, as in the first minute of a new database. */
export async function fillBeforeStatistics(rows: Rows, count: number): Promise<void> {
  await rows.query(ORDERS, [count]);
  await rows.query(TRADES);
  await rows.query('INSERT INTO schedules (trade_no) SELECT trade_no FROM trades');
}
