import { Injectable } from '@nestjs/common';
import { listed, names, placeholders, reader, selectList, values, without } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { KEY_COLUMNS } from './api-key.entity.js';
import type { ApiKeyRow, StoredKey } from './api-key.js';

const readKey = reader(KEY_COLUMNS, 'k');
const SELECT = `SELECT ${selectList(KEY_COLUMNS, 'k')}, checkout_now() AS now FROM api_keys k`;

const MADE = without(KEY_COLUMNS, ['revokedAt', 'revokedBy', 'lastUsedAt', 'replacedBy']);
const INSERTED = `INSERT INTO api_keys (${names(MADE)})`;
const FIRST_FREE = listed(MADE).length + 1;

type RawKey = Readonly<Record<string, unknown>> & { readonly now: Date };

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  async find(column: 'id' | 'prefix', value: string): Promise<StoredKey | null> {
    const [row] = await this.database.query<RawKey>(`${SELECT} WHERE k.${column} = $1`, [value]);
    return row === undefined ? null : toStoredKey(row);
  }

  /** `after`: the id of the last key of the previous page. */
  async list(limit: number, after: string | null): Promise<StoredKey[]> {
    const rows = await this.database.query<RawKey>(
      `${SELECT}
        WHERE $2::uuid IS NULL OR (k.created_at, k.id) < (SELECT created_at, id FROM api_keys WHERE id = $2)
        ORDER BY k.created_at DESC, k.id DESC LIMIT $1`,
      [limit, after],
    );
    return rows.map(toStoredKey);
  }

  /** Until the first key of a role without a successor ends. */
  firstEnds(): Promise<{ role: string; leftS: number }[]> {
    return this.database.query(
      `SELECT role, extract(epoch FROM min(expires_at) - checkout_now())::float8 AS "leftS" FROM api_keys
        WHERE revoked_at IS NULL AND replaced_by IS NULL AND expires_at > checkout_now() GROUP BY role`,
    );
  }

  async insert(row: ApiKeyRow): Promise<void> {
    await this.database.query(`${INSERTED} VALUES (${placeholders(MADE, 1)})`, values(listed(MADE), row));
  }

  /** False: the seal changed since the row was read, and nothing was written. */
  async rewrite(row: ApiKeyRow, read: ApiKeyRow): Promise<boolean> {
    const { id, hash, seal, keyId, expiresAt, revokedAt, revokedBy } = row;
    const written = await this.database.query(
      `UPDATE api_keys SET hash = $3, seal = $4, key_id = $5, expires_at = $6, revoked_at = $7, revoked_by = $8
        WHERE id = $1 AND seal = $2 RETURNING id`,
      [id, read.seal, hash, seal, keyId, expiresAt, revokedAt, revokedBy],
    );
    return written.length === 1;
  }

  /** False as in `rewrite`. */
  async replace(replaced: ApiKeyRow, read: ApiKeyRow, successor: ApiKeyRow): Promise<boolean> {
    const [id, seal, newSeal, end] = [0, 1, 2, 3].map((at) => `$${FIRST_FREE + at}`);
    const written = await this.database.query(
      `WITH replaced AS (
         UPDATE api_keys SET seal = ${newSeal}, expires_at = ${end}, replaced_by = $1::uuid
          WHERE id = ${id} AND seal = ${seal} RETURNING id
       )
       ${INSERTED} SELECT ${placeholders(MADE, 1)} FROM replaced RETURNING id`,
      [...values(listed(MADE), successor), read.id, read.seal, replaced.seal, replaced.expiresAt],
    );
    return written.length === 1;
  }

  async touch(id: string): Promise<void> {
    await this.database.query(
      `UPDATE api_keys SET last_used_at = checkout_now()
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at NOT BETWEEN checkout_now() - interval '1 minute' AND checkout_now())`,
      [id],
    );
  }
}

const toStoredKey = (raw: RawKey): StoredKey => ({ row: readKey(raw), now: raw.now });
