import { Injectable } from '@nestjs/common';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { claimedMessage, readCallback, textFields } from './decisions/callback-fields.js';
import { RECEIPT_CONTENT } from './receipt-content.js';
import { TradeReceiptsRepository } from './trade-receipts.repository.js';
import type { OpenedReceipt, SealedReceipt } from './trade-receipts.types.js';

@Injectable()
export class TradeReceiptsService {
  constructor(
    private readonly receipts: TradeReceiptsRepository,
    private readonly keys: KeysService,
  ) {}

  /** Newest first. */
  async open(tradeNos: readonly string[], most: number): Promise<OpenedReceipt[]> {
    const sealed = await this.receipts.sealed(tradeNos, most);
    const ring = await this.keys.ring();
    return sealed.map((receipt) => opened(receipt, ring));
  }

  /** Deletes up to `most` receipts that were last received before the limit; returns how many. */
  deleteOld(olderThanMs: number, most: number): Promise<number> {
    return this.receipts.deleteOld(olderThanMs, most);
  }
}

function opened({ keyId, content, ...receipt }: SealedReceipt, ring: KeyRing): OpenedReceipt {
  try {
    const sealed = { keyId, bytes: content };
    const plain = ring.open(RECEIPT_CONTENT.purpose, RECEIPT_CONTENT.contextOf(receipt.id), sealed).toString('utf8');
    const { query, headers, body } = JSON.parse(plain) as {
      query: string;
      headers: Record<string, string>;
      body: string;
    };
    const request = { query, headers, body: Buffer.from(body, 'base64') };
    const said = textFields(readCallback(request));
    return { ...receipt, request, said, claimedMessage: claimedMessage(said) };
  } catch {
    return { ...receipt, request: null, said: new Map(), claimedMessage: null };
  }
}
