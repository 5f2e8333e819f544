import { Injectable, Logger } from '@nestjs/common';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { EpochService } from '../orders/epoch/epoch.service.js';
import { OrderTraceService } from '../orders/ask/order-trace.service.js';
import { Watches } from '../orders/storage/watches.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CallbackReceiptsService } from './callback-receipts.service.js';
import type { ReceivedCallback } from './callback-receipts.service.js';
import { claimedStatus, payloadHash, readCallback } from './decisions/callback-content.js';
import { logEvent } from '../platform/telemetry/log-events.js';

export const CALLBACK_RESULTS = ['stored', 'repeated', 'orphan', 'too_large', 'bad_token', 'not_kept'] as const;

/** A callback only requests a poll: nothing in it is believed. */
@Injectable()
export class CallbacksService {
  private readonly logger = new Logger(CallbacksService.name);

  constructor(
    private readonly addresses: CallbackAddressService,
    private readonly receipts: CallbackReceiptsService,
    private readonly watches: Watches,
    private readonly epochs: EpochService,
    private readonly metrics: Metrics,
    private readonly traces: OrderTraceService,
  ) {}

  /** Stores nothing for an erased customer. Throws `not_found`, and database errors, so that the provider retries. */
  async receive(token: string, received: Omit<ReceivedCallback, 'tradeNo'>): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    const news = { payloadHash: payloadHash(received), claimedStatus: claimedStatus(readCallback(received)) };
    const receipt = await this.receipts.store({ ...received, tradeNo }, news);
    if (receipt === null) {
      await this.watches.requestPoll(tradeNo, 'callback:forgotten');
      this.count('not_kept');
      return;
    }
    const { id, times } = receipt;
    const isKnown = await this.watches.requestPoll(tradeNo, `callback:${id}`);
    // A valid token of an unknown trade: the database was restored to an earlier state.
    if (!isKnown) {
      logEvent(this.logger, 'callback_for_unknown_trade', { tradeNo, receiptId: id });
      await this.epochs.orphaned({ from: 'callback', tradeNo, orderNo: null });
    }
    logEvent(this.logger, 'callback_stored', { tradeNo, receiptId: id, claims: news.claimedStatus, times });
    this.count(!isKnown ? 'orphan' : times === 1 ? 'stored' : 'repeated');
  }

  /** Nothing is stored or acknowledged, but the trade is polled. Throws as `receive` does. */
  async receiveTooLarge(token: string): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    await this.watches.requestPoll(tradeNo, 'callback:too-large');
    logEvent(this.logger, 'callback_too_large', { tradeNo });
    this.count('too_large');
  }

  /** Throws `not_found` for an unknown token. */
  async tradeOf(token: string): Promise<string> {
    const tradeNo = await this.addresses.tradeOf(token);
    if (tradeNo !== null) {
      this.traces.link(tradeNo);
      return tradeNo;
    }
    this.count('bad_token');
    throw new Problem('not_found', PROBLEM_TEXTS.nothingHere);
  }

  private count(result: (typeof CALLBACK_RESULTS)[number]): void {
    this.metrics.callbacks.inc({ result });
  }
}
