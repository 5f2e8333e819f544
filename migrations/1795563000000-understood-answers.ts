import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the newest answer about a trade was its own and said how it stands; of answers from before, open mismatches tell. */
export class UnderstoodAnswers1795563000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    await runner.query('ALTER TABLE trades ADD COLUMN understood boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE trades DROP COLUMN understood');
  }
}
