import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NewestFirst } from '../platform/database/newest-first.js';
import type { Placed } from '../platform/database/newest-first.js';
import type { PageRequest } from '../platform/shared/page.js';
import type { RecordedRun, RunFilter } from './reconciliation.types.js';

const COLUMNS = `r.id, r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.claimed, r.answered, r.changed,
  r.unanswered`;

@Injectable()
export class RunRepository {
  constructor(private readonly database: Database) {}

  /** Newest first; one row more than the page holds. */
  async list({ from, to }: RunFilter, page: PageRequest): Promise<(RecordedRun & Placed)[]> {
    const list = new NewestFirst().where('r.started_at >= ?', from).where('r.started_at < ?', to);
    const listing = {
      select: COLUMNS,
      from: 'reconciliation_runs r',
      at: 'r.started_at',
      id: 'r.id',
      idType: 'uuid',
    } as const;
    return this.database.query(list.sql(listing, page), list.parameters);
  }

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
