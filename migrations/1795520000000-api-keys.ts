import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `CREATE TABLE api_keys (
  id uuid CONSTRAINT api_keys_pkey PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL,
  account uuid NOT NULL,
  prefix text NOT NULL CONSTRAINT api_keys_prefix_once UNIQUE,
  hash bytea NOT NULL,
  seal bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT checkout_now(),
  created_by text NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  last_used_at timestamptz,
  replaced_by uuid,
  CONSTRAINT api_keys_name CHECK (char_length(name) BETWEEN 1 AND 64),
  CONSTRAINT api_keys_role CHECK (role IN ('checkout', 'support', 'finance', 'admin')),
  CONSTRAINT api_keys_prefix CHECK (prefix ~ '^[a-km-np-z2-9]{12}$'),
  CONSTRAINT api_keys_hash CHECK (octet_length(hash) = 32),
  CONSTRAINT api_keys_seal CHECK (octet_length(seal) = 32),
  CONSTRAINT api_keys_revocation CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
  CONSTRAINT api_keys_replacement CHECK (replaced_by IS NULL OR (replaced_by <> id AND expires_at IS NOT NULL)),
  CONSTRAINT api_keys_account_fkey FOREIGN KEY (account) REFERENCES api_keys (id),
  CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys (id)
)`;

/** What was handed out stays as it is: a key may end earlier, and never more. Nor is its row taken away. */
const ONLY_END = `CREATE FUNCTION api_keys_only_end() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (NEW.id, NEW.name, NEW.role, NEW.account, NEW.prefix, NEW.created_at, NEW.created_by)
         IS DISTINCT FROM (OLD.id, OLD.name, OLD.role, OLD.account, OLD.prefix, OLD.created_at, OLD.created_by)
       OR coalesce(NEW.expires_at, 'infinity') > coalesce(OLD.expires_at, 'infinity')
       OR (OLD.revoked_at IS NOT NULL
           AND (NEW.revoked_at, NEW.revoked_by) IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by))
       OR (OLD.replaced_by IS NOT NULL AND NEW.replaced_by IS DISTINCT FROM OLD.replaced_by)
    THEN RAISE EXCEPTION 'an API key can only end' USING ERRCODE = '23001';
    END IF;
    RETURN NEW;
  END $$`;

const KEPT = `CREATE FUNCTION api_keys_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'API keys are revoked, not taken away' USING ERRCODE = '23001'; END $$`;

export class ApiKeys1795520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX api_keys_created ON api_keys (created_at, id)');
    await runner.query(ONLY_END);
    await runner.query(`CREATE TRIGGER api_keys_only_end BEFORE UPDATE ON api_keys
      FOR EACH ROW EXECUTE FUNCTION api_keys_only_end()`);
    await runner.query(KEPT);
    await runner.query(`CREATE TRIGGER api_keys_kept BEFORE DELETE OR TRUNCATE ON api_keys
      FOR EACH STATEMENT EXECUTE FUNCTION api_keys_are_kept()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
    await runner.query('DROP FUNCTION api_keys_only_end()');
    await runner.query('DROP FUNCTION api_keys_are_kept()');
  }
}
