import { Injectable } from '@nestjs/common';
import type { KeyRing } from '../keys/key-ring.js';
import { KeysService } from '../keys/keys.service.js';
import { TradeReceiptsRepository } from './trade-receipts.repository.js';
import type { OpenedReceipt, SealedReceipt, TradeReceipt } from './trade-receipts.types.js';

/** The callbacks of an order's trades, for staff. */
@Injectable()
export class TradeReceiptsService {
  constructor(
    private readonly receipts: TradeReceiptsRepository,
    private readonly keys: KeysService,
  ) {}

  /** The newest ones, newest first, at most `most`. */
  list(tradeNos: readonly string[], most: number): Promise<TradeReceipt[]> {
    return this.receipts.list(tradeNos, most);
  }

  /** The same, with what was received. */
  async open(tradeNos: readonly string[], most: number): Promise<OpenedReceipt[]> {
    const sealed = await this.receipts.sealed(tradeNos, most);
    const ring = await this.keys.ring();
    return sealed.map((receipt) => opened(receipt, ring));
  }
}

function opened({ keyId, content, ...receipt }: SealedReceipt, ring: KeyRing): OpenedReceipt {
  try {
    const plain = ring.open('callback-receipt', receipt.id, { keyId, bytes: content }).toString('utf8');
    const { query, headers, body } = JSON.parse(plain) as {
      query: string;
      headers: Record<string, string>;
      body: string;
    };
    return { ...receipt, request: { query, headers, body: Buffer.from(body, 'base64') } };
  } catch {
    return { ...receipt, request: null };
  }
}
