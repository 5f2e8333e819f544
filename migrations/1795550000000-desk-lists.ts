import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists that staff reads are newest first; what they ask for is few among many. */
const INDEXES = [
  ['mismatches_newest', 'mismatches (opened_at, id)'],
  ['mismatches_open_newest', 'mismatches (opened_at, id) WHERE resolved_at IS NULL'],
  ['mismatches_kind_newest', 'mismatches (kind, opened_at, id)'],
  ['callback_receipts_newest', 'callback_receipts (received_at, id)'],
  ['callback_receipts_verdict_newest', 'callback_receipts (verdict, received_at, id)'],
  ['callback_receipts_orphans', 'callback_receipts (received_at, id) WHERE merchant_order_no IS NULL'],
  ['audit_log_action_newest', 'audit_log (action, id)'],
  ['audit_log_at', 'audit_log (at)'],
] as const;

export class DeskLists1795550000000 implements MigrationInterface {
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
