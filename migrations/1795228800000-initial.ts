import type { MigrationInterface, QueryRunner } from 'typeorm';

const STATUSES = `'CREATING', 'AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING', 'CANCELLED', 'COMPLETED',
  'REJECTED', 'EXPIRED', 'REGISTERED', 'AWAITING_CRYPTO', 'CRYPTO_RECEIVED', 'PAYOUT_STARTED', 'PAYOUT_FAILED', 'REFUNDED'`;

const STATEMENTS = [
  // The one place where SQL reads the time. Tests shift it per session or database; milliseconds survive JavaScript.
  `CREATE FUNCTION checkout_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
     SELECT date_trunc('milliseconds', statement_timestamp()
            + coalesce(nullif(current_setting('ramp_checkout.clock_shift', true), ''), '0')::interval)
   $$`,

  `CREATE TABLE service_keys (
     id text CONSTRAINT service_keys_pkey PRIMARY KEY,
     key bytea NOT NULL,
     created_at timestamptz NOT NULL DEFAULT checkout_now(),
     CONSTRAINT service_keys_length CHECK (octet_length(key) = 32)
   )`,

  `CREATE TABLE orders (
     merchant_order_no text CONSTRAINT orders_pkey PRIMARY KEY,
     side text NOT NULL,
     caller text NOT NULL,
     customer_id text,
     fiat text,
     amount numeric,
     crypto text,
     network text,
     address text,
     memo text,
     pay_way_code text,
     country text,
     redirect_url text,
     fail_redirect_url text,
     merchant_name text,
     status text NOT NULL,
     failure_code text,
     in_review boolean NOT NULL DEFAULT false,
     announced_status text,
     version integer NOT NULL DEFAULT 1,
     event_count integer NOT NULL DEFAULT 0,
     last_event_mac bytea,
     secret_salt bytea NOT NULL,
     first_trade_of_request smallint NOT NULL DEFAULT 1,
     drive_lease uuid,
     drive_until timestamptz,
     drive_patience_until timestamptz,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT orders_number CHECK (merchant_order_no ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,43}$'
                                     AND merchant_order_no !~* '-r[0-9]+$'),
     CONSTRAINT orders_side CHECK (side IN ('BUY', 'SELL')),
     CONSTRAINT orders_buy_is_whole CHECK (side <> 'BUY' OR (fiat IS NOT NULL AND amount IS NOT NULL AND amount > 0
       AND crypto IS NOT NULL AND network IS NOT NULL AND address IS NOT NULL AND pay_way_code IS NOT NULL
       AND country IS NOT NULL)),
     CONSTRAINT orders_status CHECK (status IN (${STATUSES})),
     CONSTRAINT orders_counts CHECK (version > 0 AND event_count >= 0)
   )`,
  `CREATE UNIQUE INDEX orders_number_any_case ON orders (lower(merchant_order_no))`,
  `CREATE INDEX orders_to_drive ON orders (drive_until) WHERE drive_until IS NOT NULL`,
  `CREATE INDEX orders_created ON orders (created_at, merchant_order_no)`,

  `CREATE TABLE trades (
     trade_no text CONSTRAINT trades_pkey PRIMARY KEY,
     merchant_order_no text NOT NULL CONSTRAINT trades_order_fkey REFERENCES orders,
     n smallint NOT NULL,
     side text NOT NULL,
     status text NOT NULL,
     outcome text NOT NULL,
     superseded boolean NOT NULL DEFAULT false,
     asked jsonb,
     stamp bigint,
     sends smallint NOT NULL DEFAULT 0,
     order_no text,
     pay_url text,
     pay_url_at timestamptz,
     refusal jsonb,
     ramp_status text,
     amount numeric,
     crypto_price numeric,
     crypto_quantity numeric,
     ramp_fee numeric,
     ramp_fee_unit text,
     network_fee numeric,
     rebate_fiat_amount numeric,
     rebate_usd_amount numeric,
     fiat_in_usd numeric,
     ramp_fee_in_usd numeric,
     crypto_network_fee numeric,
     network_fee_in_usd numeric,
     crypto_amount_in_usdt numeric,
     crypto_amount numeric,
     crypto_actual_amount numeric,
     fiat_amount numeric,
     token_address text,
     pay_type text,
     payout_address text,
     order_page_url text,
     payment_type text,
     fail_reason text,
     tx_hash text,
     paid_at timestamptz,
     transferred_at timestamptz,
     completed_at timestamptz,
     last_seen jsonb,
     not_found_at timestamptz,
     final_fields_asked boolean NOT NULL DEFAULT false,
     watch_class text,
     next_query_at timestamptz,
     lease_id uuid,
     lease_until timestamptz,
     hinted_at timestamptz,
     hint_cause text,
     last_asked_at timestamptz,
     last_answer_at timestamptz,
     quiet_answers integer NOT NULL DEFAULT 0,
     missed_answers integer NOT NULL DEFAULT 0,
     status_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     CONSTRAINT trades_number CHECK (n > 0 AND trade_no = merchant_order_no || CASE WHEN n = 1 THEN '' ELSE '-r' || n END),
     CONSTRAINT trades_side CHECK (side IN ('BUY', 'SELL')),
     CONSTRAINT trades_status CHECK (status IN (${STATUSES})),
     CONSTRAINT trades_outcome CHECK (outcome IN ('in_flight', 'not_sent', 'created', 'refused', 'unknown', 'never_created',
       'registered')),
     CONSTRAINT trades_stamped CHECK (outcome = 'registered' OR (stamp IS NOT NULL AND asked IS NOT NULL)),
     CONSTRAINT trades_pay_url CHECK (pay_url IS NULL OR (outcome = 'created' AND order_no IS NOT NULL)),
     CONSTRAINT trades_watch_class CHECK (watch_class IN ('waiting', 'paid', 'young', 'old', 'closed')),
     CONSTRAINT trades_watched CHECK (next_query_at IS NULL OR watch_class IS NOT NULL),
     CONSTRAINT trades_lease CHECK ((lease_id IS NULL) = (lease_until IS NULL))
   )`,
  `CREATE UNIQUE INDEX trades_number_any_case ON trades (lower(trade_no))`,
  `CREATE UNIQUE INDEX trades_order_n ON trades (merchant_order_no, n)`,
  `CREATE UNIQUE INDEX trades_ramp_order_no ON trades (order_no) WHERE order_no IS NOT NULL`,
  `CREATE INDEX trades_due ON trades (watch_class, next_query_at) WHERE next_query_at IS NOT NULL`,

  `CREATE TABLE order_events (
     merchant_order_no text NOT NULL CONSTRAINT order_events_order_fkey REFERENCES orders,
     seq integer NOT NULL,
     at timestamptz NOT NULL,
     trade_no text,
     kind text NOT NULL,
     cause jsonb NOT NULL,
     data jsonb NOT NULL,
     evidence jsonb,
     key_id text NOT NULL,
     mac bytea NOT NULL,
     CONSTRAINT order_events_pkey PRIMARY KEY (merchant_order_no, seq),
     CONSTRAINT order_events_seq CHECK (seq > 0),
     CONSTRAINT order_events_mac CHECK (octet_length(mac) = 32)
   )`,
  `CREATE FUNCTION order_events_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'order_events is append-only' USING ERRCODE = 'restrict_violation'; END
   $$`,
  `CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events
     FOR EACH ROW EXECUTE FUNCTION order_events_are_kept()`,

  `CREATE TABLE mismatches (
     id uuid CONSTRAINT mismatches_pkey PRIMARY KEY,
     merchant_order_no text NOT NULL CONSTRAINT mismatches_order_fkey REFERENCES orders,
     trade_no text NOT NULL,
     kind text NOT NULL,
     field text NOT NULL,
     asked text,
     seen text,
     opened_at timestamptz NOT NULL,
     resolved_at timestamptz,
     resolved_by text,
     note text,
     CONSTRAINT mismatches_resolution CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
   )`,
  `CREATE UNIQUE INDEX mismatches_open ON mismatches (merchant_order_no, trade_no, kind, field) WHERE resolved_at IS NULL`,

  `CREATE TABLE outbox (
     id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
     merchant_order_no text NOT NULL CONSTRAINT outbox_order_fkey REFERENCES orders,
     version integer NOT NULL,
     kind text NOT NULL,
     status text NOT NULL,
     created_at timestamptz NOT NULL,
     sent_at timestamptz
   )`,
  `CREATE INDEX outbox_unsent ON outbox (created_at) WHERE sent_at IS NULL`,

  `CREATE TABLE callback_receipts (
     id uuid CONSTRAINT callback_receipts_pkey PRIMARY KEY,
     received_at timestamptz NOT NULL DEFAULT checkout_now(),
     trade_no text NOT NULL,
     merchant_order_no text,
     method text NOT NULL,
     digest bytea NOT NULL,
     key_id text NOT NULL,
     content bytea NOT NULL,
     verdict text NOT NULL,
     CONSTRAINT callback_receipts_digest CHECK (octet_length(digest) = 32),
     CONSTRAINT callback_receipts_verdict CHECK (verdict IN ('unchecked', 'valid', 'invalid'))
   )`,
  `CREATE INDEX callback_receipts_trade ON callback_receipts (trade_no, received_at)`,

  `CREATE TABLE reconciliation_runs (
     id uuid CONSTRAINT reconciliation_runs_pkey PRIMARY KEY,
     started_at timestamptz NOT NULL,
     finished_at timestamptz NOT NULL,
     claimed integer NOT NULL,
     answered integer NOT NULL,
     changed integer NOT NULL,
     unanswered integer NOT NULL
   )`,
  `CREATE INDEX reconciliation_runs_started ON reconciliation_runs (started_at)`,
];

export class Initial1795228800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE reconciliation_runs, callback_receipts, outbox, mismatches, order_events, trades, orders, service_keys',
    );
    await runner.query('DROP FUNCTION order_events_are_kept(), checkout_now()');
  }
}
