import { Injectable } from '@nestjs/common';
import { PollResultWriter } from '../orders/write/poll-result-writer.service.js';
import type { AnsweredQuery, RecordResult } from '../orders/write/poll-result-writer.service.js';
import { QuestionService } from '../orders/ask/question.service.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { newTraceId, withTraceId } from '../platform/telemetry/trace-context.js';
import { Tracing } from '../platform/telemetry/tracing.js';
import { causeOf } from '../orders/model/cause.js';
import { Time } from '../platform/time/time.js';
import type { Timer } from '../platform/time/time.js';
import type { ClaimedTrade } from './claim.repository.js';
import { Chance } from '../platform/chance.js';

const BATCH = 50;
const LINGER_MS = 50;

/** Collects items into batches. A batch is processed when it is full or its first item has waited `lingerMs`. */
export class Batcher<In, Out> {
  #waiting: { item: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = [];
  #timer: Timer | null = null;

  constructor(
    private readonly time: Time,
    private readonly size: number,
    private readonly lingerMs: number,
    private readonly work: (items: readonly In[]) => Promise<readonly Out[]>,
  ) {}

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length >= this.size) this.#flush();
      else this.#timer ??= this.time.after(this.lingerMs, () => this.#flush());
    });
  }

  #flush(): void {
    this.#timer?.cancel();
    this.#timer = null;
    const batch = this.#waiting;
    this.#waiting = [];
    this.work(batch.map(({ item }) => item)).then(
      (outs) => batch.forEach(({ resolve }, index) => resolve(outs[index] as Out)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  }
}

@Injectable()
export class PollService {
  private readonly batcher = new Batcher<AnsweredQuery, RecordResult>(this.time, BATCH, LINGER_MS, (items) =>
    this.record(items),
  );

  constructor(
    private readonly questions: QuestionService,
    private readonly results: PollResultWriter,
    private readonly metrics: Metrics,
    private readonly time: Time,
    private readonly chance: Chance,
    private readonly tracing: Tracing,
  ) {}

  /** Polls once and records the answer. Throws if recording fails; the lease then expires. */
  poll(trade: ClaimedTrade): Promise<RecordResult> {
    return withTraceId(newTraceId(this.chance), () => this.tracing.root('poll', () => this.askAndRecord(trade)));
  }

  private async askAndRecord(trade: ClaimedTrade): Promise<RecordResult> {
    this.metrics.pollLag.observe(Math.max(0, trade.askedAt.getTime() - trade.dueAt.getTime()) / 1000);
    const { tradeNo, leaseId, askedAt, hintCause } = trade;
    const cause = { ...causeOf('poll'), ...(hintCause === null ? {} : { hint: hintCause }) };
    const answer = await this.questions.ask(trade, 'poll');
    const result = await this.batcher.add({ tradeNo, leaseId, askedAt, cause, answer });
    this.metrics.polls.inc({ result });
    return result;
  }

  private async record(items: readonly AnsweredQuery[]): Promise<RecordResult[]> {
    const results = await this.results.recordAnswers(items);
    return items.map(({ tradeNo }) => results.get(tradeNo) ?? 'dropped');
  }
}
