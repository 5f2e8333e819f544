import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { Database } from '../platform/database/database.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { RECEIPT_CONTENT } from './receipt-content.js';

export interface ReceivedCallback {
  readonly tradeNo: string;
  readonly method: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CallbackNews {
  readonly payloadHash: Buffer;
  readonly claimedStatus: string | null;
}

export interface StoredReceipt {
  readonly id: string;
  /** How often this content was received, this time included. */
  readonly times: number;
}

/** Storage limit per trade: some hundreds of ordinary callbacks, or the five newest of the largest size. */
const MOST_BYTES_OF_TRADE = 512 * 1024;

/** A repeat needs no room. Deleted receipts are added to the `dropped` count of the new one. */
const STORE = `
  WITH about AS (
         SELECT o.merchant_order_no, o.erased_at FROM trades t JOIN orders o USING (merchant_order_no)
          WHERE t.trade_no = $2 FOR KEY SHARE OF o),
       newest_first AS (
         SELECT id, sum(octet_length(content)) OVER (ORDER BY received_at DESC, id) AS bytes
           FROM callback_receipts WHERE trade_no = $2
            AND NOT EXISTS (SELECT 1 FROM callback_receipts WHERE trade_no = $2 AND payload_hash = $5)),
       gone AS (
         DELETE FROM callback_receipts
          WHERE id IN (SELECT id FROM newest_first WHERE bytes + octet_length($8::bytea) > $9::integer)
         RETURNING times + dropped AS count)
  INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, payload_hash, claimed_status,
                                 key_id, content, dropped)
  SELECT $1, $2, about.merchant_order_no, $3, $4, $5, $6, $7, $8, (SELECT coalesce(sum(count), 0) FROM gone)
    FROM (SELECT) once LEFT JOIN about ON true WHERE about.erased_at IS NULL
  ON CONFLICT (trade_no, payload_hash) DO UPDATE
     SET times = callback_receipts.times + 1,
         last_received_at = greatest(callback_receipts.last_received_at, checkout_now())
  RETURNING id, times`;

@Injectable()
export class CallbackReceiptRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
  ) {}

  /**
   * Stores a callback durably. A repeat only raises the count of its receipt. If the trade has too many bytes, its
   * oldest receipts are deleted. Returns null, and stores nothing, if the customer is erased.
   */
  async store(callback: ReceivedCallback, news: CallbackNews): Promise<StoredReceipt | null> {
    const { tradeNo, method, query, headers, body } = callback;
    const { payloadHash, claimedStatus } = news;
    const ring = await this.keys.ring();
    const id = randomUUID();
    const content = JSON.stringify({ query, headers, body: body.toString('base64') });
    const sealed = ring.seal(RECEIPT_CONTENT.purpose, RECEIPT_CONTENT.contextOf(id), Buffer.from(content));
    const digest = createHash('sha256').update(body).digest();
    const [stored] = await this.database.query<StoredReceipt>(STORE, [
      id,
      tradeNo,
      method,
      digest,
      payloadHash,
      claimedStatus,
      sealed.keyId,
      sealed.bytes,
      MOST_BYTES_OF_TRADE,
    ]);
    return stored ?? null;
  }
}
