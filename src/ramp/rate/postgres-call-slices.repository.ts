import { Injectable } from '@nestjs/common';
import { CallSlices } from './call-slices.js';
import type { SeenSlices, Slice } from './call-slices.js';
import { Database } from '../../platform/database/database.js';

/** The slices of the provider's rate in their one row. */
@Injectable()
export class PostgresCallSlices extends CallSlices {
  constructor(private readonly database: Database) {
    super();
  }

  async read(): Promise<SeenSlices> {
    const [row] = await this.database.query<{ version: string; slices: unknown; now: Date }>(
      'SELECT version, slices, checkout_now() AS now FROM call_budget WHERE id = 1',
    );
    if (row === undefined) throw new Error('call_budget has lost its row');
    return { version: row.version, now: row.now.getTime(), stored: row.slices };
  }

  async replace(version: string, slices: readonly Slice[]): Promise<boolean> {
    const written = await this.database.query(
      'UPDATE call_budget SET version = version + 1, slices = $2::jsonb WHERE id = 1 AND version = $1 RETURNING version',
      [version, JSON.stringify(slices)],
    );
    return written.length === 1;
  }
}
