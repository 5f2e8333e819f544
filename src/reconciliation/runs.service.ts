import { Injectable } from '@nestjs/common';
import { pageOf } from '../platform/shared/page.js';
import type { Page, PageRequest } from '../platform/shared/page.js';
import type { RecordedRun, RunFilter } from './reconciliation.types.js';
import { RunRepository } from './run.repository.js';

/** Polling rounds of all replicas. */
@Injectable()
export class RunsService {
  constructor(private readonly runs: RunRepository) {}

  /** Newest first. */
  async list(filter: RunFilter, page: PageRequest): Promise<Page<RecordedRun>> {
    const found = await this.runs.list(filter, page);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }

  /** Deletes up to `most` rounds older than the limit; returns how many. */
  deleteOld(olderThanMs: number, most: number): Promise<number> {
    return this.runs.deleteOld(olderThanMs, most);
  }
}
