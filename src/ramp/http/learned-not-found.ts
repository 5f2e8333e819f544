import { Injectable } from '@nestjs/common';
import type { TradeQuery } from '../ramp.types.js';
import { shapeOf } from './not-found-shape.js';
import type { WireAnswer } from './wire.js';

/** What this process has learned of how the provider says that it knows no such trade, beside success with null data. */
@Injectable()
export class LearnedNotFound {
  private shape: string | null = null;

  /** Is this, number aside, exactly what the provider answers about a number that was never used? */
  says(answer: WireAnswer, { tradeNo, orderNo }: Pick<TradeQuery, 'tradeNo' | 'orderNo'>): boolean {
    return this.shape !== null && shapeOf(answer, [tradeNo ?? '', orderNo ?? '']) === this.shape;
  }

  knows(shape: string): boolean {
    return this.shape === shape;
  }

  /** In place of what was learned before. false: that was known. */
  learn(shape: string | null): boolean {
    const isNews = shape !== this.shape;
    this.shape = shape;
    return isNews;
  }
}
