import { Injectable, Logger } from '@nestjs/common';
import type { Evidence } from '../../ramp/port/ramp.errors.js';
import { ProviderState } from '../../ramp/provider/provider-state.js';
import { RampGateway } from '../../ramp/port/ramp.gateway.js';
import type { CallPriority } from '../../ramp/port/ramp.gateway.js';
import { NotFoundDoubt } from './not-found-doubt.service.js';
import type { QueryAnswer } from '../write/poll-result-writer.service.js';
import type { TradeRow } from '../model/order.types.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Requests with a timestamp older than five minutes are refused, so an accepted timestamp is off by no more. */
const LARGEST_SKEW_MS = 5 * 60_000;

/** Stores nothing. `not_asked`: our own side held the query back, or the provider's rate limit did. */
@Injectable()
export class QuestionService {
  private readonly logger = new Logger(QuestionService.name);

  constructor(
    private readonly ramp: RampGateway,
    private readonly provider: ProviderState,
    private readonly doubt: NotFoundDoubt,
  ) {}

  async ask(
    trade: Pick<TradeRow, 'side' | 'orderNo' | 'tradeNo' | 'merchantOrderNo' | 'rampMerchantOrderNo'>,
    priority: CallPriority,
    guessesNotFound = false,
  ): Promise<QueryAnswer> {
    const { side, orderNo, tradeNo, rampMerchantOrderNo } = trade;
    // By the provider's own number if known: our number could name two trades there.
    const number = orderNo === null ? (rampMerchantOrderNo ?? tradeNo) : null;
    const query = { side, orderNo, tradeNo: number, ...(guessesNotFound ? { guessesNotFound } : {}) };
    const result = await this.ramp.queryTrade(query, priority);
    if (result.kind === 'not_sent' && result.reason !== 'connection') return { kind: 'not_asked' };
    // Rate limited: the provider did not process the query.
    if (result.kind === 'refused' && result.reason === 'rate_limited') return { kind: 'not_asked' };
    if (result.kind !== 'answered') {
      logEvent(this.logger, 'query_unanswered', { tradeNo, result: result.kind });
      return { kind: 'none', othersAnswered: this.provider.answeredRecently() };
    }
    const { value, evidence } = result;
    if (value !== null) return { kind: 'seen', snapshot: value, evidence };
    const doubted = await this.doubt.isDoubted(trade);
    return { kind: 'not_found', answeredAt: this.datedBy(evidence), doubted, evidence };
  }

  /** The answer's own date; without one our timestamp clock, less the largest skew that the provider accepts. */
  private datedBy({ answeredAt }: Evidence): Date {
    return answeredAt ?? new Date(this.ramp.timestampNow() - LARGEST_SKEW_MS);
  }
}
