import type { TradeBelief } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity, refersTo } from '../../platform/database/entity-table.js';

/** The state of a trade. Its polling schedule is a table of its own. */
export const TRADE_COLUMNS: Columns<TradeBelief> = {
  tradeNo: 'text',
  merchantOrderNo: 'text',
  n: 'smallint',
  side: 'text',
  status: 'text',
  outcome: 'text',
  superseded: 'boolean = false',
  asked: 'jsonb?',
  stamp: 'bigint?',
  sends: 'smallint = 0',
  orderNo: 'text?',
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
    { name: 'trades_tx_hash', synchronize: false },
    { name: 'trades_payout_address', synchronize: false },
    { name: 'trades_ramp_number', synchronize: false },
  ],
});
