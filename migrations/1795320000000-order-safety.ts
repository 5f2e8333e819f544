import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row divides the provider's rate among replicas: each holds the right to a number of calls a second, for a while.
 * A single row, because dividing means reading all of it and changing it at once.
 */
const CALL_BUDGET = `CREATE TABLE call_budget (
  id smallint CONSTRAINT call_budget_pkey PRIMARY KEY,
  version bigint NOT NULL,
  slices jsonb NOT NULL,
  CONSTRAINT call_budget_one_row CHECK (id = 1)
)`;

export class OrderSafety1795320000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every query behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    await runner.query(CALL_BUDGET);
    await runner.query(`INSERT INTO call_budget (id, version, slices) VALUES (1, 0, '[]')`);
    await runner.query(`ALTER TABLE trades ADD COLUMN fruitless_answers integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE trades DROP COLUMN fruitless_answers`);
    await runner.query('DROP TABLE call_budget');
  }
}
