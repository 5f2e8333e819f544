import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { AuditEntry } from './audit.types.js';

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async append({ actor, action, target, reason, detail = {} }: AuditEntry, traceId: string | null): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_log (actor_id, actor_name, address, trace_id, action, target, reason, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [actor.id, actor.name, actor.address, traceId, action, target, reason, JSON.stringify(detail)],
    );
  }
}
