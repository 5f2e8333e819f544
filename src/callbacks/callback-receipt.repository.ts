import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { Database } from '../platform/database/database.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { RECEIPT_CONTENT } from './receipt-content.js';

/** A callback as it came. `query`, `headers` and `body` are stored encrypted; the headers are the few that are worth keeping. */
export interface ReceivedCallback {
  readonly tradeNo: string;
  readonly method: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What it says, as far as it can be read. */
export interface CallbackNews {
  readonly payloadHash: Buffer;
  readonly claimedStatus: string | null;
}

export interface StoredReceipt {
  readonly id: string;
  /** How often the same came, this time included. */
  readonly times: number;
}

@Injectable()
export class CallbackReceiptRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
  ) {}

  /**
   * Stores the bytes; when this returns they survive a crash. The same news of the same trade is counted at the receipt
   * that is there.
   */
  async store(callback: ReceivedCallback, news: CallbackNews): Promise<StoredReceipt> {
    const { tradeNo, method, query, headers, body } = callback;
    const { payloadHash, claimedStatus } = news;
    const ring = await this.keys.ring();
    const id = randomUUID();
    const content = JSON.stringify({ query, headers, body: body.toString('base64') });
    const sealed = ring.seal(RECEIPT_CONTENT.purpose, RECEIPT_CONTENT.contextOf(id), Buffer.from(content));
    const digest = createHash('sha256').update(body).digest();
    const [stored] = await this.database.query<StoredReceipt>(
      `INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, payload_hash, claimed_status,
                                      key_id, content)
       VALUES ($1, $2, (SELECT merchant_order_no FROM trades WHERE trade_no = $2), $3, $4, $5, $6, $7, $8)
       ON CONFLICT (trade_no, payload_hash) DO UPDATE
          SET times = callback_receipts.times + 1,
              last_received_at = greatest(callback_receipts.last_received_at, checkout_now())
       RETURNING id, times`,
      [id, tradeNo, method, digest, payloadHash, claimedStatus, sealed.keyId, sealed.bytes],
    );
    if (stored === undefined) throw new Error('a receipt was neither stored nor counted');
    return stored;
  }
}
