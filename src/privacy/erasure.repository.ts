import { Injectable } from '@nestjs/common';
import { listed, names, placeholders, reader, selectList, values } from '../platform/database/columns.js';
import { Database } from '../platform/database/database.js';
import { ERASURE_COLUMNS } from './erasure.entity.js';
import type { Erasure } from './erasure-list.js';

const read = reader(ERASURE_COLUMNS, 'e');

@Injectable()
export class ErasureRepository {
  constructor(private readonly database: Database) {}

  now(): Promise<Date> {
    return this.database.now();
  }

  /** A repeated erasure keeps the later time. */
  async add(erasure: Erasure): Promise<void> {
    await this.database.query(
      `INSERT INTO erasures AS e (${names(ERASURE_COLUMNS)}) SELECT ${placeholders(ERASURE_COLUMNS, 1)}
       ON CONFLICT (digest) DO UPDATE SET at = greatest(e.at, excluded.at)`,
      values(listed(ERASURE_COLUMNS), erasure),
    );
  }

  async list(): Promise<Erasure[]> {
    const rows = await this.database.query<Record<string, unknown>>(
      `SELECT ${selectList(ERASURE_COLUMNS, 'e')} FROM erasures e ORDER BY e.at, e.digest`,
    );
    return rows.map(read);
  }
}
