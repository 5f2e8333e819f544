import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { storableJson } from '../platform/text/stored-json.js';
import type { AuditCut, NewestEntry, SealedEntry } from './audit-chain.js';
import { ACTOR_SQL } from './audit-list.js';
import type { AuditAction, AuditHead } from './audit.types.js';

/** `bigint` is read as text. The ids are consecutive, so a number can hold them. */
type Stored<Row> = { readonly [K in keyof Row]: K extends 'id' | 'entry' ? string : Row[K] };

/** Ignores entries dated in the future: one written directly to the database must not count forever. */
const OFTEN = `
  SELECT count(*)::integer AS times, min(at) AS oldest, checkout_now() AS now FROM audit_log
   WHERE actor_id = $1 AND action = $2 AND at <= checkout_now() + interval '10 s'
     AND at > checkout_now() - $3::float8 * interval '1 ms'`;

const ENTRIES = `
  SELECT a.id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, ${ACTOR_SQL} AS actor,
         a.trace_id AS "traceId", a.action, a.target, a.reason, a.detail, a.key_id AS "keyId", a.mac,
         EXISTS (SELECT FROM service_keys k WHERE k.id = a.key_id) AS "isKeyKnown" FROM audit_log a`;

export interface Often {
  readonly now: Date;
  readonly times: number;
  readonly oldest: Date | null;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  async often(actorId: string, action: AuditAction, withinMs: number): Promise<Often> {
    const [often] = await this.database.query<Often>(OFTEN, [actorId, action, withinMs]);
    if (often === undefined) throw new Error('Postgres did not count');
    return often;
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
    const { id, at, actor, traceId, action, target, reason, detail, keyId, mac } = entry;
    const written = await this.database.query(
      `INSERT INTO audit_log (id, at, actor_id, actor_name, address, trace_id, action, target, reason, detail, key_id, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [id, at, actor.id, actor.name, actor.address, traceId, action, target, reason, storableJson(detail), keyId, mac],
    );
    return written.length === 1;
  }

  /** null: nothing was cut off. */
  async cut(): Promise<AuditCut | null> {
    const [cut] = await this.database.query<Stored<AuditCut>>(
      'SELECT entry, mac, key_id AS "keyId", seal FROM audit_cut',
    );
    return cut === undefined ? null : { ...cut, entry: Number(cut.entry) };
  }

  /** The newest of the `most` oldest entries that are older than the limit. Never the newest entry of the log. */
  async lastOld(olderThanMs: number, most: number): Promise<Pick<AuditCut, 'entry' | 'mac'> | null> {
    const [last] = await this.database.query<Stored<Pick<AuditCut, 'entry' | 'mac'>>>(
      `SELECT id AS entry, mac FROM (SELECT id, mac, at FROM audit_log ORDER BY id LIMIT $2) oldest
        WHERE at < checkout_now() - $1 * interval '1 millisecond' AND id < (SELECT max(id) FROM audit_log)
        ORDER BY id DESC LIMIT 1`,
      [olderThanMs, most],
    );
    return last === undefined ? null : { ...last, entry: Number(last.entry) };
  }

  /** Moves the cut forward. It moves back only if the stored seal is `bad`. */
  async moveCut({ entry, mac, keyId, seal }: AuditCut, bad: Buffer | null = null): Promise<void> {
    await this.database.query(
      `INSERT INTO audit_cut AS c (id, entry, mac, key_id, seal) VALUES (1, $1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET entry = excluded.entry, mac = excluded.mac, key_id = excluded.key_id, seal = excluded.seal
         WHERE c.entry < excluded.entry OR c.seal = $5`,
      [entry, mac, keyId, seal, bad],
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

  private async entries(which: string, parameters: readonly unknown[]): Promise<NewestEntry[]> {
    const rows = await this.database.query<Stored<NewestEntry>>(`${ENTRIES} ${which}`, parameters);
    return rows.map((row) => ({ ...row, id: Number(row.id) }));
  }
}
