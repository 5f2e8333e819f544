import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Time } from '../../platform/time/time.js';
import { within } from '../../platform/time/promises.js';
import type { OrderState } from '../../orders/model/order.types.js';
import { OrderWatch } from './order-watch.service.js';
import type { Watcher } from './watched-orders.js';

/** Waits for another request or process to change an order. All waiters of one order share a read. */
@Injectable()
export class OrderWaits implements OnModuleDestroy {
  private readonly waiting = new Set<NewestState>();
  private stopping = false;

  constructor(
    private readonly watch: OrderWatch,
    private readonly time: Time,
  ) {}

  /** Others may take longer than this process has left, so waiters get the order as it is. */
  onModuleDestroy(): void {
    this.stopping = true;
    for (const newest of this.waiting) newest.wake();
  }

  /** Returns the order as it is at the deadline (by the monotonic clock) or on shutdown; null: no such order. */
  async until(
    merchantOrderNo: string,
    isOver: (state: OrderState) => boolean,
    deadline: number,
  ): Promise<OrderState | null> {
    const newest = new NewestState();
    const leave = this.watch.join(merchantOrderNo, newest);
    this.waiting.add(newest);
    try {
      for (;;) {
        if (newest.state === null) await this.watch.refresh(merchantOrderNo);
        const { state } = newest;
        const leftMs = this.stopping ? 0 : deadline - this.time.monotonic();
        if (state === null || isOver(state) || leftMs <= 0) return state;
        await within(this.time, leftMs, newest.next(), undefined);
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

  renew(): void {
    this.state = null;
    this.wake();
  }

  next(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }
}
