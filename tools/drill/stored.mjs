import pg from 'pg';

/**
 * @typedef {object} StoredOrder
 * @property {string} number
 * @property {string} status
 * @property {boolean} driven a trade of it is being created, or has to be
 *
 * @typedef {object} StoredTrade
 * @property {string} tradeNo
 * @property {string} number of its order
 * @property {number} n
 * @property {string} status
 * @property {string} outcome
 * @property {boolean} superseded
 * @property {string | null} orderNo the provider's
 * @property {boolean} leased being polled, or left by a dead poller
 *
 * @typedef {object} Everything
 * @property {StoredOrder[]} orders
 * @property {StoredTrade[]} trades
 * @property {{ number: string, kind: string }[]} mismatches open ones
 * @property {{ id: string, type: string, number: string | null }[]} messages for the merchant's system
 *
 * @typedef {object} Stored
 * @property {() => Promise<void>} leave closes its connection
 * @property {() => Promise<Everything>} everything in one snapshot
 * @property {() => Promise<string[]>} putOff deliveries that failed twice and wait for minutes
 */

/**
 * Reads the database directly, without the service.
 * @param {string} url
 * @returns {Stored}
 */
export function lookInto(url) {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 30_000, query_timeout: 60_000 });
  // The next query opens a new connection; the query on the broken one fails anyway.
  const ignore = () => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  return {
    leave: () => pool.end(),
    async everything() {
      const client = await pool.connect();
      try {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return {
          orders: await rows(client, ORDERS),
          trades: await rows(client, TRADES),
          mismatches: await rows(client, MISMATCHES),
          messages: await rows(client, MESSAGES),
        };
      } finally {
        client.release(true);
      }
    },
    putOff: async () => (await pool.query(PUT_OFF)).rows.map(({ id }) => id),
  };
}

const ORDERS = `
  SELECT merchant_order_no AS number, status, attempt_lease IS NOT NULL OR attempt_until IS NOT NULL AS driven
    FROM orders`;
const TRADES = `
  SELECT trade_no AS "tradeNo", merchant_order_no AS number, n, status, outcome, superseded, order_no AS "orderNo",
         lease_id IS NOT NULL AS leased
    FROM trades LEFT JOIN schedules USING (trade_no)`;
const MISMATCHES = `SELECT merchant_order_no AS number, kind FROM mismatches WHERE resolved_at IS NULL`;
const MESSAGES = `SELECT id, type, merchant_order_no AS number FROM outbox`;
const PUT_OFF = `SELECT id FROM webhook_deliveries WHERE next_at > now() + interval '20 seconds' AND lease_id IS NULL`;

/** @param {pg.ClientBase} client @param {string} sql @returns {Promise<any[]>} */
async function rows(client, sql) {
  return (await client.query(sql)).rows;
}
