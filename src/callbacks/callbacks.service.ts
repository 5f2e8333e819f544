import { Injectable, Logger } from '@nestjs/common';
import { CallbackAddressService } from '../orders/callback-address.service.js';
import { TradeRecordService } from '../orders/trade-record.service.js';
import { Problem } from '../shared/problem.js';
import { Metrics } from '../telemetry/metrics.js';
import { CallbackReceiptRepository } from './callback-receipt.repository.js';
import type { CallbackReceipt } from './callback-receipt.repository.js';

/** A callback is never more than a hint: its bytes are stored, its trade is asked about, and nothing in it is believed. */
@Injectable()
export class CallbacksService {
  private readonly logger = new Logger(CallbacksService.name);

  constructor(
    private readonly addresses: CallbackAddressService,
    private readonly receipts: CallbackReceiptRepository,
    private readonly door: TradeRecordService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Resolves when the bytes are stored and the trade is due. Throws `not_found` for a token that we did not make, and
   * what the database throws when it is away: the provider may come again.
   */
  async receive(token: string, received: Omit<CallbackReceipt, 'tradeNo'>): Promise<void> {
    const tradeNo = await this.addresses.tradeOf(token);
    if (tradeNo === null) {
      this.metrics.callbacks.inc({ result: 'bad_token' });
      throw new Problem('not_found', 'There is nothing here.');
    }
    const receiptId = await this.receipts.store({ ...received, tradeNo });
    const known = await this.door.hintTrade(tradeNo, `callback:${receiptId}`);
    // A good token of a trade that we do not know: the database was restored to an earlier day. Kept, to look into.
    if (!known) this.logger.error({ msg: 'a callback for a trade that is not known', tradeNo, receiptId });
    this.metrics.callbacks.inc({ result: known ? 'stored' : 'orphan' });
  }
}
