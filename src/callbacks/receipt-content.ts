import type { SealedColumn } from '../platform/crypto/key-ring.js';

export const RECEIPT_CONTENT: SealedColumn = {
  ...{ what: 'callback receipts', table: 'callback_receipts', primaryKey: 'id', primaryKeyType: 'uuid' },
  ...{ column: 'content', keyIdColumn: 'key_id' },
  purpose: 'callback-receipt',
  contextOf: (id) => id,
};
