import type { OrderRow } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';

/** One row per number that a merchant ever used. */
export const ORDER_COLUMNS: Columns<OrderRow> = {
  merchantOrderNo: 'text',
  side: 'text',
  caller: 'text',
  guestBlock: 'bytea?',
  customerId: 'text?',
  customerEmail: 'bytea?',
  customerEmailKeyId: 'text?',
  customerEmailDigest: 'bytea?',
  addressKey: 'text?',
  metadata: 'jsonb = {}',
  status: 'text',
  failureCode: 'text?',
  inReview: 'boolean = false',
  announcedStatus: 'text?',
  version: 'integer = 1',
  eventCount: 'integer = 0',
  lastEventMac: 'bytea?',
  secretSalt: 'bytea?',
  firstTradeOfRequest: 'smallint = 1',
  driveLease: 'uuid?',
  driveUntil: 'timestamptz?',
  drivePatienceUntil: 'timestamptz?',
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
    { name: 'orders_to_drive', columns: ['driveUntil'], where: 'drive_until IS NOT NULL' },
    { name: 'orders_kept_by_law', columns: ['keptUntil'], where: 'kept_until IS NOT NULL' },
    { name: 'orders_created', columns: ['createdAt', 'merchantOrderNo'] },
    { name: 'orders_customer_email', columns: ['customerEmailDigest'], where: 'customer_email_digest IS NOT NULL' },
    { name: 'orders_unpaid_guests', synchronize: false },
    { name: 'orders_chosen', synchronize: false },
    { name: 'orders_customer', synchronize: false },
    { name: 'orders_of_keys', synchronize: false },
    { name: 'orders_noted', synchronize: false },
    { name: 'orders_address', synchronize: false },
  ],
});
