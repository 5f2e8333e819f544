import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lists are single constants: Postgres parses a check anew for each writing statement, and a long expression tree is
 * slow.
 */
const STATUSES = `{CREATING,AWAITING_PAYMENT,PAYMENT_FAILED,PAID,TRANSFERRING,CANCELLED,COMPLETED,REJECTED,EXPIRED,REGISTERED,
  AWAITING_CRYPTO,CRYPTO_RECEIVED,PAYOUT_STARTED,PAYOUT_FAILED,REFUNDED}`;

/** Final statuses, after which no change is expected. */
const SETTLED = '{CANCELLED,COMPLETED,REJECTED,EXPIRED,REFUNDED}';

const MOMENT = `(created_at AT TIME ZONE 'UTC')`;

const QUEUES = [
  ['schedules_called', `hint_cause LIKE 'callback:%'`],
  ['schedules_followed', `hint_cause = 'order-followed'`],
  ['schedules_read', `NOT coalesce(hint_cause LIKE 'callback:%' OR hint_cause = 'order-followed', false)`],
] as const;

/**
 * The named rules of a row; NULL passes, as in a CHECK. A trigger's function is planned once per connection, whereas
 * each writing statement parses and plans all CHECKs of its tables anew: for a checkout's tables that was nearly half
 * of Postgres' work.
 */
const ruled = (table: string, rules: Readonly<Record<string, string>>): string[] => [
  `CREATE FUNCTION ${table}_keep_rules() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE
       broken text := CASE ${Object.entries(rules)
         .map(([name, rule]) => `WHEN NOT (${rule}) THEN '${table}_${name}'`)
         .join(' ')} END;
     BEGIN
       IF broken IS NULL THEN RETURN NULL; END IF;
       RAISE EXCEPTION 'a row of ${table} breaks the rule %', broken
         USING ERRCODE = 'check_violation', CONSTRAINT = broken, TABLE = '${table}';
     END
   $$`,
  `CREATE TRIGGER ${table}_rules AFTER INSERT OR UPDATE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION ${table}_keep_rules()`,
];

const STATEMENTS = [
  // The only place where SQL reads the time. Tests shift it per session or database; truncated to milliseconds, which
  // JavaScript can represent.
  `CREATE FUNCTION checkout_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
     SELECT date_trunc('milliseconds', statement_timestamp()
            + coalesce(nullif(current_setting('ramp_checkout.clock_shift', true), ''), '0')::interval)
   $$`,

  `CREATE TABLE service_keys (
     id text CONSTRAINT service_keys_pkey PRIMARY KEY,
     proof bytea NOT NULL,
     key bytea,
     created_at timestamptz NOT NULL DEFAULT checkout_now(),
     retired_at timestamptz,
     CONSTRAINT service_keys_proof CHECK (octet_length(proof) = 32),
     CONSTRAINT service_keys_length CHECK (octet_length(key) = 32)
   )`,

  // Indexed text of orders is collated by bytes: comparing by the database's language costs a checkout 6 % of Postgres'
  // CPU, and an upgrade of the system's locales corrupts such indexes.
  `CREATE TABLE orders (
     merchant_order_no text COLLATE "C" CONSTRAINT orders_pkey PRIMARY KEY,
     side text COLLATE "C" NOT NULL,
     caller text COLLATE "C" NOT NULL,
     guest_block bytea,
     customer_id text COLLATE "C",
     customer_email bytea,
     customer_email_key_id text,
     customer_email_digest bytea,
     address_key text COLLATE "C",
     metadata jsonb NOT NULL DEFAULT '{}',
     status text COLLATE "C" NOT NULL,
     failure_code text,
     in_review boolean NOT NULL DEFAULT false,
     announced_status text,
     version integer NOT NULL DEFAULT 1,
     event_count integer NOT NULL DEFAULT 0,
     last_event_mac bytea,
     secret_salt bytea,
     secret_until timestamptz,
     first_trade_of_request smallint NOT NULL DEFAULT 1,
     attempt_lease uuid,
     attempt_until timestamptz,
     attempt_patience_until timestamptz,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL,
     erased_at timestamptz,
     kept_until timestamptz,
     state_mac bytea,
     state_key_id text
   )`,
  ...ruled('orders', {
    number: `length(NEW.merchant_order_no) <= 44 AND NEW.merchant_order_no ~ '^(?!.*-[rR][0-9]+$)[A-Za-z0-9][A-Za-z0-9._-]*$'`,
    side: `NEW.side = ANY ('{BUY,SELL}')`,
    status: `NEW.status = ANY ('${STATUSES}')`,
    counts: `NEW.version > 0 AND NEW.event_count >= 0`,
    metadata: `jsonb_typeof(NEW.metadata) = 'object'`,
    customer_email_whole: `num_nulls(NEW.customer_email, NEW.customer_email_key_id, NEW.customer_email_digest) = ANY ('{0,3}')`,
    kept: `NEW.kept_until IS NULL OR NEW.erased_at IS NOT NULL`,
    secret: `NEW.secret_until IS NULL OR NEW.secret_salt IS NOT NULL`,
  }),
  // Also serves prefix searches. Trades need none: their numbers follow from their orders'.
  `CREATE UNIQUE INDEX orders_number_any_case ON orders (lower(merchant_order_no) text_pattern_ops)`,
  // Counted once a second while guests buy.
  `CREATE INDEX orders_unpaid_guests ON orders (guest_block)
     WHERE guest_block IS NOT NULL AND status = ANY ('{CREATING,AWAITING_PAYMENT,PAYMENT_FAILED}')`,
  `CREATE INDEX orders_to_attempt ON orders (attempt_until) WHERE attempt_until IS NOT NULL`,
  `CREATE INDEX orders_kept_by_law ON orders (kept_until) WHERE kept_until IS NOT NULL`,
  `CREATE INDEX orders_created ON orders (created_at, merchant_order_no)`,
  // Indexes for staff's filters. The moment is without zone on purpose: filtered lists sort by this expression, which
  // no other index has, so that Postgres never scans all orders in time order for the few that match.
  `CREATE INDEX orders_chosen ON orders (side, status, in_review, ${MOMENT}, merchant_order_no)`,
  `CREATE INDEX orders_customer ON orders (customer_id, ${MOMENT}, merchant_order_no) WHERE customer_id IS NOT NULL`,
  `CREATE INDEX orders_customer_email ON orders (customer_email_digest, ${MOMENT}, merchant_order_no)
     WHERE customer_email_digest IS NOT NULL`,
  // The orders of a server that sees only its own; guests have no list.
  `CREATE INDEX orders_of_keys ON orders (caller, ${MOMENT}, merchant_order_no) WHERE caller LIKE 'key:%'`,
  `CREATE INDEX orders_noted ON orders USING gin (metadata jsonb_path_ops) WHERE metadata <> '{}'`,
  // The address is a copy to search by: the terms are the trade's, and lists are sorted by the order's moment.
  `CREATE INDEX orders_address ON orders (address_key, ${MOMENT}, merchant_order_no) WHERE address_key IS NOT NULL`,

  `CREATE TABLE trades (
     trade_no text COLLATE "C" CONSTRAINT trades_pkey PRIMARY KEY,
     merchant_order_no text COLLATE "C" NOT NULL CONSTRAINT trades_order_fkey REFERENCES orders,
     n smallint NOT NULL,
     side text COLLATE "C" NOT NULL,
     status text COLLATE "C" NOT NULL,
     outcome text NOT NULL,
     superseded boolean NOT NULL DEFAULT false,
     asked jsonb,
     stamp bigint,
     sends smallint NOT NULL DEFAULT 0,
     order_no text COLLATE "C",
     pay_url text,
     pay_url_at timestamptz,
     given_up_at timestamptz,
     refusal jsonb,
     shown_quantity numeric,
     tolerance_percent numeric,
     slippage_percent numeric,
     ramp_status text,
     facts jsonb NOT NULL DEFAULT '{}',
     last_seen jsonb,
     registered_order_no text,
     ramp_merchant_order_no text,
     payee_sealed bytea,
     payee_key_id text,
     payee_email_digest bytea,
     status_at timestamptz NOT NULL,
     created_at timestamptz NOT NULL,
     updated_at timestamptz NOT NULL
   )`,
  ...ruled('trades', {
    number: `NEW.n > 0 AND NEW.trade_no = NEW.merchant_order_no || CASE WHEN NEW.n = 1 THEN '' ELSE '-r' || NEW.n END`,
    side: `NEW.side = ANY ('{BUY,SELL}')`,
    status: `NEW.status = ANY ('${STATUSES}')`,
    outcome: `NEW.outcome = ANY ('{in_flight,not_sent,created,refused,unknown,never_created,registered}')`,
    stamped: `NEW.side = 'SELL' OR num_nulls(NEW.stamp, NEW.asked) = 0`,
    terms: `NEW.side = 'SELL' OR (num_nulls(NEW.asked ->> 'fiat', NEW.asked ->> 'amount', NEW.asked ->> 'crypto', NEW.asked ->> 'network', NEW.asked ->> 'address', NEW.asked ->> 'payWayCode', NEW.asked ->> 'country') = 0 AND (NEW.asked ->> 'amount')::numeric > 0)`,
    payee: `(NEW.payee_sealed IS NULL) = (NEW.payee_key_id IS NULL) AND (NEW.payee_email_digest IS NULL OR NEW.payee_sealed IS NOT NULL)`,
    pay_url: `NEW.pay_url IS NULL OR (NEW.outcome = 'created' AND NEW.order_no IS NOT NULL)`,
    shown: `(NEW.shown_quantity IS NULL) = (NEW.tolerance_percent IS NULL) AND (NEW.slippage_percent IS NULL OR NEW.shown_quantity IS NOT NULL) AND NEW.shown_quantity > 0 AND NEW.tolerance_percent BETWEEN 0 AND 100`,
  }),
  `CREATE UNIQUE INDEX trades_order_n ON trades (merchant_order_no, n)`,
  // Purchases and sales may be numbered separately by the provider: its number is unique per side.
  `CREATE UNIQUE INDEX trades_ramp_order_no ON trades (order_no, side) WHERE order_no IS NOT NULL`,
  `CREATE INDEX trades_with_page ON trades (pay_url_at) WHERE pay_url IS NOT NULL`,
  `CREATE INDEX trades_payee_email ON trades (payee_email_digest) WHERE payee_email_digest IS NOT NULL`,
  // Hash indexes: the provider's text may exceed the limit of a btree.
  `CREATE INDEX trades_tx_hash ON trades USING hash (lower(facts ->> 'txHash')) WHERE facts ->> 'txHash' IS NOT NULL`,
  `CREATE INDEX trades_payout_address ON trades USING hash (lower(facts ->> 'payoutAddress'))
     WHERE facts ->> 'payoutAddress' IS NOT NULL`,
  `CREATE INDEX trades_ramp_number ON trades USING hash (ramp_merchant_order_no) WHERE ramp_merchant_order_no IS NOT NULL`,

  // Sealed terms do not change; other terms need the next trade. Erasure replaces values other than the deal by a mark or
  // null, and nothing else; a trade with the mark can never be sent. A sale's terms come from the provider. A list of changes
  // writes equal terms too.
  `CREATE FUNCTION trades_terms_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF (NEW.trade_no, NEW.merchant_order_no, NEW.n, NEW.side) = (OLD.trade_no, OLD.merchant_order_no, OLD.n, OLD.side)
          AND NEW.outcome <> 'in_flight'
          AND (OLD.side = 'SELL' OR (NEW.asked ->> 'redirectUrl' = '[erased]' AND NOT EXISTS (
            SELECT FROM jsonb_each(OLD.asked) was FULL JOIN jsonb_each(NEW.asked) becomes USING (key)
             WHERE was.value IS DISTINCT FROM becomes.value
               AND (key = ANY ('{fiat,amount,crypto,network,payWayCode,country}') OR was.value IS NULL
                    OR coalesce(becomes.value NOT IN ('null', '"[erased]"'), true)))))
       THEN RETURN NEW;
       END IF;
       RAISE EXCEPTION 'what a trade asks for is fixed' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER trades_terms_kept
     BEFORE UPDATE OF trade_no, merchant_order_no, n, side, asked ON trades FOR EACH ROW
     WHEN ((OLD.trade_no, OLD.merchant_order_no, OLD.n, OLD.side, OLD.asked)
           IS DISTINCT FROM (NEW.trade_no, NEW.merchant_order_no, NEW.n, NEW.side, NEW.asked))
     EXECUTE FUNCTION trades_terms_are_kept()`,
  `CREATE FUNCTION orders_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'the number and the side of an order are fixed' USING ERRCODE = 'restrict_violation'; END
   $$`,
  `CREATE TRIGGER orders_kept BEFORE UPDATE OF merchant_order_no, side ON orders FOR EACH ROW
     WHEN ((OLD.merchant_order_no, OLD.side) IS DISTINCT FROM (NEW.merchant_order_no, NEW.side))
     EXECUTE FUNCTION orders_are_kept()`,

  // A table of its own, because every query of a trade writes here, and hardly any answer changes the trade.
  `CREATE TABLE schedules (
     trade_no text COLLATE "C" CONSTRAINT schedules_pkey PRIMARY KEY CONSTRAINT schedules_trade_fkey REFERENCES trades ON DELETE CASCADE,
     watch_class text COLLATE "C",
     next_query_at timestamptz,
     planned_at timestamptz,
     lease_id uuid,
     lease_until timestamptz,
     hinted_at timestamptz,
     hint_cause text,
     last_asked_at timestamptz,
     last_answer_at timestamptz,
     understood boolean NOT NULL DEFAULT true,
     not_found_at timestamptz,
     final_fields_asked boolean NOT NULL DEFAULT false,
     quiet_answers integer NOT NULL DEFAULT 0,
     missed_answers integer NOT NULL DEFAULT 0,
     fruitless_answers integer NOT NULL DEFAULT 0
   ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02)`,
  ...ruled('schedules', {
    watch_class: `NEW.watch_class = ANY ('{waiting,paid,young,old,closed}')`,
    watched: `NEW.next_query_at IS NULL OR (NEW.watch_class IS NOT NULL AND NEW.planned_at IS NOT NULL)`,
    lease: `(NEW.lease_id IS NULL) = (NEW.lease_until IS NULL)`,
  }),
  `CREATE INDEX schedules_due ON schedules (watch_class, next_query_at) WHERE next_query_at IS NOT NULL`,
  // Finds rows planned before Postgres' clock was set back.
  `CREATE INDEX schedules_planned ON schedules (planned_at) WHERE next_query_at IS NOT NULL`,
  // The order within a queue depends on the class of the trade.
  ...QUEUES.map(
    ([name, condition]) => `CREATE INDEX ${name} ON schedules (next_query_at)
     WHERE watch_class = 'waiting' AND ${condition} AND next_query_at IS NOT NULL`,
  ),
  // Trades whose queries go unanswered: few, and counted at each scrape of the metrics.
  `CREATE INDEX schedules_unanswered ON schedules (missed_answers) WHERE missed_answers >= 3 AND next_query_at IS NOT NULL`,

  `CREATE TABLE order_events (
     merchant_order_no text COLLATE "C" NOT NULL CONSTRAINT order_events_order_fkey REFERENCES orders,
     seq integer NOT NULL,
     at timestamptz NOT NULL,
     trade_no text,
     kind text NOT NULL,
     cause jsonb NOT NULL,
     data jsonb NOT NULL,
     evidence jsonb,
     evidence_mac bytea,
     key_id text NOT NULL,
     mac bytea NOT NULL,
     CONSTRAINT order_events_pkey PRIMARY KEY (merchant_order_no, seq)
   )`,
  ...ruled('order_events', {
    seq: `NEW.seq > 0`,
    mac: `octet_length(NEW.mac) = 32`,
    evidence: `octet_length(NEW.evidence_mac) = 32`,
  }),
  // Except evidence, which can be erased: its HMAC stays.
  `CREATE FUNCTION order_events_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       OLD.evidence := NULL;
       IF OLD.evidence_mac IS NOT NULL AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
       RAISE EXCEPTION 'order_events is append-only' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER order_events_no_update BEFORE UPDATE ON order_events
     FOR EACH ROW EXECUTE FUNCTION order_events_are_kept()`,

  `CREATE TABLE mismatches (
     id uuid CONSTRAINT mismatches_pkey PRIMARY KEY,
     merchant_order_no text COLLATE "C" NOT NULL CONSTRAINT mismatches_order_fkey REFERENCES orders,
     trade_no text COLLATE "C" NOT NULL,
     kind text COLLATE "C" NOT NULL,
     field text COLLATE "C" NOT NULL,
     asked text,
     seen text,
     opened_at timestamptz NOT NULL,
     resolved_at timestamptz,
     resolved_by text,
     note text,
     CONSTRAINT mismatches_resolution CHECK ((resolved_at IS NULL) = (resolved_by IS NULL))
   )`,
  `CREATE UNIQUE INDEX mismatches_open ON mismatches (merchant_order_no, trade_no, kind, field) WHERE resolved_at IS NULL`,
  // Every read of an order looks up its own; staff's lists are newest first.
  `CREATE INDEX mismatches_order ON mismatches (merchant_order_no)`,
  `CREATE INDEX mismatches_newest ON mismatches (opened_at, id)`,
  `CREATE INDEX mismatches_open_newest ON mismatches (opened_at, id) WHERE resolved_at IS NULL`,
  `CREATE INDEX mismatches_kind_newest ON mismatches (kind, opened_at, id)`,
  `CREATE INDEX mismatches_resolved ON mismatches (resolved_at) WHERE resolved_at IS NOT NULL`,

  // Append-only by the service's rights. Deleted with its order; an erasure takes its text.
  `CREATE TABLE order_notes (
     id uuid CONSTRAINT order_notes_pkey PRIMARY KEY,
     merchant_order_no text COLLATE "C" NOT NULL CONSTRAINT order_notes_order_fkey REFERENCES orders ON DELETE CASCADE,
     at timestamptz NOT NULL DEFAULT checkout_now(),
     written_by text NOT NULL,
     text_sealed bytea,
     key_id text,
     CONSTRAINT order_notes_text CHECK ((text_sealed IS NULL) = (key_id IS NULL))
   )`,
  `CREATE INDEX order_notes_newest ON order_notes (merchant_order_no, at, id)`,

  `CREATE TABLE outbox (
     id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
     type text NOT NULL,
     merchant_order_no text COLLATE "C" CONSTRAINT outbox_order_fkey REFERENCES orders,
     version integer,
     data jsonb,
     mac bytea,
     key_id text,
     created_at timestamptz NOT NULL,
     position bigint
   )`,
  ...ruled('outbox', {
    about: `(NEW.merchant_order_no IS NULL) = (NEW.version IS NULL)
       AND num_nonnulls(NEW.data, NEW.mac, NEW.key_id) = CASE WHEN NEW.version IS NULL THEN 3 ELSE 0 END
       AND (NEW.version IS NULL) = (NEW.type = ANY ('{report.daily,endpoint.disabled,endpoint.test}'))`,
  }),
  `CREATE INDEX outbox_order ON outbox (merchant_order_no) WHERE merchant_order_no IS NOT NULL`,
  `CREATE INDEX outbox_unplaced ON outbox (created_at) WHERE position IS NULL`,
  // One report per day; `created_at` is the end of the day.
  `CREATE UNIQUE INDEX outbox_daily_report ON outbox (created_at) WHERE type = 'report.daily'`,
  `CREATE UNIQUE INDEX outbox_position ON outbox (position) WHERE position IS NOT NULL`,
  `CREATE TABLE outbox_head (
     id smallint CONSTRAINT outbox_head_pkey PRIMARY KEY CONSTRAINT outbox_head_one CHECK (id = 1),
     position bigint NOT NULL,
     forgotten bigint NOT NULL DEFAULT 0,
     CONSTRAINT outbox_head_order CHECK (forgotten BETWEEN 0 AND position)
   )`,
  `INSERT INTO outbox_head (id, position) VALUES (1, 0)`,
  // Keeps a single UPDATE from using up the positions: no statement of the service takes more at once.
  `CREATE FUNCTION outbox_head_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF NEW.position BETWEEN OLD.position AND OLD.position + 1000000 THEN RETURN NEW; END IF;
       RAISE EXCEPTION 'the outbox goes on by a million places at most' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER outbox_head_moves_on BEFORE UPDATE OF position ON outbox_head
     FOR EACH ROW EXECUTE FUNCTION outbox_head_moves_on()`,
  `CREATE TABLE database_epoch (
     id smallint CONSTRAINT database_epoch_pkey PRIMARY KEY CONSTRAINT database_epoch_one CHECK (id = 1),
     epoch uuid NOT NULL,
     history text,
     began_at timestamptz NOT NULL,
     doubted_at timestamptz
   )`,
  `INSERT INTO database_epoch (id, epoch, began_at) VALUES (1, gen_random_uuid(), checkout_now())`,

  `CREATE TABLE webhook_endpoints (
     id uuid CONSTRAINT webhook_endpoints_pkey PRIMARY KEY,
     url text NOT NULL,
     events text[] NOT NULL,
     description text,
     disabled_reason text,
     position bigint NOT NULL,
     secret bytea NOT NULL,
     secret_key_id text NOT NULL,
     failures integer NOT NULL DEFAULT 0,
     failing_since timestamptz,
     created_at timestamptz NOT NULL,
     created_by text NOT NULL
   )`,
  `CREATE TABLE webhook_deliveries (
     id uuid CONSTRAINT webhook_deliveries_pkey PRIMARY KEY,
     endpoint_id uuid NOT NULL CONSTRAINT webhook_deliveries_endpoint_fkey REFERENCES webhook_endpoints ON DELETE CASCADE,
     message_id uuid NOT NULL CONSTRAINT webhook_deliveries_message_fkey REFERENCES outbox ON DELETE CASCADE,
     event text NOT NULL,
     state text NOT NULL,
     created_at timestamptz NOT NULL,
     next_at timestamptz,
     planned_at timestamptz NOT NULL,
     lease_id uuid,
     lease_until timestamptz,
     attempts integer NOT NULL DEFAULT 0,
     CONSTRAINT webhook_deliveries_pending CHECK ((state = 'pending') = (next_at IS NOT NULL)),
     CONSTRAINT webhook_deliveries_lease CHECK ((lease_id IS NULL) = (lease_until IS NULL))
   )`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE next_at IS NOT NULL`,
  `CREATE INDEX webhook_deliveries_planned ON webhook_deliveries (planned_at) WHERE next_at IS NOT NULL`,
  // One per list of staff: by endpoint (also after its deletion), by event, and undelivered.
  `CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (created_at, id)`,
  `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, created_at, id)`,
  `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event, created_at, id)`,
  `CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (created_at, id) WHERE state <> 'delivered'`,
  `CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id)`,
  `CREATE TABLE webhook_attempts (
     delivery_id uuid NOT NULL CONSTRAINT webhook_attempts_delivery_fkey REFERENCES webhook_deliveries ON DELETE CASCADE,
     n integer NOT NULL,
     at timestamptz NOT NULL,
     duration_ms integer NOT NULL,
     status smallint,
     error text,
     answer text,
     CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, n)
   )`,

  `CREATE TABLE callback_receipts (
     id uuid CONSTRAINT callback_receipts_pkey PRIMARY KEY,
     received_at timestamptz NOT NULL DEFAULT checkout_now(),
     trade_no text COLLATE "C" NOT NULL,
     merchant_order_no text COLLATE "C",
     method text NOT NULL,
     digest bytea NOT NULL,
     key_id text NOT NULL,
     content bytea NOT NULL,
     payload_hash bytea NOT NULL,
     claimed_status text,
     times integer NOT NULL DEFAULT 1,
     dropped integer NOT NULL DEFAULT 0,
     last_received_at timestamptz
   )`,
  ...ruled('callback_receipts', {
    payload_hash: `octet_length(NEW.payload_hash) = 32`,
    times: `NEW.times >= 1 AND NEW.dropped >= 0`,
    digest: `octet_length(NEW.digest) = 32`,
  }),
  `CREATE INDEX callback_receipts_trade ON callback_receipts (trade_no, received_at)`,
  `CREATE UNIQUE INDEX callback_receipts_news ON callback_receipts (trade_no, payload_hash)`,
  `CREATE INDEX callback_receipts_newest ON callback_receipts (received_at, id)`,
  `CREATE INDEX callback_receipts_orphans ON callback_receipts (received_at, id) WHERE merchant_order_no IS NULL`,

  // A trigger's statements see every row committed before the order was locked. A later writer waits for the lock (FOR
  // KEY SHARE) and finds the order erased.
  `CREATE FUNCTION orders_erase_beside() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       DELETE FROM callback_receipts
        WHERE trade_no = ANY (ARRAY(SELECT trade_no FROM trades WHERE merchant_order_no = NEW.merchant_order_no));
       UPDATE order_notes SET text_sealed = NULL, key_id = NULL
        WHERE merchant_order_no = NEW.merchant_order_no AND text_sealed IS NOT NULL;
       UPDATE webhook_attempts SET answer = NULL
        WHERE answer IS NOT NULL AND delivery_id = ANY (ARRAY(
          SELECT d.id FROM webhook_deliveries d JOIN outbox m ON m.id = d.message_id
           WHERE m.merchant_order_no = NEW.merchant_order_no));
       RETURN NULL;
     END
   $$`,
  `CREATE TRIGGER orders_erased AFTER UPDATE OF erased_at ON orders FOR EACH ROW
     WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION orders_erase_beside()`,

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

  // The provider's rate is one row, from which processes take slots.
  `CREATE TABLE call_budget (
     id smallint CONSTRAINT call_budget_pkey PRIMARY KEY,
     next_at timestamptz NOT NULL,
     poll_at timestamptz NOT NULL,
     late_ms double precision NOT NULL,
     CONSTRAINT call_budget_one_row CHECK (id = 1),
     CONSTRAINT call_budget_late CHECK (late_ms BETWEEN 0 AND 1000)
   )`,
  `INSERT INTO call_budget (id, next_at, poll_at, late_ms) VALUES (1, checkout_now(), checkout_now(), 0)`,

  // Unlogged: written often, and worthless after a crash.
  `CREATE UNLOGGED TABLE rate_limits (
     bucket bytea CONSTRAINT rate_limits_pkey PRIMARY KEY,
     tat timestamptz NOT NULL
   )`,

  // Erased customers as keyed digests with dates, so that they can be erased again after a restore.
  `CREATE TABLE erasures (
     digest bytea CONSTRAINT erasures_pkey PRIMARY KEY,
     key_id text NOT NULL,
     subject text NOT NULL CONSTRAINT erasures_subject CHECK (subject = ANY ('{customer,email,order}')),
     at timestamptz NOT NULL,
     CONSTRAINT erasures_digest CHECK (octet_length(digest) = 32)
   )`,

  // Each entry's id is one higher than its predecessor's, and its HMAC covers that entry's.
  `CREATE TABLE audit_log (
     id bigint CONSTRAINT audit_log_pkey PRIMARY KEY,
     at timestamptz NOT NULL,
     actor_id text NOT NULL,
     actor_name text NOT NULL,
     address text,
     trace_id text,
     action text NOT NULL CONSTRAINT audit_log_action CHECK (action ~ '^[a-z]+\\.[a-z_]+$'),
     target text,
     reason text,
     detail jsonb NOT NULL DEFAULT '{}',
     key_id text NOT NULL,
     mac bytea NOT NULL,
     CONSTRAINT audit_log_id CHECK (id > 0),
     CONSTRAINT audit_log_mac CHECK (octet_length(mac) = 32)
   )`,
  `CREATE INDEX audit_log_target ON audit_log (target, id)`,
  `CREATE INDEX audit_log_actor ON audit_log (actor_id, id)`,
  `CREATE INDEX audit_log_action_newest ON audit_log (action, id)`,
  // Counts an actor's recent acts of one kind.
  `CREATE INDEX audit_log_often ON audit_log (actor_id, action, at)`,
  `CREATE INDEX audit_log_at ON audit_log (at)`,
  `CREATE FUNCTION audit_log_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'the audit log is append-only'; END
   $$`,
  `CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON audit_log
     FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_kept()`,
  // Keeps a writer from using up the ids by skipping them. The primary key refuses duplicates.
  `CREATE FUNCTION audit_log_follows() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF NEW.id <= coalesce((SELECT max(id) FROM audit_log), 0) + 1 THEN RETURN NEW; END IF;
       RAISE EXCEPTION 'an entry of the audit log follows the newest one' USING ERRCODE = 'restrict_violation';
     END
   $$`,
  `CREATE TRIGGER audit_log_follows BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_follows()`,
  // The start of the log after old entries were cut off: the last of them, under a seal.
  `CREATE TABLE audit_cut (
     id smallint CONSTRAINT audit_cut_pkey PRIMARY KEY,
     entry bigint NOT NULL,
     mac bytea NOT NULL,
     key_id text NOT NULL,
     seal bytea NOT NULL,
     CONSTRAINT audit_cut_one CHECK (id = 1),
     CONSTRAINT audit_cut_mac CHECK (octet_length(mac) = 32 AND octet_length(seal) = 32)
   )`,
  // By the real clock, which no session can shift: with the service's rights alone, younger entries cannot be deleted.
  `CREATE FUNCTION audit_log_is_cut() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF OLD.at < now() - interval '365 days' AND OLD.id <= (SELECT entry FROM audit_cut) THEN RETURN OLD; END IF;
       RAISE EXCEPTION 'the audit log is append-only';
     END
   $$`,
  `CREATE TRIGGER audit_log_cut BEFORE DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_cut()`,

  `CREATE TABLE api_keys (
     id uuid CONSTRAINT api_keys_pkey PRIMARY KEY,
     name text NOT NULL,
     role text NOT NULL,
     scope text,
     account uuid NOT NULL,
     prefix text NOT NULL CONSTRAINT api_keys_prefix_once UNIQUE,
     hash bytea NOT NULL,
     seal bytea NOT NULL,
     key_id text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT checkout_now(),
     created_by text NOT NULL,
     addresses text[],
     expires_at timestamptz,
     revoked_at timestamptz,
     revoked_by text,
     last_used_at timestamptz,
     replaced_by uuid,
     CONSTRAINT api_keys_name CHECK (char_length(name) BETWEEN 1 AND 64),
     CONSTRAINT api_keys_role CHECK (role IN ('checkout', 'support', 'finance', 'admin')),
     CONSTRAINT api_keys_scope CHECK (CASE role WHEN 'checkout' THEN coalesce(scope IN ('own', 'all'), false)
       ELSE scope IS NULL END),
     CONSTRAINT api_keys_prefix CHECK (prefix ~ '^[a-km-np-z2-9]{12}$'),
     CONSTRAINT api_keys_hash CHECK (octet_length(hash) = 32),
     CONSTRAINT api_keys_seal CHECK (octet_length(seal) = 32),
     CONSTRAINT api_keys_addresses CHECK (cardinality(addresses) BETWEEN 1 AND 20),
     CONSTRAINT api_keys_of_staff_end CHECK (role = 'checkout'
       OR coalesce(expires_at, 'infinity') <= created_at + interval '2160 h'),
     CONSTRAINT api_keys_revocation CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
     CONSTRAINT api_keys_replacement CHECK (replaced_by IS NULL OR (replaced_by <> id AND expires_at IS NOT NULL)),
     CONSTRAINT api_keys_account_fkey FOREIGN KEY (account) REFERENCES api_keys (id),
     CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys (id)
   )`,
  `CREATE INDEX api_keys_created ON api_keys (created_at, id)`,
  // An issued key does not change: it may end earlier, but never gain rights, and its row stays.
  `CREATE FUNCTION api_keys_only_end() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF (NEW.id, NEW.name, NEW.role, NEW.scope, NEW.account, NEW.prefix, NEW.created_at, NEW.created_by,
           NEW.addresses)
            IS DISTINCT FROM (OLD.id, OLD.name, OLD.role, OLD.scope, OLD.account, OLD.prefix, OLD.created_at,
                              OLD.created_by, OLD.addresses)
          OR coalesce(NEW.expires_at, 'infinity') > coalesce(OLD.expires_at, 'infinity')
          OR (OLD.revoked_at IS NOT NULL
              AND (NEW.revoked_at, NEW.revoked_by) IS DISTINCT FROM (OLD.revoked_at, OLD.revoked_by))
          OR (OLD.replaced_by IS NOT NULL AND NEW.replaced_by IS DISTINCT FROM OLD.replaced_by)
       THEN RAISE EXCEPTION 'an API key can only end' USING ERRCODE = '23001';
       END IF;
       RETURN NEW;
     END $$`,
  `CREATE TRIGGER api_keys_only_end BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION api_keys_only_end()`,
  `CREATE FUNCTION api_keys_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'API keys are revoked, not taken away' USING ERRCODE = '23001'; END $$`,
  `CREATE TRIGGER api_keys_kept BEFORE DELETE OR TRUNCATE ON api_keys
     FOR EACH STATEMENT EXECUTE FUNCTION api_keys_are_kept()`,

  // The remains of a removed order: its number in lower case, which stays taken, and the sealed HMACs of its history,
  // so that a removal can be told from a deletion and older anchors still match.
  `CREATE TABLE removed_orders (
     merchant_order_no text COLLATE "C" CONSTRAINT removed_orders_pkey PRIMARY KEY,
     month date NOT NULL,
     times timestamptz[] NOT NULL,
     macs bytea[] NOT NULL,
     key_id text NOT NULL,
     seal bytea NOT NULL,
     removed_at timestamptz NOT NULL,
     CONSTRAINT removed_orders_whole CHECK (cardinality(times) > 0 AND cardinality(times) = cardinality(macs)),
     CONSTRAINT removed_orders_seal CHECK (octet_length(seal) = 32)
   )`,
  `CREATE INDEX removed_orders_month ON removed_orders (month)`,
  // After the insert, which may have waited for the removal of the number's former order, so it checks again.
  `CREATE FUNCTION orders_number_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF EXISTS (SELECT FROM removed_orders WHERE merchant_order_no = lower(NEW.merchant_order_no)) THEN
         RAISE EXCEPTION 'an order of this number was removed'
           USING ERRCODE = 'unique_violation', CONSTRAINT = 'removed_orders_pkey';
       END IF;
       RETURN NULL;
     END
   $$`,
  `CREATE TRIGGER orders_number_free AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION orders_number_is_free()`,

  // The part of removed orders in the report, by month (UTC): counts of equal orders, of equal trades per figure, and
  // of mismatches.
  `CREATE TABLE monthly_account (
     month date NOT NULL,
     line jsonb NOT NULL,
     count bigint NOT NULL,
     amount numeric NOT NULL,
     unstated bigint NOT NULL,
     CONSTRAINT monthly_account_pkey PRIMARY KEY (month, line)
   )`,
  // The only way to delete an order with all its data: the service's role has no DELETE on it. The age counts from the
  // newest entry of the history, which no session can alter, to the real time, which none can shift.
  `CREATE FUNCTION remove_orders(numbers text[], versions integer[], seals bytea[], seal_key_id text)
   RETURNS SETOF text LANGUAGE sql SECURITY DEFINER ROWS 100 AS $$
     WITH gone AS MATERIALIZED (
       SELECT o.merchant_order_no, o.created_at, given.seal
         FROM unnest(numbers, versions, seals) AS given (number, version, seal)
         JOIN orders o ON o.merchant_order_no = given.number AND o.version = given.version
        WHERE o.status = ANY ('${SETTLED}') AND NOT o.in_review AND o.attempt_until IS NULL
          AND (SELECT max(at) FROM order_events e WHERE e.merchant_order_no = o.merchant_order_no)
              < now() - interval '90 days'
          AND NOT EXISTS (SELECT FROM mismatches m WHERE m.merchant_order_no = o.merchant_order_no AND m.resolved_at IS NULL)
          AND NOT EXISTS (SELECT FROM outbox m WHERE m.merchant_order_no = o.merchant_order_no)
          AND NOT EXISTS (
            SELECT FROM trades t LEFT JOIN schedules s USING (trade_no)
             WHERE t.merchant_order_no = o.merchant_order_no
               AND (t.status <> ALL ('${SETTLED}') OR t.outcome = 'in_flight'
                    OR s.next_query_at IS NOT NULL OR s.lease_until > checkout_now()))
        ORDER BY o.merchant_order_no FOR UPDATE OF o SKIP LOCKED),
     noted AS (
       INSERT INTO removed_orders (merchant_order_no, month, times, macs, key_id, seal, removed_at)
       SELECT lower(g.merchant_order_no), date_trunc('month', g.created_at AT TIME ZONE 'UTC'),
              array_agg(e.at ORDER BY e.seq), array_agg(e.mac ORDER BY e.seq), seal_key_id, g.seal, checkout_now()
         FROM gone g JOIN order_events e USING (merchant_order_no) GROUP BY 1, 2, g.seal),
     receipts AS (
       DELETE FROM callback_receipts WHERE trade_no IN (
         SELECT trade_no FROM trades JOIN gone USING (merchant_order_no))),
     openings AS (DELETE FROM mismatches m USING gone g WHERE m.merchant_order_no = g.merchant_order_no),
     entries AS (DELETE FROM order_events e USING gone g WHERE e.merchant_order_no = g.merchant_order_no),
     attempts AS (DELETE FROM trades t USING gone g WHERE t.merchant_order_no = g.merchant_order_no)
     DELETE FROM orders o USING gone g WHERE o.merchant_order_no = g.merchant_order_no RETURNING o.merchant_order_no
   $$`,
  // A session's temporary tables must not shadow the service's tables.
  ...['remove_orders', 'audit_log_follows', 'audit_log_is_cut'].map(
    (name) => `DO $$ BEGIN
     EXECUTE format('ALTER FUNCTION ${name} SET search_path = %I, pg_temp', current_schema());
   END $$`,
  ),
  `REVOKE ALL ON FUNCTION remove_orders FROM PUBLIC`,
];

export class Initial1795600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE monthly_account, removed_orders, api_keys, audit_log, audit_cut, erasures, rate_limits, call_budget, reconciliation_runs, callback_receipts, webhook_attempts, webhook_deliveries,
         webhook_endpoints, outbox, outbox_head, database_epoch, order_notes, mismatches,
         order_events, schedules, trades, orders, service_keys`,
    );
    await runner.query(
      `DROP FUNCTION remove_orders, orders_erase_beside(), orders_number_is_free(), api_keys_only_end(), api_keys_are_kept(), audit_log_is_kept(), audit_log_follows(), audit_log_is_cut(), outbox_head_moves_on(), order_events_are_kept(),
         orders_are_kept(), trades_terms_are_kept(), orders_keep_rules(), trades_keep_rules(), schedules_keep_rules(),
         order_events_keep_rules(), outbox_keep_rules(), callback_receipts_keep_rules(), checkout_now()`,
    );
  }
}
