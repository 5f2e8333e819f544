import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { within } from '../../platform/shared/within.js';
import type { OrderState } from '../model/order.types.js';
import { OrderWatch } from './order-watch.service.js';
import type { Watcher } from './watched-orders.js';

/** Waiting for what somebody else makes of an order. However many wait for one order, it is read once for all of them. */
@Injectable()
export class OrderWaits implements OnModuleDestroy {
  private readonly waiting = new Set<NewestState>();
  private stopping = false;

  constructor(private readonly watch: OrderWatch) {}

  /** Others may take longer than this process has: whoever waits gets the order as it is. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const newest of this.waiting) newest.wake();
  }

  /**
   * The order once `isOver` holds of it, whoever changes it; at the deadline (of `performance.now()`) or the end of this
   * process as it is. Read at least once, after this call. null: there is no such order. Throws when the database is away.
   */
  async until(
    merchantOrderNo: string,
    isOver: (state: OrderState) => boolean,
    deadline: number,
  ): Promise<OrderState | null> {
    const newest = new NewestState();
    const leave = this.watch.join(merchantOrderNo, newest);
    this.waiting.add(newest);
    try {
      await this.watch.refresh(merchantOrderNo);
      for (;;) {
        const { state } = newest;
        const leftMs = this.stopping ? 0 : deadline - performance.now();
        if (state === null || isOver(state) || leftMs <= 0) return state;
        await within(leftMs, newest.next(), undefined);
      }
    } finally {
      this.waiting.delete(newest);
      leave();
    }
  }
}

class NewestState implements Watcher {
  state: OrderState | null = null;
  wake = (): void => undefined;

  offer(state: OrderState): void {
    this.state = state;
    this.wake();
  }

  /** Resolves when the next one is offered, or when woken. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
