import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { storableJson } from '../../platform/shared/storable.js';
import type { Metadata } from '../model/metadata.js';

/** What a merchant's server has noted on an order. No belief: no version changes, and no change writes it. */
@Injectable()
export class MetadataRepository {
  constructor(private readonly database: Database) {}

  /**
   * Two at once both hold. Gives all that is noted now; null: it would be more than `most` names, or the customer is
   * forgotten, and nothing is noted. Here and in no constraint, which every change of an order would pay for.
   */
  async merge(merchantOrderNo: string, set: Metadata, gone: readonly string[], most: number): Promise<Metadata | null> {
    const [row] = await this.database.query<{ metadata: Metadata }>(
      `UPDATE orders SET metadata = (metadata || $2::jsonb) - $3::text[]
        WHERE merchant_order_no = $1 AND erased_at IS NULL
          AND (SELECT count(*) FROM jsonb_object_keys((metadata || $2::jsonb) - $3::text[])) <= $4
       RETURNING metadata`,
      [merchantOrderNo, storableJson(set), gone, most],
    );
    return row?.metadata ?? null;
  }

  /** Is the customer forgotten? */
  async isErased(merchantOrderNo: string): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT 1 FROM orders WHERE merchant_order_no = $1 AND erased_at IS NOT NULL',
      [merchantOrderNo],
    );
    return rows.length > 0;
  }
}
