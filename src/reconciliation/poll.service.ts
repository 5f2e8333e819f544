import { Injectable } from '@nestjs/common';
import { PollResultWriter } from '../orders/write/poll-result-writer.service.js';
import type { RecordResult } from '../orders/write/poll-result-writer.service.js';
import { OrderTraceService } from '../orders/ask/order-trace.service.js';
import { QuestionService } from '../orders/ask/question.service.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { newTraceId, withTraceId } from '../platform/telemetry/trace-context.js';
import { Tracing } from '../platform/telemetry/tracing.js';
import { causeOf } from '../orders/model/cause.js';
import type { ClaimedTrade } from './claim.repository.js';
import { Chance } from '../platform/chance.js';

@Injectable()
export class PollService {
  constructor(
    private readonly questions: QuestionService,
    private readonly results: PollResultWriter,
    private readonly metrics: Metrics,
    private readonly chance: Chance,
    private readonly tracing: Tracing,
    private readonly traces: OrderTraceService,
  ) {}

  /** Polls once and records the answer. Throws if recording fails; the lease then expires. */
  poll(trade: ClaimedTrade): Promise<RecordResult> {
    return withTraceId(newTraceId(this.chance), () => this.tracing.root('poll', () => this.askAndRecord(trade)));
  }

  private async askAndRecord(trade: ClaimedTrade): Promise<RecordResult> {
    this.traces.link(trade.tradeNo);
    this.metrics.pollLag.observe(Math.max(0, trade.askedAt.getTime() - trade.dueAt.getTime()) / 1000);
    const { tradeNo, merchantOrderNo, leaseId, askedAt, hintCause } = trade;
    const cause = { ...causeOf('poll'), ...(hintCause === null ? {} : { hint: hintCause }) };
    const answer = await this.questions.ask(trade, 'poll');
    const result = await this.results.recordAnswer({ tradeNo, merchantOrderNo, leaseId, askedAt, cause, answer });
    this.metrics.polls.inc({ result });
    return result;
  }
}
