import { Injectable } from '@nestjs/common';
import type { TradeQuery } from '../ramp.types.js';
import { shapeOf } from './not-found-shape.js';
import type { WireAnswer } from './wire.js';

/**
 * Questions that the provider may refuse each in its own way: records of the two sides come from different books, and a
 * sale is asked about by either number before anybody has seen it. A purchase's lesson counts for both of its numbers.
 */
export type QuestionForm = 'BUY' | 'SELL' | 'SELL_BY_ORDER_NO';

function formOf({ side, orderNo }: TradeQuery): QuestionForm {
  return side === 'SELL' && (orderNo ?? '') !== '' ? 'SELL_BY_ORDER_NO' : side;
}

/**
 * What this process has learned of how the provider says that it knows no such trade, beside success with null data; by
 * form of the question.
 */
@Injectable()
export class LearnedNotFound {
  private readonly shapes = new Map<QuestionForm, string>();

  /** Is this, number aside, exactly what the provider answers about a number that was never used? */
  says(answer: WireAnswer, query: TradeQuery): boolean {
    const shape = this.shapes.get(formOf(query));
    return shape !== undefined && shapeOf(answer, [query.tradeNo ?? '', query.orderNo ?? '']) === shape;
  }

  knows(form: QuestionForm, shape: string): boolean {
    return this.shapes.get(form) === shape;
  }

  /** In place of what was learned before. false: that was known. */
  learn(form: QuestionForm, shape: string | null): boolean {
    const isNews = shape !== (this.shapes.get(form) ?? null);
    if (shape === null) this.shapes.delete(form);
    else this.shapes.set(form, shape);
    return isNews;
  }
}
