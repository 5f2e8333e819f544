import type { MigrationInterface, QueryRunner } from 'typeorm';

const NEWS_ONCE = 'callback_receipts_news ON callback_receipts (trade_no, payload_hash, verdict)';

export class CallbackVerdictsOnce1795420060000 implements MigrationInterface {
  /** The index is built while callbacks are stored, which Postgres allows outside of a transaction only. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const name of ['callback_receipts_payload_hash', 'callback_receipts_times']) {
      await runner.query(`ALTER TABLE callback_receipts VALIDATE CONSTRAINT ${name}`);
    }
    // One that was broken off stays behind, not valid.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS callback_receipts_news');
    await runner.query(`CREATE UNIQUE INDEX CONCURRENTLY ${NEWS_ONCE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS callback_receipts_news');
  }
}
