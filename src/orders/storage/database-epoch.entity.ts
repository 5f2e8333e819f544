import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';

interface DatabaseEpoch {
  readonly id: number;
  /** Part of every cursor. */
  readonly epoch: string;
  /** System identifier, database and timeline of the epoch; null until the service first starts. */
  readonly history: string | null;
  readonly beganAt: Date;
  /** When lost commits were last found or suspected. */
  readonly doubtedAt: Date | null;
}

const EPOCH_COLUMNS: Columns<DatabaseEpoch> = {
  id: 'smallint',
  epoch: 'uuid',
  history: 'text?',
  beganAt: 'timestamptz',
  doubtedAt: 'timestamptz?',
};

export const DatabaseEpochEntity = entity('database_epoch', EPOCH_COLUMNS, ['id'], {
  checks: [{ name: 'database_epoch_one', expression: 'id = 1' }],
});
