import { Injectable } from '@nestjs/common';
import { decideResolved } from '../decisions/resolution.js';
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
   * mismatch; null: there is no such mismatch, or it is not open any more.
   */
  async resolve(id: string, staff: string, note: string): Promise<OrderState | null> {
    const merchantOrderNo = await this.orders.orderOfMismatch(id);
    if (merchantOrderNo === null) return null;
    return this.writer.change(merchantOrderNo, { kind: 'staff', by: staff }, ({ openMismatches }) => {
      const open = openMismatches.find((mismatch) => mismatch.id === id);
      return open === undefined ? null : decideResolved(open, `staff:${staff}`, note);
    });
  }
}
