import { Injectable } from '@nestjs/common';
import { currentTraceId } from '../platform/telemetry/trace-context.js';
import { AuditRepository } from './audit.repository.js';
import { pageOf } from '../platform/shared/page.js';
import type { Page, PageRequest } from '../platform/shared/page.js';
import type { AuditEntry, AuditFilter, AuditRow } from './audit.types.js';

/** The audit log: who did what, when, from where, why. */
@Injectable()
export class AuditService {
  constructor(private readonly log: AuditRepository) {}

  /**
   * Writes down that somebody is about to do something; resolves when it is stored. Called before it is done: nothing is
   * done without an entry, and an entry whose deed does not follow tells of an attempt. Throws what the database throws.
   */
  async record(entry: AuditEntry): Promise<void> {
    await this.log.append(entry, currentTraceId());
  }

  /** Newest first. */
  async list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRow>> {
    const found = await this.log.list(filter, page);
    return pageOf(found, page.limit, (row) => ({ at: row.position_at, id: row.position_id }));
  }
}
