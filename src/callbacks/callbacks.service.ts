import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { PollRequestsService } from '../orders/ask/poll-requests.service.js';
import { Clock } from '../platform/shared/clock.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { CallbackReceiptRepository } from './callback-receipt.repository.js';
import type { CallbackJudgement, ReceivedCallback } from './callback-receipt.repository.js';
import { claimedStatus, readCallback } from './decisions/callback-fields.js';
import { payloadHash } from './decisions/payload-hash.js';
import { judgeCallback } from './decisions/verdict.js';
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
    private readonly metrics: Metrics,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the bytes are stored and the trade is due, whatever the verdict. Throws `not_found` for a token that we
   * did not make, and what the database throws when it is away: the provider may come again.
   */
  async receive(token: string, received: Omit<ReceivedCallback, 'tradeNo'>): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    const judgement = this.judge(token, received);
    const { id, times } = await this.receipts.store({ ...received, tradeNo }, judgement);
    const known = await this.pollRequests.requestPoll(tradeNo, `callback:${id}`);
    const { verdict, reason, claimedStatus: claims } = judgement;
    // A good token of a trade that we do not know: the database was restored to an earlier day. Kept, to look into.
    if (!known) logEvent(this.logger, 'callback_for_unknown_trade', { tradeNo, receiptId: id });
    const event = verdict === 'invalid' && times === 1 ? 'callback_signature_invalid' : 'callback_stored';
    logEvent(this.logger, event, { tradeNo, receiptId: id, verdict, reason, claims, times });
    this.count(!known ? 'orphan' : times === 1 ? 'stored' : 'repeated');
    this.metrics.callbackVerdicts.inc({ verdict });
  }

  /**
   * A body of which only the beginning was read: nothing is stored and nothing acknowledged, but the trade is due, so that
   * what it was about is not lost. Throws as `receive` does.
   */
  async receiveTooLarge(token: string): Promise<void> {
    const tradeNo = await this.tradeOf(token);
    await this.pollRequests.requestPoll(tradeNo, 'callback:too-large');
    logEvent(this.logger, 'callback_too_large', { tradeNo });
    this.count('too_large');
  }

  /** Throws `not_found` for a token that we did not make. */
  async tradeOf(token: string): Promise<string> {
    const tradeNo = await this.addresses.tradeOf(token);
    if (tradeNo !== null) return tradeNo;
    this.count('bad_token');
    throw new Problem('not_found', PROBLEM_TEXTS.nothingHere);
  }

  private count(result: (typeof CALLBACK_RESULTS)[number]): void {
    this.metrics.callbacks.inc({ result });
  }

  private judge(token: string, received: Omit<ReceivedCallback, 'tradeNo'>): CallbackJudgement {
    const { ramp, callbacks } = this.settings;
    const { appSecret, appSecretNext } = ramp;
    // During a rotation the provider may sign with either.
    const secrets = appSecretNext === null ? [appSecret] : [appSecret, appSecretNext];
    const verification = { how: callbacks.verify, appId: ramp.appId, secrets };
    const fields = readCallback(received);
    const callback = { ...received, fields, path: this.addresses.pathOf(token) };
    return {
      ...judgeCallback(verification, callback, this.clock.now()),
      payloadHash: payloadHash(received),
      claimedStatus: claimedStatus(fields),
    };
  }
}
