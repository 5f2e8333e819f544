import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RateLimits1795530000000 implements MigrationInterface {
  /** Unlogged: written often, and worth nothing after a crash. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE UNLOGGED TABLE rate_limits (
      bucket bytea CONSTRAINT rate_limits_pkey PRIMARY KEY,
      tat timestamptz NOT NULL
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_limits');
  }
}
