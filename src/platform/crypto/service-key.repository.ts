import type { MasterKey } from './key-ring.js';
import { Injectable } from '@nestjs/common';
import type { Columns } from '../database/columns.js';
import { Database } from '../database/database.js';
import { entity } from '../database/entity-table.js';
import { KeyRing } from './key-ring.js';

export interface KnownServiceKey {
  readonly id: string;
  /** Shows whether a key with this id is the same key. */
  readonly proof: Buffer;
  readonly createdAt: Date;
  /** When the operator retired it; null: it is required. */
  readonly retiredAt: Date | null;
}

/** `key`: only the one that a service without SERVICE_KEY generates. */
const KEY_COLUMNS: Columns<KnownServiceKey & Record<'key', unknown>> = {
  id: 'text',
  proof: 'bytea',
  key: 'bytea?',
  createdAt: 'timestamptz = checkout_now()',
  retiredAt: 'timestamptz?',
};

export const ServiceKeyEntity = entity('service_keys', KEY_COLUMNS, ['id'], {
  checks: [
    { name: 'service_keys_length', expression: 'octet_length(key) = 32' },
    { name: 'service_keys_proof', expression: 'octet_length(proof) = 32' },
  ],
});

const PURPOSE = 'service-key';

export function proofOf(ring: KeyRing, id: string): Buffer | null {
  return ring.mac(PURPOSE, id, id);
}

/** Compares `SERVICE_KEY` with the keys that the database was written with; returns the differences as messages. */
export function serviceKeyProblems(ring: KeyRing, known: readonly KnownServiceKey[]): string[] {
  const others = known.filter(({ id, proof }) => ring.has(id) && !ring.verify(PURPOSE, id, id, proof));
  const missing = known.filter(({ id, retiredAt }) => retiredAt === null && !ring.has(id));
  return [
    ...others.map(
      ({ id }) => `SERVICE_KEY has another key ${id} than the database was written with: each new key needs a new id`,
    ),
    ...missing.map(
      ({ id }) =>
        `SERVICE_KEY lacks the key ${id}, with which the database was written: list it behind the newest, or do without it for good (npm run key -- service-keys --retire ${id})`,
    ),
  ];
}

const MADE = 'made';

/** Stores no key, except the one that a service without `SERVICE_KEY` (`AUTH=none`) generates for all replicas. */
@Injectable()
export class ServiceKeyRepository {
  constructor(private readonly database: Database) {}

  /** `bytes`: the key, if there is none yet. */
  async findOrMake(bytes: Buffer): Promise<MasterKey> {
    const made = { id: MADE, bytes };
    await this.database.query('INSERT INTO service_keys (id, proof, key) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      MADE,
      proofOf(new KeyRing([made]), MADE),
      made.bytes,
    ]);
    const key = await this.find();
    if (key === null) throw new Error('the service key vanished');
    return key;
  }

  async find(): Promise<MasterKey | null> {
    const [row] = await this.database.query<{ id: string; key: Buffer }>(
      'SELECT id, key FROM service_keys WHERE id = $1 AND key IS NOT NULL',
      [MADE],
    );
    return row === undefined ? null : { id: row.id, bytes: row.key };
  }

  known(): Promise<KnownServiceKey[]> {
    return this.database.query(
      `SELECT id, proof, created_at AS "createdAt", retired_at AS "retiredAt" FROM service_keys
        ORDER BY created_at DESC, id DESC`,
    );
  }

  async add(ring: KeyRing): Promise<void> {
    const { newestId } = ring;
    await this.database.query('INSERT INTO service_keys (id, proof) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      newestId,
      proofOf(ring, newestId),
    ]);
  }

  async retire(id: string): Promise<void> {
    await this.database.query(
      'UPDATE service_keys SET retired_at = checkout_now() WHERE id = $1 AND retired_at IS NULL',
      [id],
    );
  }
}
