import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

@Injectable()
export class RunsService {
  constructor(private readonly database: Database) {}

  async deleteOld(olderThanMs: number, most: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM reconciliation_runs WHERE id IN (
         SELECT id FROM reconciliation_runs WHERE started_at < checkout_now() - $1 * interval '1 millisecond'
          ORDER BY started_at LIMIT $2)
       RETURNING id`,
      [olderThanMs, most],
    );
    return rows.length;
  }
}
