import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Trades of an order are numbered `<number>`, `<number>-r2`, ...; numbers are compared ignoring case. */
const orderOf = (tradeNo: string): string => `regexp_replace(lower(${tradeNo} COLLATE "C"), '-r[0-9]+$', '')`;

const STATEMENTS = [
  // For the report by completion. First, since what follows locks other tables until the end.
  `CREATE INDEX trades_sent ON trades (status, status_at)
     WHERE side = 'BUY' AND status = ANY ('{COMPLETED,REFUNDED}')`,

  // Orders of which an answer or a callback came that the database lacks. Kept for good: a few rows per failover.
  `CREATE TABLE doubted_numbers (
     merchant_order_no text COLLATE "C" CONSTRAINT doubted_numbers_pkey PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT checkout_now()
   )`,
  // With the receipt, so that a crash cannot part the two, and for the release before, which stores the receipt alone.
  // By the owner: that release's role may have no right to the table yet.
  `CREATE FUNCTION callback_receipts_doubt_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       INSERT INTO doubted_numbers (merchant_order_no) VALUES (${orderOf('NEW.trade_no')}) ON CONFLICT DO NOTHING;
       RETURN NULL;
     END
   $$`,
  `DO $$ BEGIN
     EXECUTE format('ALTER FUNCTION callback_receipts_doubt_number SET search_path = %I, pg_temp', current_schema());
   END $$`,
  `REVOKE ALL ON FUNCTION callback_receipts_doubt_number FROM PUBLIC`,
  `CREATE TRIGGER callback_receipts_orphaned AFTER INSERT ON callback_receipts FOR EACH ROW
     WHEN (NEW.merchant_order_no IS NULL) EXECUTE FUNCTION callback_receipts_doubt_number()`,
  `INSERT INTO doubted_numbers (merchant_order_no, at)
   SELECT ${orderOf('trade_no')}, max(coalesce(last_received_at, received_at))
     FROM callback_receipts WHERE merchant_order_no IS NULL GROUP BY 1`,

  // A receipt about a trade that was lost names no order.
  `CREATE FUNCTION orders_erase_orphans() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       DELETE FROM callback_receipts
        WHERE merchant_order_no IS NULL AND ${orderOf('trade_no')} = lower(NEW.merchant_order_no COLLATE "C");
       RETURN NULL;
     END
   $$`,
  `CREATE TRIGGER orders_orphans_erased AFTER UPDATE OF erased_at ON orders FOR EACH ROW
     WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION orders_erase_orphans()`,

  // Endpoints are no longer made by settings.
  `UPDATE webhook_endpoints SET disabled_reason = 'staff' WHERE disabled_reason = 'setting'`,

  // Of a message that is told no more.
  'DROP INDEX outbox_daily_report',

  // Each process limits requests by itself.
  'DROP TABLE rate_limits',

  // Identifies the table: a dump restored in place makes another one, in the same database of the same server. Beside
  // the history, whose form the release before compares.
  `ALTER TABLE database_epoch ADD COLUMN table_oid bigint, ADD COLUMN requeried_to text COLLATE "C"`,
  `UPDATE database_epoch SET table_oid = tableoid::bigint`,
  // A restore of data alone keeps the table, and copies the row into it.
  `CREATE FUNCTION database_epoch_is_copied() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       NEW.history := 'restored';
       RETURN NEW;
     END
   $$`,
  `CREATE TRIGGER database_epoch_copied BEFORE INSERT ON database_epoch
     FOR EACH ROW EXECUTE FUNCTION database_epoch_is_copied()`,

  // What staff does not sell at present. A column that is null matches everything.
  `CREATE TABLE pauses (
     id uuid CONSTRAINT pauses_pkey PRIMARY KEY,
     side text CONSTRAINT pauses_side CHECK (side = ANY ('{BUY,SELL}')),
     fiat text,
     crypto text,
     network text,
     pay_way_code text,
     country text,
     reason text NOT NULL,
     until timestamptz,
     begun_by text NOT NULL,
     at timestamptz NOT NULL DEFAULT checkout_now()
   )`,
  `CREATE UNIQUE INDEX pauses_once ON pauses (side, fiat, crypto, network, pay_way_code, country) NULLS NOT DISTINCT`,

  // Of rows: not every engine has triggers of statements, and the service's role cannot truncate.
  `CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE ON audit_log
     FOR EACH ROW EXECUTE FUNCTION audit_log_is_kept()`,
  `CREATE OR REPLACE TRIGGER api_keys_kept BEFORE DELETE ON api_keys
     FOR EACH ROW EXECUTE FUNCTION api_keys_are_kept()`,
];

export class DoubtedNumbers1796000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX trades_sent');
    await runner.query('DROP TABLE pauses');
    await runner.query('DROP TRIGGER callback_receipts_orphaned ON callback_receipts');
    await runner.query('DROP TRIGGER database_epoch_copied ON database_epoch');
    await runner.query(
      'CREATE UNLOGGED TABLE rate_limits (bucket bytea CONSTRAINT rate_limits_pkey PRIMARY KEY, tat timestamptz NOT NULL)',
    );
    await runner.query(`CREATE UNIQUE INDEX outbox_daily_report ON outbox (created_at) WHERE type = 'report.daily'`);
    await runner.query('DROP TRIGGER orders_orphans_erased ON orders');
    await runner.query(
      'DROP FUNCTION callback_receipts_doubt_number(), database_epoch_is_copied(), orders_erase_orphans()',
    );
    await runner.query('ALTER TABLE database_epoch DROP COLUMN table_oid, DROP COLUMN requeried_to');
    await runner.query('DROP TABLE doubted_numbers');
  }
}
