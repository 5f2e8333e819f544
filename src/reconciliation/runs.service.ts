import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { entity } from '../platform/database/entity-table.js';
import { count, moment, uuid } from '../platform/http/answers/shape.js';
import { bySpan, StaffList } from '../platform/http/answers/staff-list.js';

const RUN_COLUMNS = {
  id: 'uuid',
  startedAt: 'timestamptz',
  finishedAt: 'timestamptz',
  claimed: 'integer',
  answered: 'integer',
  changed: 'integer',
  unanswered: 'integer',
} as const;

export const ReconciliationRunEntity = entity('reconciliation_runs', RUN_COLUMNS, ['id'], {
  indices: [{ name: 'reconciliation_runs_started', columns: ['startedAt'] }],
});

/** Rounds of the schedule of all replicas. A round that had nothing to poll leaves no row. */
export const RUN_LIST = new StaffList(
  { item: 'RunDto', page: 'RunsDto', table: 'reconciliation_runs', as: 'r', at: 'started_at', idType: 'uuid' },
  {
    id: uuid('The id.'),
    startedAt: moment('The start of the run.'),
    finishedAt: moment('The end of the run.', '2026-01-31T12:00:01.250Z'),
    claimed: count('Trades that were due.', 12),
    answered: count('Trades of which the provider said something.', 11),
    changed: count('Trades of which it said something new.', 3),
    unanswered: count('Trades of which nothing was heard.', 1),
  },
  bySpan('r.started_at', 'Begun'),
);

@Injectable()
export class RunsService {
  constructor(private readonly database: Database) {}

  async deleteOld(olderThanMs: number, most: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM reconciliation_runs WHERE id IN (
         SELECT id FROM reconciliation_runs WHERE started_at < checkout_now() - $1 * interval '1 millisecond'
          ORDER BY started_at LIMIT $2)
       RETURNING id`,
      [olderThanMs, most],
    );
    return rows.length;
  }
}
