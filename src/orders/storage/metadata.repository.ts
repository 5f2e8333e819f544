import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { storableJson } from '../../platform/shared/storable.js';
import type { Metadata } from '../model/metadata.js';

/** What a merchant's server has noted on an order. No belief: no version changes, and no change writes it. */
@Injectable()
export class MetadataRepository {
  constructor(private readonly database: Database) {}

  /** Two at once both hold. Gives all that is noted now; null: there is no such order. */
  async merge(merchantOrderNo: string, set: Metadata, gone: readonly string[]): Promise<Metadata | null> {
    const [row] = await this.database.query<{ metadata: Metadata }>(
      `UPDATE orders SET metadata = (metadata || $2::jsonb) - $3::text[] WHERE merchant_order_no = $1 RETURNING metadata`,
      [merchantOrderNo, storableJson(set), gone],
    );
    return row?.metadata ?? null;
  }
}
