import type { Order } from './order.js';

/** All orders. Several may share a merchant's number: uniqueness is the merchant's duty. */
export class OrderBook {
  private readonly byOrderNo = new Map<string, Order>();
  private readonly byMerchantOrderNo = new Map<string, Order[]>();
  private readonly byPageId = new Map<string, Order>();
  private serial = 0;

  /** 19 digits: the time in milliseconds and a serial number, unique even if the clock is set back. */
  nextOrderNo(now: number): string {
    this.serial += 1;
    return `${now}${String(this.serial).padStart(6, '0')}`;
  }

  add(order: Order): void {
    this.byOrderNo.set(order.orderNo, order);
    this.byPageId.set(order.pageId, order);
    const same = this.byMerchantOrderNo.get(order.merchantOrderNo);
    if (same === undefined) this.byMerchantOrderNo.set(order.merchantOrderNo, [order]);
    else same.push(order);
  }

  byNumber(orderNo: string): Order | null {
    return this.byOrderNo.get(orderNo) ?? null;
  }

  /** Oldest first. */
  withMerchantNumber(merchantOrderNo: string): readonly Order[] {
    return this.byMerchantOrderNo.get(merchantOrderNo) ?? [];
  }

  byPage(pageId: string): Order | null {
    return this.byPageId.get(pageId) ?? null;
  }

  /** Oldest first. */
  all(): readonly Order[] {
    return [...this.byOrderNo.values()];
  }

  clear(): void {
    this.byOrderNo.clear();
    this.byMerchantOrderNo.clear();
    this.byPageId.clear();
    this.serial = 0;
  }

  load(orders: readonly Order[], serial: number): void {
    this.clear();
    for (const order of orders) this.add(order);
    this.serial = serial;
  }

  lastSerial(): number {
    return this.serial;
  }
}
