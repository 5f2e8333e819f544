import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the provider made a trade, by its own clock. */
export class RampCreatedAt1795581000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    await runner.query('ALTER TABLE trades ADD COLUMN ramp_created_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE trades DROP COLUMN ramp_created_at');
  }
}
