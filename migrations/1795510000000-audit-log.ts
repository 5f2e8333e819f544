import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuditLog1795510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_log_pkey PRIMARY KEY,
      at timestamptz NOT NULL DEFAULT checkout_now(),
      actor_id text NOT NULL,
      actor_name text NOT NULL,
      address text,
      trace_id text,
      action text NOT NULL CONSTRAINT audit_log_action CHECK (action ~ '^[a-z]+\\.[a-z_]+$'),
      target text,
      reason text,
      detail jsonb NOT NULL DEFAULT '{}'
    )`);
    await runner.query('CREATE INDEX audit_log_target ON audit_log (target, id)');
    await runner.query('CREATE INDEX audit_log_actor ON audit_log (actor_id, id)');
    await runner.query(`CREATE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$`);
    await runner.query(`CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_kept()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_log');
    await runner.query('DROP FUNCTION audit_log_is_kept()');
  }
}
