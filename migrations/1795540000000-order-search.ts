import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A moment as a time without zone. A list of chosen orders is put in this order, which no other index has: so Postgres
 * never walks all orders of all times in search of the few that were chosen.
 */
const MOMENT = `(created_at AT TIME ZONE 'UTC')`;

const INDEXES = [
  // What staff chooses orders by: for each way to choose there are some stretches of this index, newest last.
  ['orders_chosen', `orders (side, status, in_review, ${MOMENT}, merchant_order_no)`],
  ['orders_customer', `orders (customer_id, ${MOMENT}, merchant_order_no) WHERE customer_id IS NOT NULL`],
  ['orders_address', `orders (lower(address), ${MOMENT}, merchant_order_no) WHERE address IS NOT NULL`],
  ['orders_number_beginning', 'orders (lower(merchant_order_no) text_pattern_ops)'],
  // What the provider says may be longer than an ordered index takes.
  ['trades_tx_hash', 'trades USING hash (lower(tx_hash)) WHERE tx_hash IS NOT NULL'],
  ['trades_payout_address', 'trades USING hash (lower(payout_address)) WHERE payout_address IS NOT NULL'],
  ['trades_ramp_number', 'trades USING hash (ramp_merchant_order_no) WHERE ramp_merchant_order_no IS NOT NULL'],
] as const;

export class OrderSearch1795540000000 implements MigrationInterface {
  /** Built while the service reads and writes, which Postgres allows outside of a transaction only. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of INDEXES) {
      // One that was broken off stays behind, not valid.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${on}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX IF EXISTS ${name}`);
  }
}
