import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { SealedReceipt } from './trade-receipts.types.js';

@Injectable()
export class TradeReceiptsRepository {
  constructor(private readonly database: Database) {}

  /** Newest first, with encrypted contents. */
  sealed(tradeNos: readonly string[], most: number): Promise<SealedReceipt[]> {
    return this.database.query(
      `SELECT id, trade_no AS "tradeNo", received_at AS "receivedAt", last_received_at AS "lastReceivedAt", times, method,
              claimed_status AS "claimedStatus", key_id AS "keyId", content
         FROM callback_receipts WHERE trade_no = ANY($1) ORDER BY received_at DESC, id DESC LIMIT $2`,
      [tradeNos, most],
    );
  }

  /** Deletes up to `most` receipts that were last received before the limit; returns how many. */
  async deleteOld(olderThanMs: number, most: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM callback_receipts WHERE id IN (
         SELECT id FROM callback_receipts WHERE received_at < checkout_now() - $1 * interval '1 millisecond'
            AND coalesce(last_received_at, received_at) < checkout_now() - $1 * interval '1 millisecond'
          ORDER BY received_at, id LIMIT $2)
       RETURNING id`,
      [olderThanMs, most],
    );
    return rows.length;
  }
}
