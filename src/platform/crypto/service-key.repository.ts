import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Database } from '../database/database.js';
import type { MasterKey } from './key-ring.js';

const MADE = 'made';

/** The key that a service without `SERVICE_KEY` (only with `AUTH=none`) makes for itself, once for all replicas. */
@Injectable()
export class ServiceKeyRepository {
  constructor(private readonly database: Database) {}

  async findOrMake(): Promise<MasterKey> {
    await this.database.query('INSERT INTO service_keys (id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      MADE,
      randomBytes(32),
    ]);
    const key = await this.find();
    if (key === null) throw new Error('the service key vanished');
    return key;
  }

  /** The key that was made, or null: whoever only reads makes none. */
  async find(): Promise<MasterKey | null> {
    const [row] = await this.database.query<{ id: string; key: Buffer }>(
      'SELECT id, key FROM service_keys WHERE id = $1',
      [MADE],
    );
    return row === undefined ? null : { id: row.id, bytes: row.key };
  }
}
