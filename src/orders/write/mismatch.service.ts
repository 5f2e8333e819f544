import { Injectable } from '@nestjs/common';
import { decideResolved } from '../decisions/resolution.js';
import type { Decision } from '../decisions/order-change.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { OrderState } from '../model/order.types.js';
import { OrderRepository } from '../storage/order.repository.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OrderWriterService } from './order-writer.service.js';

/** Resolves mismatches for staff. The provider's own corrections close them without staff. */
@Injectable()
export class MismatchService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly writer: OrderWriterService,
    metrics: Metrics,
  ) {
    metrics.gauge(
      'ramp_checkout_mismatches_open',
      'Mismatches that nobody has resolved, by kind.',
      ['kind'],
      async () => (await orders.openMismatchCounts()).map(({ kind, open }) => ({ labels: { kind }, value: open })),
    );
  }

  /**
   * Resolves an open mismatch for `staff`, with a note. Returns the order; its review ends with its last mismatch. null: no
   * such open mismatch. For an altered order the `state` mismatch comes first, which seals it as stored; the others throw
   * `order_in_review` until then.
   */
  async resolve(id: string, staff: string, note: string): Promise<OrderState | null> {
    const merchantOrderNo = await this.orders.orderOfMismatch(id);
    if (merchantOrderNo === null) return null;
    const decide = ({ openMismatches, isAltered }: OrderState): Decision | null => {
      const open = openMismatches.find((mismatch) => mismatch.id === id);
      if (open === undefined) return null;
      if (isAltered === true && open.kind !== 'state') throw new Problem('order_in_review', PROBLEM_TEXTS.inReview);
      return decideResolved(open, `staff:${staff}`, note);
    };
    return this.writer.change(merchantOrderNo, { kind: 'staff', by: staff }, decide, undefined, 'findStored');
  }
}
