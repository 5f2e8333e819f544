import { Injectable } from '@nestjs/common';
import { decideResolved } from '../decisions/resolution.js';
import type { Decision } from '../decisions/order-change.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import type { OrderState } from '../model/order.types.js';
import { OrderRepository } from '../storage/order.repository.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OrderWriterService } from './order-writer.service.js';

/** Settling what does not fit. The provider's own correction needs nobody; this is for staff. */
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
   * Settles an open mismatch in the name of `staff`, with a note. Gives the order, whose review ends with its last
   * mismatch; null: there is no such mismatch, or it is not open any more. An order that was altered has to be settled as
   * a whole first: it is sealed as it stands then. Throws `order_in_review` for its other mismatches.
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
