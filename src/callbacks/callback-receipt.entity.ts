import type { Columns } from '../platform/database/columns.js';
import { entity } from '../platform/database/entity-table.js';

const RECEIPT_COLUMNS = {
  id: 'uuid',
  receivedAt: 'timestamptz = checkout_now()',
  tradeNo: 'text',
  merchantOrderNo: 'text?',
  method: 'text',
  /** SHA-256 of the body. */
  digest: 'bytea',
  /** Hash of the content, so that repeats share a row. */
  payloadHash: 'bytea',
  claimedStatus: 'text?',
  keyId: 'text',
  content: 'bytea',
  times: 'integer = 1',
  /** Callbacks of the trade, repeats included, that were deleted to make room for this one. */
  dropped: 'integer = 0',
  lastReceivedAt: 'timestamptz?',
} as const satisfies Columns<Record<string, unknown>>;

export const CallbackReceiptEntity = entity('callback_receipts', RECEIPT_COLUMNS, ['id'], {
  indices: [
    { name: 'callback_receipts_trade', columns: ['tradeNo', 'receivedAt'] },
    { name: 'callback_receipts_newest', columns: ['receivedAt', 'id'] },
    { name: 'callback_receipts_orphans', columns: ['receivedAt', 'id'], where: `merchant_order_no IS NULL` },
    { name: 'callback_receipts_news', columns: ['tradeNo', 'payloadHash'], unique: true },
  ],
});
