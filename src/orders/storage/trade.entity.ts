import type { TradeBelief } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';
import { STATUSES } from './status-list.js';

/** A trade: what is believed of it. When it is asked about stands apart, in its schedule. */
export const TRADE_COLUMNS: Columns<TradeBelief> = {
  tradeNo: 'text',
  merchantOrderNo: 'text',
  n: 'smallint',
  side: 'text',
  status: 'text',
  outcome: 'text',
  superseded: 'boolean = false',
  asked: 'jsonb?',
  termsMac: 'bytea?',
  termsKeyId: 'text?',
  stamp: 'bigint?',
  sends: 'smallint = 0',
  orderNo: 'text?',
  payUrl: 'text?',
  payUrlAt: 'timestamptz?',
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
  statusAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
};

export const TradeEntity = entity('trades', TRADE_COLUMNS, ['tradeNo'], {
  checks: [
    {
      name: 'trades_number',
      expression: `n > 0 AND trade_no = merchant_order_no || CASE WHEN n = 1 THEN '' ELSE '-r' || n END`,
    },
    { name: 'trades_side', expression: `side = ANY ('{BUY,SELL}')` },
    { name: 'trades_status', expression: `status = ANY (${STATUSES})` },
    {
      name: 'trades_outcome',
      expression: `outcome = ANY ('{in_flight,not_sent,created,refused,unknown,never_created,registered}')`,
    },
    { name: 'trades_stamped', expression: `side = 'SELL' OR num_nulls(stamp, asked, terms_mac, terms_key_id) = 0` },
    { name: 'trades_terms_mac', expression: 'octet_length(terms_mac) = 32' },
    { name: 'trades_payee', expression: '(payee_sealed IS NULL) = (payee_key_id IS NULL)' },
    { name: 'trades_pay_url', expression: `pay_url IS NULL OR (outcome = 'created' AND order_no IS NOT NULL)` },
    {
      name: 'trades_shown',
      expression: `(shown_quantity IS NULL) = (tolerance_percent IS NULL) AND (slippage_percent IS NULL OR shown_quantity IS NOT NULL) AND shown_quantity > 0 AND tolerance_percent BETWEEN 0 AND 100`,
    },
  ],
  foreignKeys: [refersTo('trades_order_fkey', 'orders', 'merchantOrderNo')],
  indices: [
    { name: 'trades_order_n', columns: ['merchantOrderNo', 'n'], unique: true },
    { name: 'trades_ramp_order_no', columns: ['orderNo', 'side'], unique: true, where: 'order_no IS NOT NULL' },
    { name: 'trades_with_page', columns: ['payUrlAt'], where: 'pay_url IS NOT NULL' },
    { name: 'trades_tx_hash', synchronize: false },
    { name: 'trades_payout_address', synchronize: false },
    { name: 'trades_ramp_number', synchronize: false },
  ],
});
