import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NewestFirst } from '../platform/database/newest-first.js';
import type { Placed } from '../platform/database/newest-first.js';
import type { PageRequest } from '../platform/shared/page.js';
import type { AuditEntry, AuditFilter, AuditRow } from './audit.types.js';

const LISTING = {
  select: `a.id::text AS id, a.at, a.trace_id AS "traceId", a.action, a.target, a.reason, a.detail,
    jsonb_build_object('id', a.actor_id, 'name', a.actor_name, 'address', a.address) AS actor`,
  from: 'audit_log a',
  at: 'a.at',
  id: 'a.id',
  idType: 'bigint',
  byIdAlone: true,
} as const;

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

  /** Newest first, by the number that each entry has got; one more than the page holds. */
  async list(filter: AuditFilter, page: PageRequest): Promise<(AuditRow & Placed)[]> {
    const list = new NewestFirst()
      .where('a.actor_id = ?', filter.actor)
      .where('a.action = ?', filter.action)
      .where('a.target = ?', filter.target)
      .where('a.at >= ?', filter.from)
      .where('a.at < ?', filter.to);
    return this.database.query(list.sql(LISTING, page), list.parameters);
  }
}
