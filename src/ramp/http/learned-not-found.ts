import { Injectable } from '@nestjs/common';
import type { Side, TradeQuery } from '../ramp.types.js';
import { shapeOf } from './not-found-shape.js';
import type { WireAnswer } from './wire.js';

/**
 * What this process has learned of how the provider says that it knows no such trade, beside success with null data; by
 * side, because records of the two sides come from different books.
 */
@Injectable()
export class LearnedNotFound {
  private readonly shapes = new Map<Side, string>();

  /** Is this, number aside, exactly what the provider answers about a number that was never used? */
  says(answer: WireAnswer, { side, tradeNo, orderNo }: TradeQuery): boolean {
    const shape = this.shapes.get(side);
    return shape !== undefined && shapeOf(answer, [tradeNo ?? '', orderNo ?? '']) === shape;
  }

  knows(side: Side, shape: string): boolean {
    return this.shapes.get(side) === shape;
  }

  /** In place of what was learned before. false: that was known. */
  learn(side: Side, shape: string | null): boolean {
    const isNews = shape !== (this.shapes.get(side) ?? null);
    if (shape === null) this.shapes.delete(side);
    else this.shapes.set(side, shape);
    return isNews;
  }
}
