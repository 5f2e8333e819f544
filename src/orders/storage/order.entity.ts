import type { OrderRow, TradeState, Schedule, TradeRow, OrderEvent, ObservedMismatch } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

export const ORDER_COLUMNS: Columns<OrderRow> = {
  merchantOrderNo: 'text collate C',
  side: 'text collate C',
  caller: 'text collate C',
  guestBlock: 'bytea?',
  customerId: 'text collate C?',
  customerEmail: 'bytea?',
  customerEmailKeyId: 'text?',
  customerEmailDigest: 'bytea?',
  addressKey: 'text collate C?',
  metadata: 'jsonb = {}',
  status: 'text collate C',
  failureCode: 'text?',
  inReview: 'boolean = false',
  announcedStatus: 'text?',
  version: 'integer = 1',
  eventCount: 'integer = 0',
  lastEventMac: 'bytea?',
  secretSalt: 'bytea?',
  secretUntil: 'timestamptz?',
  firstTradeOfRequest: 'smallint = 1',
  attemptLease: 'uuid?',
  attemptUntil: 'timestamptz?',
  attemptPatienceUntil: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  erasedAt: 'timestamptz?',
  keptUntil: 'timestamptz?',
  stateMac: 'bytea?',
  stateKeyId: 'text?',
};

export const OrderEntity = entity('orders', ORDER_COLUMNS, ['merchantOrderNo'], {
  indices: [
    { name: 'orders_number_any_case', synchronize: false },
    { name: 'orders_to_attempt', columns: ['attemptUntil'], where: 'attempt_until IS NOT NULL' },
    { name: 'orders_kept_by_law', columns: ['keptUntil'], where: 'kept_until IS NOT NULL' },
    { name: 'orders_created', columns: ['createdAt', 'merchantOrderNo'] },
    { name: 'orders_customer_email', synchronize: false },
    { name: 'orders_unpaid_guests', synchronize: false },
    { name: 'orders_chosen', synchronize: false },
    { name: 'orders_customer', synchronize: false },
    { name: 'orders_of_keys', synchronize: false },
    { name: 'orders_noted', synchronize: false },
    { name: 'orders_address', synchronize: false },
  ],
});

export const TRADE_COLUMNS: Columns<TradeState> = {
  tradeNo: 'text collate C',
  merchantOrderNo: 'text collate C',
  n: 'smallint',
  side: 'text collate C',
  status: 'text collate C',
  outcome: 'text',
  superseded: 'boolean = false',
  asked: 'jsonb?',
  stamp: 'bigint?',
  sends: 'smallint = 0',
  orderNo: 'text collate C?',
  payUrl: 'text?',
  payUrlAt: 'timestamptz?',
  givenUpAt: 'timestamptz?',
  refusal: 'jsonb?',
  shownQuantity: 'numeric?',
  tolerancePercent: 'numeric?',
  slippagePercent: 'numeric?',
  rampStatus: 'text?',
  facts: 'jsonb = {}',
  lastSeen: 'jsonb?',
  registeredOrderNo: 'text?',
  rampMerchantOrderNo: 'text?',
  payeeSealed: 'bytea?',
  payeeKeyId: 'text?',
  payeeEmailDigest: 'bytea?',
  statusAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
};

export const TradeEntity = entity('trades', TRADE_COLUMNS, ['tradeNo'], {
  foreignKeys: [refersTo('trades_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'trades_order_n', columns: ['merchantOrderNo', 'n'], unique: true },
    { name: 'trades_ramp_order_no', columns: ['orderNo', 'side'], unique: true, where: 'order_no IS NOT NULL' },
    { name: 'trades_with_page', columns: ['payUrlAt'], where: 'pay_url IS NOT NULL' },
    { name: 'trades_payee_email', columns: ['payeeEmailDigest'], where: 'payee_email_digest IS NOT NULL' },
    { name: 'trades_sent', synchronize: false },
    { name: 'trades_tx_hash', synchronize: false },
    { name: 'trades_payout_address', synchronize: false },
    { name: 'trades_ramp_number', synchronize: false },
  ],
});

/** Narrow, and apart from the trade: a quiet poll writes only here. */
export const SCHEDULE_COLUMNS: Columns<Schedule & Pick<TradeRow, 'tradeNo'>> = {
  tradeNo: 'text collate C',
  watchClass: 'text collate C?',
  nextQueryAt: 'timestamptz?',
  plannedAt: 'timestamptz?',
  leaseId: 'uuid?',
  leaseUntil: 'timestamptz?',
  hintedAt: 'timestamptz?',
  hintCause: 'text?',
  lastAskedAt: 'timestamptz?',
  lastAnswerAt: 'timestamptz?',
  understood: 'boolean = true',
  notFoundAt: 'timestamptz?',
  finalFieldsAsked: 'boolean = false',
  quietAnswers: 'integer = 0',
  missedAnswers: 'integer = 0',
  fruitlessAnswers: 'integer = 0',
};

export const ScheduleEntity = entity('schedules', SCHEDULE_COLUMNS, ['tradeNo'], {
  foreignKeys: [{ ...refersTo('schedules_trade_fkey', 'trades', 'tradeNo'), onDelete: 'CASCADE' }],
  indices: [
    { name: 'schedules_due', columns: ['watchClass', 'nextQueryAt'], where: 'next_query_at IS NOT NULL' },
    { name: 'schedules_planned', columns: ['plannedAt'], where: 'next_query_at IS NOT NULL' },
    { name: 'schedules_called', synchronize: false },
    { name: 'schedules_followed', synchronize: false },
    { name: 'schedules_read', synchronize: false },
    {
      name: 'schedules_unanswered',
      columns: ['missedAnswers'],
      where: 'missed_answers >= 3 AND next_query_at IS NOT NULL',
    },
  ],
});

/** Append-only except for the evidence, which can be erased. */
export const EVENT_COLUMNS: Columns<OrderEvent> = {
  merchantOrderNo: 'text collate C',
  seq: 'integer',
  at: 'timestamptz',
  tradeNo: 'text?',
  kind: 'text',
  cause: 'jsonb',
  data: 'jsonb',
  evidence: 'jsonb?',
  evidenceMac: 'bytea?',
  keyId: 'text',
  mac: 'bytea',
};

export const OrderEventEntity = entity('order_events', EVENT_COLUMNS, ['merchantOrderNo', 'seq'], {
  foreignKeys: [refersTo('order_events_order_fkey', 'orders', 'merchantOrderNo')],
});

interface Mismatch extends ObservedMismatch {
  readonly id: string;
  readonly merchantOrderNo: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

export const MISMATCH_COLUMNS: Columns<Mismatch> = {
  id: 'uuid',
  merchantOrderNo: 'text collate C',
  tradeNo: 'text collate C',
  kind: 'text collate C',
  field: 'text collate C',
  asked: 'text?',
  seen: 'text?',
  openedAt: 'timestamptz',
  resolvedAt: 'timestamptz?',
  resolvedBy: 'text?',
  note: 'text?',
};

const OPEN = 'resolved_at IS NULL';

export const MismatchEntity = entity('mismatches', MISMATCH_COLUMNS, ['id'], {
  checks: [{ name: 'mismatches_resolution', expression: '(resolved_at IS NULL) = (resolved_by IS NULL)' }],
  foreignKeys: [refersTo('mismatches_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'mismatches_open', columns: ['merchantOrderNo', 'tradeNo', 'kind', 'field'], unique: true, where: OPEN },
    { name: 'mismatches_order', columns: ['merchantOrderNo'] },
    { name: 'mismatches_newest', columns: ['openedAt', 'id'] },
    { name: 'mismatches_open_newest', columns: ['openedAt', 'id'], where: OPEN },
    { name: 'mismatches_kind_newest', columns: ['kind', 'openedAt', 'id'] },
    { name: 'mismatches_resolved', columns: ['resolvedAt'], where: 'resolved_at IS NOT NULL' },
  ],
});
