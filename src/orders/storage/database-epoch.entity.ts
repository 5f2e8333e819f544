import type { Columns } from '../../platform/database/columns.js';
import { entity } from '../../platform/database/entity-table.js';

interface DatabaseEpoch {
  readonly id: number;
  /** Part of every cursor that names a place. */
  readonly epoch: string;
  /** System identifier, database and timeline in which the epoch is valid; null until the service first starts. */
  readonly history: string | null;
  readonly beganAt: Date;
  /** When commits were last found, or suspected, to be lost. */
  readonly doubtedAt: Date | null;
}

const EPOCH_COLUMNS: Columns<DatabaseEpoch> = {
  id: 'smallint',
  epoch: 'uuid',
  history: 'text?',
  beganAt: 'timestamptz',
  doubtedAt: 'timestamptz?',
};

/** One row. */
export const DatabaseEpochEntity = entity('database_epoch', EPOCH_COLUMNS, ['id'], {
  checks: [{ name: 'database_epoch_one', expression: 'id = 1' }],
});
