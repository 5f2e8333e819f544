import { termsWhere } from '#src/platform/terms/order-terms.js';
import type { TermKind } from '#src/platform/terms/order-terms.js';

/** The effect of erasure on a column. `part`: only its personal part is overwritten. */
type Erased = 'keep' | 'null' | 'part' | 'delete row';

export interface KeptColumns {
  readonly columns: readonly string[];
  readonly is: string;
  /** True if the column tells anything about a customer or payee, if only by a digest. */
  readonly isPersonal: boolean;
  readonly why: string;
  readonly erased: Erased;
  readonly form?: 'encrypted' | 'keyed digest' | 'redacted';
  /** Retention, if it differs from the order's. */
  readonly kept?: string;
  /** Why erasure keeps it or part of it. */
  readonly because?: string;
}

type KeptDetail = Pick<KeptColumns, 'form' | 'kept' | 'because'>;

/** Not personal; kept. `columns` are separated by spaces. */
const plain = (columns: string, is: string, why: string, rest: KeptDetail = {}): KeptColumns => ({
  columns: columns.split(' '),
  is,
  why,
  isPersonal: false,
  erased: 'keep',
  ...rest,
});

const personal = (columns: string, is: string, why: string, erased: Erased, rest: KeptDetail = {}): KeptColumns => ({
  columns: columns.split(' '),
  is,
  why,
  isPersonal: true,
  erased,
  ...rest,
});

const termsOf = (kind: TermKind): string =>
  termsWhere((term) => term.kind === kind)
    .map((name) => `\`${name}\``)
    .join(', ');

const BOOKS = 'the books: sums and history have to add up';

/** All stored data, column by column. A test compares it with the database. */
export const KEPT_DATA: Readonly<Record<string, readonly KeptColumns[]>> = {
  orders: [
    plain('merchant_order_no', "the order's number", 'so that no number is used twice'),
    plain('side created_at updated_at', 'a purchase or a sale, and when', BOOKS),
    plain(
      'status failure_code in_review announced_status version event_count last_event_mac first_trade_of_request attempt_lease attempt_until attempt_patience_until secret_until erased_at kept_until state_mac state_key_id',
      'how it stands',
      'to carry it out, and to know that it was',
    ),
    personal('address_key', 'where the crypto goes, in lower case', "to find an address's orders", 'null', {
      because: 'law: `RETAIN_BY_LAW_MS`',
    }),
    personal(
      'customer_id',
      "the customer's id at the merchant: let it be no e-mail address",
      "the provider's tokens; to find a customer's orders",
      'null',
      { because: 'law: `RETAIN_BY_LAW_MS`' },
    ),
    personal(
      'customer_email customer_email_key_id',
      "the customer's e-mail address",
      "the provider's tokens; to find a customer's orders",
      'null',
      { form: 'encrypted', because: 'law: `RETAIN_BY_LAW_MS`' },
    ),
    personal('customer_email_digest', 'the same address', "to find a customer's orders", 'null', {
      form: 'keyed digest',
      because: 'law: `RETAIN_BY_LAW_MS`',
    }),
    personal(
      'metadata',
      'what your server notes on an order',
      'to find and book it; put nothing personal into it',
      'null',
    ),
    personal('caller', 'whose order it is: an API key, or a digest of a login or a guest', 'who may read it', 'part', {
      because: 'that of an API key stays',
    }),
    personal('guest_block', "a guest's address block (/24, /48)", 'the ceiling of unpaid orders', 'null', {
      form: 'keyed digest',
    }),
    personal('secret_salt', 'what client secrets are made of', 'who has one may read the order', 'null'),
  ],
  trades: [
    plain(
      'trade_no merchant_order_no n side status outcome superseded stamp sends order_no pay_url_at given_up_at shown_quantity tolerance_percent slippage_percent ramp_status registered_order_no ramp_merchant_order_no status_at created_at updated_at',
      'an attempt at the provider, by its numbers',
      BOOKS,
    ),
    personal(
      'asked',
      `the terms: the deal (${termsOf('deal')}), where the crypto goes (${termsOf('destination')}), and what the shop adds (${termsOf('shop')})`,
      'sent to the provider under a seal, compared with its answers; put nothing personal into what the shop adds',
      'part',
      {
        because:
          'the deal stays, and by law (`RETAIN_BY_LAW_MS`) where the crypto goes; it gets a new seal, under which it is never sent',
      },
    ),
    personal('pay_url', "the customer's page at the provider", 'shown to the owner', 'null', {
      kept: '`PAY_URL_TTL_MS`',
    }),
    personal(
      'facts',
      'what the provider stated: amounts, fees, times, hash; of a sale its address, page and reason of a failure',
      BOOKS,
      'part',
      { because: 'the hash stays as proof of the transfer; anybody can follow it on its chain' },
    ),
    personal('last_seen', "the provider's newest record as it came, masked", 'evidence', 'null'),
    personal('refusal', 'why the provider refused, in its own words', 'what the caller is told', 'part', {
      because: 'the codes stay',
    }),
    personal(
      'payee_sealed payee_key_id',
      'who is paid in a sale: name, account, card, e-mail',
      'shown masked to the owner, whole to staff with a reason',
      'null',
      { form: 'encrypted', because: 'law: `RETAIN_BY_LAW_MS`' },
    ),
    personal('payee_email_digest', "the payee's e-mail address", "to find a customer's orders", 'null', {
      form: 'keyed digest',
      because: 'law: `RETAIN_BY_LAW_MS`',
    }),
  ],
  schedules: [
    plain(
      'trade_no watch_class next_query_at planned_at lease_id lease_until hinted_at hint_cause last_asked_at last_answer_at understood not_found_at final_fields_asked quiet_answers missed_answers fruitless_answers',
      'when a trade is polled',
      'a late payment is found, also of who is forgotten',
    ),
  ],
  order_events: [
    plain(
      'merchant_order_no seq at trade_no kind cause evidence_mac key_id mac',
      'what happened, chained by HMACs',
      'the history',
    ),
    personal('data', 'what changed; of an address its ends and a digest', 'the history', 'keep', {
      form: 'redacted',
      because: 'its HMAC covers it; nothing personal ever goes in whole',
    }),
    personal(
      'evidence',
      "the provider's answer, masked; of what is no record the first 300 characters",
      'evidence',
      'null',
      { because: 'its HMAC stays' },
    ),
  ],
  mismatches: [
    plain('id merchant_order_no trade_no kind field opened_at resolved_at resolved_by', 'what did not fit', BOOKS),
    personal('asked seen', 'the two values', 'for staff to look into', 'part', {
      because: 'those of addresses, memos, pages, reasons and payees go',
    }),
    personal('note', "staff's note", 'why it was resolved', 'null'),
  ],
  order_notes: [
    plain('id merchant_order_no at written_by', 'that staff noted something', 'for staff'),
    personal('text_sealed key_id', "staff's note on the order", 'for staff', 'null', { form: 'encrypted' }),
  ],
  outbox: [
    plain(
      'id type merchant_order_no version data mac key_id created_at position',
      'messages to webhooks; what they say of an order is read when they are sent',
      'each is sent at least once',
      { kept: '30 days' },
    ),
  ],
  outbox_head: [plain('id position forgotten', 'how far messages have places', 'none is missed', { kept: 'for good' })],
  database_epoch: [
    plain(
      'id epoch history table_oid began_at doubted_at requeried_to',
      "the database's history",
      'lost commits are noticed',
      { kept: 'for good' },
    ),
  ],
  doubted_numbers: [
    plain('merchant_order_no at', 'orders that the provider has and the database lacked', 'none is made twice', {
      kept: 'for good',
    }),
  ],
  pauses: [
    plain(
      'id side fiat crypto network pay_way_code country until at begun_by',
      'what staff does not sell at present, who paused it and until when',
      'no such trade is sent',
      { kept: 'until it ends, or the next pause after that' },
    ),
    plain('reason', "staff's reason", 'for staff', { kept: 'as long' }),
  ],
  webhook_endpoints: [
    plain(
      'id url events description disabled_reason position failures failing_since created_at created_by',
      "the merchant's systems",
      'where messages go',
      { kept: 'until deleted' },
    ),
    plain('secret secret_key_id', 'their secrets', 'messages are signed', {
      kept: 'until deleted',
      form: 'encrypted',
    }),
  ],
  webhook_deliveries: [
    plain(
      'id endpoint_id message_id event state created_at next_at planned_at lease_id lease_until attempts',
      'what became of messages',
      'for staff',
      { kept: '30 days' },
    ),
  ],
  webhook_attempts: [
    plain('delivery_id n at duration_ms status error', 'each attempt', 'for staff', { kept: '30 days' }),
    personal(
      'answer',
      "the first bytes of the receiver's answer, which may repeat what it was told",
      'for staff',
      'null',
      { kept: '30 days' },
    ),
  ],
  callback_receipts: [
    personal(
      'id received_at trade_no merchant_order_no method digest key_id payload_hash claimed_status times dropped last_received_at',
      'that a callback came, and digests of it',
      'evidence',
      'delete row',
      { kept: 'a year' },
    ),
    personal('content', 'what it said; of a trade the newest 512 KiB', 'evidence', 'delete row', {
      kept: 'a year',
      form: 'encrypted',
    }),
  ],
  reconciliation_runs: [
    plain('id started_at finished_at claimed answered changed unanswered', 'rounds of polls, counted', 'for staff', {
      kept: '90 days',
    }),
  ],
  audit_log: [
    plain('id at action trace_id key_id mac', 'what staff did and when, chained by HMACs', 'who did what', {
      kept: '`RETAIN_AUDIT_MS`',
    }),
    plain('actor_id actor_name address', 'which member of staff, and from where', 'who did what', {
      kept: '`RETAIN_AUDIT_MS`',
    }),
    personal(
      'target detail',
      'what it was done to: numbers, ids; of what was searched for, and of who was forgotten, a digest',
      'who did what',
      'keep',
      { kept: '`RETAIN_AUDIT_MS`', form: 'keyed digest', because: 'the log is append-only' },
    ),
    personal(
      'reason',
      "staff's reasons, without the order's addresses and memos",
      'why it was done; let staff write no names',
      'keep',
      { kept: '`RETAIN_AUDIT_MS`', form: 'redacted', because: 'the log is append-only' },
    ),
  ],
  audit_cut: [
    plain('id entry mac key_id seal', 'where the audit log begins', 'to check what is left', { kept: 'for good' }),
  ],
  removed_orders: [
    plain(
      'merchant_order_no month times macs key_id seal removed_at',
      'the numbers of orders that were removed for their age, when each entry of their histories was made, and its HMAC',
      'so that no number is used twice, and anchors of before still fit',
      { kept: 'for good' },
    ),
  ],
  monthly_account: [
    plain('month line count amount unstated', 'what removed orders add to reports, by month', BOOKS, {
      kept: 'for good',
    }),
  ],
  erasures: [
    personal(
      'digest key_id subject at',
      'who was forgotten, and when',
      'a restored backup is made to forget them again',
      'keep',
      { kept: 'for good', form: 'keyed digest', because: 'that is what it is for' },
    ),
  ],
  api_keys: [
    plain(
      'id name role scope account prefix hash seal key_id created_at created_by addresses expires_at revoked_at revoked_by last_used_at replaced_by',
      'keys of servers and staff, by an HMAC',
      'who may call',
      { kept: 'for good' },
    ),
  ],
  service_keys: [
    plain(
      'id proof key created_at retired_at',
      'which service keys there were; the key itself only with `AUTH=none`',
      'so that no other key is taken for one of them',
      { kept: 'for good' },
    ),
  ],
  call_budget: [plain('id next_at poll_at late_ms', "the provider's rate", 'shared by replicas', { kept: 'for good' })],
  migrations: [plain('id timestamp name digest breaking', 'which migrations ran', 'to migrate', { kept: 'for good' })],
};

const ERASED_TEXTS: Readonly<Record<Erased, string>> = {
  keep: 'stays',
  null: 'emptied',
  part: 'in part',
  'delete row': 'deleted',
};

export function keptDataText(): string {
  const rows = Object.entries(KEPT_DATA).flatMap(([table, groups]) => groups.map((kept) => rowOf(table, kept)));
  const head = [
    '| where | what | how | why | how long | when its customer is forgotten |',
    '|---|---|---|---|---|---|',
  ];
  return [...head, ...rows].map((row) => `${row}\n`).join('');
}

function rowOf(table: string, { columns, is, isPersonal, form, why, kept, erased, because }: KeptColumns): string {
  const cells = [
    `\`${table}\`: ${columns.map((column) => `\`${column}\``).join(', ')}`,
    is,
    form ?? (isPersonal ? 'in clear' : ''),
    why,
    kept ?? 'with its order',
    `${ERASED_TEXTS[erased]}${because === undefined ? '' : `: ${because}`}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
