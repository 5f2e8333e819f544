import type { MigrationInterface, QueryRunner } from 'typeorm';

const TO_COME = 'trades_ramp_order_no_to_come';

/** Purchases and sales may come from two books of the provider's: a number of its own is unique within a side. */
export class RampNumberOfSide1795580000000 implements MigrationInterface {
  /** Built while the service reads and writes, which Postgres allows outside of a transaction only. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // One that was broken off stays behind, not valid.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${TO_COME}`);
    await runner.query(
      `CREATE UNIQUE INDEX CONCURRENTLY ${TO_COME} ON trades (order_no, side) WHERE order_no IS NOT NULL`,
    );
    // The old index goes in the moment in which the new one takes its name: a number is never without one.
    await runner.startTransaction();
    try {
      // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
      await runner.query(`SET LOCAL lock_timeout = '3s'`);
      await runner.query('DROP INDEX trades_ramp_order_no');
      await runner.query(`ALTER INDEX ${TO_COME} RENAME TO trades_ramp_order_no`);
      await runner.commitTransaction();
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    }
  }

  /** Fails where a purchase and a sale have the same number by now. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS trades_ramp_order_no');
    await runner.query('CREATE UNIQUE INDEX trades_ramp_order_no ON trades (order_no) WHERE order_no IS NOT NULL');
  }
}
