import { Injectable } from '@nestjs/common';
import { assignments, listed, names, placeholders, reader, selectList, values } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import type { AuditCut, NewestEntry, SealedEntry } from './audit-chain.js';
import { ACTOR_SQL } from './audit-list.js';
import { CUT_COLUMNS, LOG_COLUMNS } from './audit.entity.js';
import type { AuditAction, AuditHead } from './audit.types.js';

/** Ignores entries dated in the future: one written directly to the database must not count forever. */
const RECENT_USES = `
  SELECT count(*)::integer AS times, min(at) AS oldest, checkout_now() AS now FROM audit_log
   WHERE actor_id = $1 AND action = $2 AND at <= checkout_now() + interval '10 s'
     AND at > checkout_now() - $3::float8 * interval '1 ms'`;

/** The ids are consecutive, so a number can hold them. */
const ENTRIES = `
  SELECT a.id::float8 AS id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, ${ACTOR_SQL} AS actor,
         a.trace_id AS "traceId", a.action, a.target, a.reason, a.detail, a.key_id AS "keyId", a.mac,
         EXISTS (SELECT FROM service_keys k WHERE k.id = a.key_id) AS "isKeyKnown" FROM audit_log a`;

interface RecentUses {
  readonly now: Date;
  readonly times: number;
  readonly oldest: Date | null;
}

const readCut = reader(CUT_COLUMNS, 'c');

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async recentUses(actorId: string, action: AuditAction, withinMs: number): Promise<RecentUses> {
    const [recent] = await this.database.query<RecentUses>(RECENT_USES, [actorId, action, withinMs]);
    if (recent === undefined) throw new Error('Postgres did not count');
    return recent;
  }

  newest(most: number): Promise<NewestEntry[]> {
    return this.entries('ORDER BY a.id DESC LIMIT $1', [most]);
  }

  async head(): Promise<AuditHead> {
    const [head] = await this.newest(1);
    return head ?? { id: 0, mac: null };
  }

  /** Returns false if the id is taken. */
  async append(entry: SealedEntry): Promise<boolean> {
    const { id: actorId, name: actorName, address } = entry.actor;
    const written = await this.database.query(
      `INSERT INTO audit_log (${names(LOG_COLUMNS)}) VALUES (${placeholders(LOG_COLUMNS, 1)})
       ON CONFLICT (id) DO NOTHING RETURNING 1`,
      values(listed(LOG_COLUMNS), { ...entry, actorId, actorName, address }),
    );
    return written.length === 1;
  }

  /** null: nothing was cut off. */
  async cut(): Promise<AuditCut | null> {
    const [row] = await this.database.query<Record<string, unknown>>(
      `SELECT ${selectList(CUT_COLUMNS, 'c')} FROM audit_cut c`,
    );
    return row === undefined ? null : readCut(row);
  }

  /** The newest of the `most` oldest entries that are older than the limit. Never the newest entry of the log. */
  async lastOld(olderThanMs: number, most: number): Promise<Pick<AuditCut, 'entry' | 'mac'> | null> {
    const [last] = await this.database.query<Pick<AuditCut, 'entry' | 'mac'>>(
      `SELECT id::float8 AS entry, mac FROM (SELECT id, mac, at FROM audit_log ORDER BY id LIMIT $2) oldest
        WHERE at < checkout_now() - $1 * interval '1 millisecond' AND id < (SELECT max(id) FROM audit_log)
        ORDER BY id DESC LIMIT 1`,
      [olderThanMs, most],
    );
    return last ?? null;
  }

  /** Moves the cut forward. It moves back only if the stored seal is `bad`. */
  async moveCut(cut: AuditCut, bad: Buffer | null = null): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_cut AS c (${names(CUT_COLUMNS)}) VALUES (${placeholders(CUT_COLUMNS, 1)})
       ON CONFLICT (id) DO UPDATE SET ${assignments(CUT_COLUMNS, 'excluded')}
         WHERE c.entry < excluded.entry OR c.seal = $6`,
      [...values(listed(CUT_COLUMNS), { ...cut, id: 1 }), bad],
    );
  }

  async deleteCut(): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM audit_log WHERE id <= (SELECT entry FROM audit_cut) AND at < now() - interval '365 days' RETURNING id`,
    );
    return rows.length;
  }

  after(id: number, most: number): Promise<SealedEntry[]> {
    return this.entries('WHERE a.id > $1 ORDER BY a.id LIMIT $2', [id, most]);
  }

  private entries(which: string, parameters: readonly unknown[]): Promise<NewestEntry[]> {
    return this.database.query<NewestEntry>(`${ENTRIES} ${which}`, parameters);
  }
}
