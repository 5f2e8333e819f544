import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';

/** The report figures of removed orders, grouped by month. */
const ACCOUNT_COLUMNS: Columns<Record<'month' | 'line' | 'count' | 'amount' | 'unstated', unknown>> = {
  month: 'date',
  line: 'jsonb',
  count: 'bigint',
  amount: 'numeric',
  unstated: 'bigint',
};

export const MonthlyAccountEntity = entity('monthly_account', ACCOUNT_COLUMNS, ['month', 'line'], {});
