import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { SealedReceipt, TradeReceipt } from './trade-receipts.types.js';

const COLUMNS = `id, trade_no AS "tradeNo", received_at AS "receivedAt", last_received_at AS "lastReceivedAt", times, method,
  verdict, verdict_reason AS "verdictReason", claimed_status AS "claimedStatus"`;

/** Callbacks about given trades, newest first. */
const OF_TRADES = `FROM callback_receipts WHERE trade_no = ANY($1) ORDER BY received_at DESC, id DESC LIMIT $2`;

@Injectable()
export class TradeReceiptsRepository {
  constructor(private readonly database: Database) {}

  list(tradeNos: readonly string[], most: number): Promise<TradeReceipt[]> {
    return this.database.query(`SELECT ${COLUMNS} ${OF_TRADES}`, [tradeNos, most]);
  }

  /** With their contents, which are encrypted. */
  sealed(tradeNos: readonly string[], most: number): Promise<SealedReceipt[]> {
    return this.database.query(`SELECT ${COLUMNS}, key_id AS "keyId", content ${OF_TRADES}`, [tradeNos, most]);
  }
}
