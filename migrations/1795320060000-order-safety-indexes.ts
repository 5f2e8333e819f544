import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  // Trades that are asked and do not answer: few, and counted at each look at the metrics.
  ['trades_unanswered', 'trades (missed_answers) WHERE missed_answers >= 3 AND next_query_at IS NOT NULL'],
  // Every read of an order looks for those of its own.
  ['mismatches_order', 'mismatches (merchant_order_no)'],
] as const;

export class OrderSafetyIndexes1795320060000 implements MigrationInterface {
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
