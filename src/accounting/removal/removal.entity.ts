import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';
import type { RemovedOrder } from '../history/judge-order.js';

const ACCOUNT_COLUMNS: Columns<Record<'month' | 'line' | 'count' | 'amount' | 'unstated', unknown>> = {
  month: 'date',
  line: 'jsonb',
  count: 'bigint',
  amount: 'numeric',
  unstated: 'bigint',
};

export const MonthlyAccountEntity = entity('monthly_account', ACCOUNT_COLUMNS, ['month', 'line'], {});

const REMOVED_ORDER_COLUMNS: Columns<RemovedOrder & Record<'month' | 'removedAt', unknown>> = {
  merchantOrderNo: 'text collate C',
  month: 'date',
  times: 'timestamptz[]',
  macs: 'bytea[]',
  keyId: 'text',
  seal: 'bytea',
  removedAt: 'timestamptz',
};

export const RemovedOrderEntity = entity('removed_orders', REMOVED_ORDER_COLUMNS, ['merchantOrderNo'], {
  checks: [
    { name: 'removed_orders_whole', expression: 'cardinality(times) > 0 AND cardinality(times) = cardinality(macs)' },
    { name: 'removed_orders_seal', expression: 'octet_length(seal) = 32' },
  ],
  indices: [{ name: 'removed_orders_month', columns: ['month'] }],
});
