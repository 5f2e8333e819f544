import { Injectable } from '@nestjs/common';
import { AnswerRecordService } from '../orders/write/answer-record.service.js';
import type { AnsweredQuestion, RecordResult } from '../orders/write/answer-record.service.js';
import { QuestionService } from '../orders/ask/question.service.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { newTraceId, withTraceId } from '../platform/telemetry/trace-context.js';
import { Batcher } from './batcher.js';
import type { ClaimedTrade } from './reconciliation.types.js';

const BATCH = 50;
const LINGER_MS = 50;

/** Polls claimed trades and hands the answers to the order writer in batches. */
@Injectable()
export class PollService {
  private readonly batcher = new Batcher<AnsweredQuestion, RecordResult>(BATCH, LINGER_MS, (items) =>
    this.record(items),
  );

  constructor(
    private readonly questions: QuestionService,
    private readonly answerRecord: AnswerRecordService,
    private readonly metrics: Metrics,
  ) {}

  /** Polls once and records the answer. Throws if recording fails; the lease then expires. */
  poll(trade: ClaimedTrade): Promise<RecordResult> {
    const traceId = newTraceId();
    return withTraceId(traceId, () => this.askAndRecord(trade, traceId));
  }

  private async askAndRecord(trade: ClaimedTrade, traceId: string): Promise<RecordResult> {
    this.metrics.pollLag.observe(Math.max(0, trade.askedAt.getTime() - trade.dueAt.getTime()) / 1000);
    const { tradeNo, leaseId, askedAt, hintCause } = trade;
    const cause = { kind: 'poll' as const, traceId, ...(hintCause === null ? {} : { hint: hintCause }) };
    const answer = await this.questions.ask(trade, 'poll');
    const result = await this.batcher.add({ tradeNo, leaseId, askedAt, cause, answer });
    this.metrics.polls.inc({ result });
    return result;
  }

  private async record(items: readonly AnsweredQuestion[]): Promise<RecordResult[]> {
    const results = await this.answerRecord.recordAnswers(items);
    return items.map(({ tradeNo }) => results.get(tradeNo) ?? 'dropped');
  }
}
