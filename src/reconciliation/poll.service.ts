import { Injectable, Logger } from '@nestjs/common';
import { AnswerRecordService } from '../orders/answer-record.service.js';
import type { Answer, AnsweredQuestion, RecordResult } from '../orders/answer-record.service.js';
import type { Evidence } from '../ramp/ramp.errors.js';
import { RampGateway } from '../ramp/ramp.gateway.js';
import { Clock } from '../shared/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { newTraceId, withTraceId } from '../telemetry/trace-context.js';
import { Batcher } from './batcher.js';
import { ClaimRepository } from './claim.repository.js';
import type { ClaimedTrade } from './reconciliation.types.js';

const BATCH = 50;
const LINGER_MS = 50;
/** A request is refused when its stamp is older than five minutes, so a working clock is off by no more. */
const LARGEST_SKEW_MS = 5 * 60_000;

/** Asks about claimed trades, and hands the answers to the write door in batches. */
@Injectable()
export class PollService {
  private readonly logger = new Logger(PollService.name);
  private readonly batcher = new Batcher<AnsweredQuestion, RecordResult>(BATCH, LINGER_MS, (items) =>
    this.record(items),
  );

  constructor(
    private readonly ramp: RampGateway,
    private readonly door: AnswerRecordService,
    private readonly claims: ClaimRepository,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** Asks once and records the answer. Throws when the answer could not be recorded: the lease runs out then. */
  poll(trade: ClaimedTrade): Promise<RecordResult> {
    const traceId = newTraceId();
    return withTraceId(traceId, () => this.askAndRecord(trade, traceId));
  }

  private async askAndRecord(trade: ClaimedTrade, traceId: string): Promise<RecordResult> {
    this.metrics.pollLag.observe(Math.max(0, trade.askedAt.getTime() - trade.dueAt.getTime()) / 1000);
    const { tradeNo, leaseId, askedAt, hintCause } = trade;
    const cause = { kind: 'poll' as const, traceId, ...(hintCause === null ? {} : { hint: hintCause }) };
    const answer = await this.ask(trade);
    if (answer === null) {
      await this.claims.release(leaseId, [tradeNo]);
      return 'dropped';
    }
    const result = await this.batcher.add({ tradeNo, leaseId, askedAt, cause, answer });
    this.metrics.polls.inc({ result });
    return result;
  }

  /** null: our own budget did not let the question through, so there is nothing to record. */
  private async ask(trade: ClaimedTrade): Promise<Answer | null> {
    // By the provider's own number where it is known: a number of ours could name two trades there.
    const query = { side: trade.side, orderNo: trade.orderNo, tradeNo: trade.orderNo === null ? trade.tradeNo : null };
    const result = await this.ramp.queryTrade(query, 'poll');
    if (result.kind === 'not_sent' && result.reason === 'budget') return null;
    if (result.kind !== 'answered') {
      this.logger.warn({ msg: 'no answer about a trade', tradeNo: trade.tradeNo, result: result.kind });
      return { kind: 'none' };
    }
    const { value, evidence } = result;
    if (value !== null) return { kind: 'seen', snapshot: value, evidence };
    return { kind: 'not_found', answeredAt: this.datedBy(evidence), evidence };
  }

  /** By the answer's own date; without one our clock, less the largest skew that the provider lets pass. */
  private datedBy({ answeredAt }: Evidence): Date {
    return answeredAt ?? new Date(this.clock.now().getTime() - LARGEST_SKEW_MS);
  }

  private async record(items: readonly AnsweredQuestion[]): Promise<RecordResult[]> {
    const results = await this.door.recordAnswers(items);
    return items.map(({ tradeNo }) => results.get(tradeNo) ?? 'dropped');
  }
}
