import { Injectable, Logger } from '@nestjs/common';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { EpochService } from '../orders/epoch/epoch.service.js';
import { PollRequestsService } from '../orders/ask/poll-requests.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CallbackReceiptRepository } from './callback-receipt.repository.js';
import type { CallbackNews, ReceivedCallback } from './callback-receipt.repository.js';
import { claimedStatus, readCallback } from './decisions/callback-fields.js';
import type { CallbackContent } from './decisions/callback-fields.js';
import { payloadHash } from './decisions/payload-hash.js';
import type { CALLBACK_RESULTS } from './receipt.types.js';
import { logEvent } from '../platform/telemetry/log-events.js';

/** A callback only requests a poll: its bytes are stored, its trade is polled, and nothing in it is believed. */
@Injectable()
export class CallbacksService {
  private readonly logger = new Logger(CallbacksService.name);

  constructor(
    private readonly addresses: CallbackAddressService,
    private readonly receipts: CallbackReceiptRepository,
    private readonly pollRequests: PollRequestsService,
    private readonly epochs: EpochService,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Resolves once the callback is stored and the trade is due. For an erased customer nothing is stored. Throws
   * `not_found` for an unknown token, and database errors, so that the provider retries.
   */
  async receive(token: string, received: Omit<ReceivedCallback, 'tradeNo'>): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    const news = newsOf(received);
    const receipt = await this.receipts.store({ ...received, tradeNo }, news);
    if (receipt === null) {
      await this.pollRequests.requestPoll(tradeNo, 'callback:forgotten');
      this.count('not_kept');
      return;
    }
    const { id, times } = receipt;
    const isKnown = await this.pollRequests.requestPoll(tradeNo, `callback:${id}`);
    // A valid token of an unknown trade: the database was restored to an earlier state.
    if (!isKnown) {
      logEvent(this.logger, 'callback_for_unknown_trade', { tradeNo, receiptId: id });
      await this.epochs.orphaned({ from: 'callback', tradeNo, orderNo: null });
    }
    logEvent(this.logger, 'callback_stored', { tradeNo, receiptId: id, claims: news.claimedStatus, times });
    this.count(!isKnown ? 'orphan' : times === 1 ? 'stored' : 'repeated');
  }

  /**
   * Handles a body over the size limit: nothing is stored or acknowledged, but the trade is polled. Throws as `receive`
   * does.
   */
  async receiveTooLarge(token: string): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    await this.pollRequests.requestPoll(tradeNo, 'callback:too-large');
    logEvent(this.logger, 'callback_too_large', { tradeNo });
    this.count('too_large');
  }

  /** Throws `not_found` for an unknown token. */
  async tradeOf(token: string): Promise<string> {
    const tradeNo = await this.addresses.tradeOf(token);
    if (tradeNo !== null) return tradeNo;
    this.count('bad_token');
    throw new Problem('not_found', PROBLEM_TEXTS.nothingHere);
  }

  private count(result: (typeof CALLBACK_RESULTS)[number]): void {
    this.metrics.callbacks.inc({ result });
  }
}

function newsOf(received: CallbackContent): CallbackNews {
  return { payloadHash: payloadHash(received), claimedStatus: claimedStatus(readCallback(received)) };
}
