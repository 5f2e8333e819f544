import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A receipt says what it claims, why its verdict is what it is, and how often the same came. Receipts from before, and those
 * that the version before this one still writes, have no hash: each stands for itself.
 */
const COLUMNS = `ALTER TABLE callback_receipts
  ADD COLUMN payload_hash bytea,
  ADD COLUMN claimed_status text,
  ADD COLUMN verdict_reason text,
  ADD COLUMN times integer NOT NULL DEFAULT 1,
  ADD COLUMN last_received_at timestamptz`;

/** Rows that are there are looked at by the next migration, under a lock that lets callbacks be stored. */
const CHECKS = [
  'callback_receipts_payload_hash CHECK (octet_length(payload_hash) = 32) NOT VALID',
  'callback_receipts_times CHECK (times >= 1) NOT VALID',
];

export class CallbackVerdicts1795420000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Behind a long read the change would wait, and every callback behind it: better to fail, and to be tried again.
    await runner.query(`SET LOCAL lock_timeout = '3s'`);
    await runner.query(COLUMNS);
    for (const check of CHECKS) await runner.query(`ALTER TABLE callback_receipts ADD CONSTRAINT ${check}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE callback_receipts
      DROP COLUMN payload_hash, DROP COLUMN claimed_status, DROP COLUMN verdict_reason, DROP COLUMN times,
      DROP COLUMN last_received_at`);
  }
}
