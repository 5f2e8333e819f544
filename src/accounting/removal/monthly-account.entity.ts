import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';

/** What removed orders add to a report: lines of what is alike, by the month. */
const ACCOUNT_COLUMNS: Columns<Record<'month' | 'line' | 'count' | 'amount' | 'unstated', unknown>> = {
  month: 'date',
  line: 'jsonb',
  count: 'bigint',
  amount: 'numeric',
  unstated: 'bigint',
};

export const MonthlyAccountEntity = entity('monthly_account', ACCOUNT_COLUMNS, ['month', 'line'], {});
