import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Settings } from '../../config/settings.js';
import { base32 } from '../../shared/order-number.js';
import type { TradeQuery } from '../ramp.types.js';
import { MonotonicTime } from '../monotonic-time.js';
import { LearnedNotFound } from './learned-not-found.js';
import type { QuestionForm } from './learned-not-found.js';
import { lessonOf } from './not-found-shape.js';
import { RampHttpGateway } from './ramp-http.gateway.js';

const AGAIN_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 30_000;
const FORMS: readonly QuestionForm[] = ['BUY', 'SELL', 'SELL_BY_ORDER_NO'];

/** Asks the provider about a number that nobody ever used, at start and now and then, and learns what it says. */
@Injectable()
export class NotFoundLearner implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Ramp');
  private cancelNext: (() => void) | null = null;
  private stopping = false;

  constructor(
    private readonly settings: Settings,
    private readonly gateway: RampHttpGateway,
    private readonly notFound: LearnedNotFound,
    private readonly time: MonotonicTime,
  ) {}

  onApplicationBootstrap(): void {
    void this.round();
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.cancelNext?.();
  }

  /** Asks once in this form and learns. Where nothing could be learned now, what was known stays. */
  async learn(form: QuestionForm): Promise<'learned' | 'nothing' | 'no_answer'> {
    // The name is for the provider's staff, who may wonder; the rest cannot be guessed, so nobody can have taken it.
    const number = `unused-probe-${base32(randomBytes(17)).slice(0, 26)}`;
    const answer = await this.gateway.rawAnswerAbout(questionAbout(number, form));
    if (answer === null) return 'no_answer';
    const lesson = lessonOf(answer, number, this.settings.ramp);
    switch (lesson.kind) {
      case 'nothing':
        return 'nothing';
      case 'null_data':
        this.now(form, null);
        return 'learned';
      case 'order':
        this.now(form, null);
        this.logger.warn('the provider has a record of an order that was never made');
        return 'learned';
      case 'shape':
        if (this.notFound.knows(form, lesson.shape)) return 'learned';
        // Were something wrong with what we sign, this refusal would be about that.
        if (!(await this.gateway.acceptsOurSignature())) return 'nothing';
        this.now(form, lesson.shape);
        return 'learned';
    }
  }

  private now(form: QuestionForm, shape: string | null): void {
    if (this.notFound.learn(form, shape))
      this.logger.log('learned anew how the provider says that it knows no such order');
  }

  private async round(): Promise<void> {
    let learned = true;
    for (const form of FORMS) {
      if (this.stopping) return;
      const came = await this.learn(form).catch((error: unknown) => {
        this.logger.error({ msg: 'learning what "not found" looks like failed', err: error });
        return 'nothing' as const;
      });
      learned = learned && came === 'learned';
      // A provider that is away is not asked three times over: each silence counts for the breaker.
      if (came === 'no_answer') break;
    }
    if (this.stopping) return;
    this.cancelNext = this.time.after(learned ? AGAIN_MS : AFTER_FAILURE_MS, () => void this.round());
  }
}

function questionAbout(number: string, form: QuestionForm): TradeQuery {
  switch (form) {
    case 'BUY':
    case 'SELL':
      return { side: form, tradeNo: number, orderNo: null };
    case 'SELL_BY_ORDER_NO':
      return { side: 'SELL', tradeNo: null, orderNo: number };
  }
}
