import { Injectable } from '@nestjs/common';
import { currentTraceId } from '../telemetry/trace-context.js';
import { AuditRepository } from './audit.repository.js';
import type { AuditEntry } from './audit.types.js';

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
}
