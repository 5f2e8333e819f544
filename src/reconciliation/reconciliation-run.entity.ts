import type { Columns } from '../platform/database/columns.js';
import { entity } from '../platform/database/entity-table.js';

const RUN_COLUMNS = {
  id: 'uuid',
  startedAt: 'timestamptz',
  finishedAt: 'timestamptz',
  claimed: 'integer',
  answered: 'integer',
  changed: 'integer',
  unanswered: 'integer',
} as const satisfies Columns<Record<string, unknown>>;

export const ReconciliationRunEntity = entity('reconciliation_runs', RUN_COLUMNS, ['id'], {
  indices: [{ name: 'reconciliation_runs_started', columns: ['startedAt'] }],
});
