import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { NewestFirst } from '../platform/database/newest-first.js';
import type { Placed } from '../platform/database/newest-first.js';
import type { PageRequest } from '../platform/shared/page.js';
import { storableJson } from '../platform/shared/storable.js';
import type { AuditCut, SealedEntry } from './audit-chain.js';
import type { AuditAction, AuditFilter, AuditHead, AuditRow } from './audit.types.js';

const ACTOR = `jsonb_build_object('id', a.actor_id, 'name', a.actor_name, 'address', a.address) AS actor`;

const LISTING = {
  select: `a.id::text AS id, a.at, a.trace_id AS "traceId", a.action, a.target, a.reason, a.detail, ${ACTOR}`,
  from: 'audit_log a',
  at: 'a.at',
  id: 'a.id',
  idType: 'bigint',
  byIdAlone: true,
} as const;

const HEAD = `
  SELECT coalesce(head.id, 0)::float8 AS id, head.mac, checkout_now() AS now, often.times, often.oldest
    FROM (SELECT count(*)::integer AS times, min(at) AS oldest FROM audit_log
           WHERE actor_id = $1 AND action = $2 AND at > checkout_now() - $3::float8 * interval '1 ms'
             AND at <= checkout_now()) often
    LEFT JOIN (SELECT id, mac FROM audit_log ORDER BY id DESC LIMIT 1) head ON true`;

/** The end of the log, the time, and how often an actor has done something within a span of time that ends now. */
export interface LogState extends AuditHead {
  readonly now: Date;
  readonly times: number;
  readonly oldest: Date | null;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async state(actorId: string, action: AuditAction, withinMs: number): Promise<LogState> {
    const [state] = await this.database.query<LogState>(HEAD, [actorId, action, withinMs]);
    if (state === undefined) throw new Error('Postgres did not count');
    return state;
  }

  async head(): Promise<AuditHead> {
    const [head] = await this.database.query<AuditHead>(
      'SELECT id::float8 AS id, mac FROM audit_log ORDER BY id DESC LIMIT 1',
    );
    return head ?? { id: 0, mac: null };
  }

  /** false: somebody else was quicker, and has written the entry with this number. */
  async append(entry: SealedEntry): Promise<boolean> {
    const { id, at, actor, traceId, action, target, reason, detail, keyId, mac } = entry;
    const written = await this.database.query(
      `INSERT INTO audit_log (id, at, actor_id, actor_name, address, trace_id, action, target, reason, detail, key_id, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, at, actor.id, actor.name, actor.address, traceId, action, target, reason, storableJson(detail), keyId, mac],
    );
    return written.length === 1;
  }

  /** null: all of the log is there. */
  async cut(): Promise<AuditCut | null> {
    const [cut] = await this.database.query<AuditCut>(
      'SELECT entry::float8 AS entry, mac, key_id AS "keyId", seal FROM audit_cut',
    );
    return cut ?? null;
  }

  /** The newest of the `most` oldest entries that were all made so long ago, and of which none is the log's newest. */
  async lastOld(olderThanMs: number, most: number): Promise<Pick<AuditCut, 'entry' | 'mac'> | null> {
    const [last] = await this.database.query<Pick<AuditCut, 'entry' | 'mac'>>(
      `SELECT id::float8 AS entry, mac FROM (SELECT id, mac, at FROM audit_log ORDER BY id LIMIT $2) oldest
        WHERE at < checkout_now() - $1 * interval '1 millisecond' AND id < (SELECT max(id) FROM audit_log)
        ORDER BY id DESC LIMIT 1`,
      [olderThanMs, most],
    );
    return last ?? null;
  }

  /** The log begins behind this entry; never before where it began already. Then what stands before may go. */
  async moveCut({ entry, mac, keyId, seal }: AuditCut): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_cut AS c (id, entry, mac, key_id, seal) VALUES (1, $1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET entry = excluded.entry, mac = excluded.mac, key_id = excluded.key_id, seal = excluded.seal
         WHERE c.entry < excluded.entry`,
      [entry, mac, keyId, seal],
    );
  }

  async deleteCut(): Promise<number> {
    const rows = await this.database.query(
      'DELETE FROM audit_log WHERE id <= (SELECT entry FROM audit_cut) RETURNING id',
    );
    return rows.length;
  }

  /** Oldest first: at most `most` of those behind the entry with this number. */
  after(id: number, most: number): Promise<SealedEntry[]> {
    return this.database.query<SealedEntry>(
      `SELECT a.id::float8 AS id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, ${ACTOR},
              a.trace_id AS "traceId", a.action, a.target, a.reason, a.detail, a.key_id AS "keyId", a.mac
         FROM audit_log a WHERE a.id > $1 ORDER BY a.id LIMIT $2`,
      [id, most],
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
