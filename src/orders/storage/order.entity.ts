import type { OrderRow } from '../model/order.types.js';
import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';
import { STATUSES } from './status-list.js';

/** An order; one row for each number that a merchant ever used. */
export const ORDER_COLUMNS: Columns<OrderRow> = {
  merchantOrderNo: 'text',
  side: 'text',
  caller: 'text',
  guestBlock: 'bytea?',
  customerId: 'text?',
  customerEmail: 'bytea?',
  customerEmailKeyId: 'text?',
  fiat: 'text?',
  amount: 'numeric?',
  crypto: 'text?',
  network: 'text?',
  address: 'text?',
  memo: 'text?',
  payWayCode: 'text?',
  country: 'text?',
  redirectUrl: 'text?',
  failRedirectUrl: 'text?',
  merchantName: 'text?',
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
};

export const OrderEntity = entity('orders', ORDER_COLUMNS, ['merchantOrderNo'], {
  checks: [
    {
      name: 'orders_number',
      expression: `length(merchant_order_no) <= 44 AND merchant_order_no ~ '^(?!.*-[rR][0-9]+$)[A-Za-z0-9][A-Za-z0-9._-]*$'`,
    },
    { name: 'orders_side', expression: `side = ANY ('{BUY,SELL}')` },
    {
      name: 'orders_buy_is_whole',
      expression: `side = 'SELL' OR (num_nulls(fiat, amount, crypto, network, address, pay_way_code, country) = 0 AND amount > 0)`,
    },
    { name: 'orders_status', expression: `status = ANY (${STATUSES})` },
    { name: 'orders_counts', expression: 'version > 0 AND event_count >= 0' },
    {
      name: 'orders_metadata',
      expression: `jsonb_typeof(metadata) = 'object' AND jsonb_array_length(jsonb_path_query_array(metadata, '$.keyvalue()')) <= 20`,
    },
    { name: 'orders_customer_email_whole', expression: '(customer_email IS NULL) = (customer_email_key_id IS NULL)' },
  ],
  indices: [
    { name: 'orders_number_any_case', synchronize: false },
    { name: 'orders_to_drive', columns: ['driveUntil'], where: 'drive_until IS NOT NULL' },
    { name: 'orders_created', columns: ['createdAt', 'merchantOrderNo'] },
    { name: 'orders_unpaid_guests', synchronize: false },
    { name: 'orders_chosen', synchronize: false },
    { name: 'orders_customer', synchronize: false },
    { name: 'orders_of_keys', synchronize: false },
    { name: 'orders_noted', synchronize: false },
    { name: 'orders_address', synchronize: false },
  ],
});
