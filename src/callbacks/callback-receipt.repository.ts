import { Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { Database } from '../database/database.js';
import { KeysService } from '../keys/keys.service.js';

/** A callback as it came. `content` is stored encrypted; `headers` are the few that are worth keeping. */
export interface CallbackReceipt {
  readonly tradeNo: string;
  readonly method: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

@Injectable()
export class CallbackReceiptRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
  ) {}

  /** Stores the bytes and gives the receipt's id; when this returns they survive a crash. */
  async store({ tradeNo, method, query, headers, body }: CallbackReceipt): Promise<string> {
    const ring = await this.keys.ring();
    const id = randomUUID();
    const content = JSON.stringify({ query, headers, body: body.toString('base64') });
    const sealed = ring.seal('callback-receipt', id, Buffer.from(content));
    await this.database.query(
      `INSERT INTO callback_receipts (id, trade_no, merchant_order_no, method, digest, key_id, content, verdict)
       VALUES ($1, $2, (SELECT merchant_order_no FROM trades WHERE trade_no = $2), $3, $4, $5, $6, 'unchecked')`,
      [id, tradeNo, method, createHash('sha256').update(body).digest(), sealed.keyId, sealed.bytes],
    );
    return id;
  }
}
