import { Injectable } from '@nestjs/common';
import { pageOf } from '../platform/shared/page.js';
import type { Page, PageRequest } from '../platform/shared/page.js';
import type { RecordedRun, RunFilter } from './reconciliation.types.js';
import { RunRepository } from './run.repository.js';

@Injectable()
export class RunsService {
  constructor(private readonly runs: RunRepository) {}

  async list(filter: RunFilter, page: PageRequest): Promise<Page<RecordedRun>> {
    const found = await this.runs.list(filter, page);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }

  deleteOld(olderThanMs: number, most: number): Promise<number> {
    return this.runs.deleteOld(olderThanMs, most);
  }
}
