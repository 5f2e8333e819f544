import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { outsideOfRequests } from '../../platform/limits/payer-context.js';
import { Time } from '../../platform/time/time.js';
import type { Timer } from '../../platform/time/time.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { EpochService } from '../../orders/epoch/epoch.service.js';
import type { OrderState } from '../../orders/model/order.types.js';
import { StoredOrders } from '../../orders/storage/stored-orders.service.js';
import { OrderChanges } from '../../orders/write/order-changes.js';
import type { ChangedOrder } from '../../orders/write/order-changes.js';
import { WatchedOrders } from './watched-orders.js';
import type { OrderMark, Watcher } from './watched-orders.js';
import { Chance } from '../../platform/chance.js';

const LOOK_EVERY_MS = 1000;
const READ_AT_ONCE = 200;

/** Changes of this process are delivered at once, others by one statement per second for all followed orders. */
@Injectable()
export class OrderWatch implements OnModuleDestroy {
  private readonly outages = new OutageLog(new Logger(OrderWatch.name), 'reads_of_followed_orders');
  private readonly watched = new WatchedOrders();
  private readonly stopListening: () => void;
  private timer: Timer | null = null;
  private looking = false;
  private reading: Promise<unknown> = Promise.resolve();
  private nextReading: Promise<void> | null = null;
  private stopping = false;

  constructor(
    private readonly orders: StoredOrders,
    private readonly database: Database,
    private readonly epochs: EpochService,
    private readonly time: Time,
    private readonly chance: Chance,
    changes: OrderChanges,
  ) {
    this.stopListening = changes.onChange((change) => this.hint(change));
    epochs.onNext(() => {
      this.watched.renew();
      this.readInBackground();
    });
  }

  /** Afterwards {@link refresh}, or read the order and {@link deliver}, so that no change is missed. */
  join(merchantOrderNo: string, watcher: Watcher): () => void {
    const leave = this.watched.join(merchantOrderNo, watcher);
    this.startLooking();
    return () => {
      leave();
      if (this.watched.size === 0) this.stopLooking();
    };
  }

  /** Resolves when watchers have the order as it is after this call, if it exists. Rejects if the database is down. */
  refresh(merchantOrderNo: string): Promise<void> {
    this.watched.noteChange({ merchantOrderNo, version: null });
    return this.read();
  }

  deliver(state: OrderState): void {
    this.watched.deliver([state]);
  }

  followedTrades(): string[] {
    return this.watched.tradeNos();
  }

  /** Detects changes without reading whole orders: one statement for all; unknown numbers are left out. */
  marks(merchantOrderNos: readonly string[]): Promise<OrderMark[]> {
    return this.database.query<OrderMark>(
      `SELECT merchant_order_no AS "merchantOrderNo", version, encode(secret_salt, 'hex') AS salt,
              attempt_until IS NOT NULL AS "isAttempting"
         FROM orders WHERE merchant_order_no = ANY($1)`,
      [merchantOrderNos],
    );
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.stopListening();
    this.stopLooking();
  }

  private startLooking(): void {
    if (this.stopping) return;
    this.timer ??= outsideOfRequests(this.chance, () => this.time.every(LOOK_EVERY_MS, () => void this.look()));
  }

  private stopLooking(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  /** Never rejects. Repeats failed reads. */
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      // Nothing else may read the epoch in a process that only has open streams.
      await this.epochs.look();
      this.watched.compare(await this.marks(this.watched.numbers()));
      this.readInBackground();
    } catch (error) {
      this.outages.failed(error);
    } finally {
      this.looking = false;
    }
  }

  private hint(change: ChangedOrder): void {
    if (this.watched.noteChange(change)) this.readInBackground();
  }

  private readInBackground(): void {
    // Failures are logged there, and the next check repeats the read.
    this.read().catch(() => undefined);
  }

  /** One read at a time, so that orders due during one share the next. */
  private read(): Promise<void> {
    this.nextReading ??= outsideOfRequests(this.chance, () =>
      this.reading.then(() => {
        this.nextReading = null;
        const reading = this.readDue();
        this.reading = reading.catch(() => undefined);
        return reading;
      }),
    );
    return this.nextReading;
  }

  private async readDue(): Promise<void> {
    const numbers = this.watched.takeDue();
    try {
      while (numbers.length > 0) {
        const { known } = this.epochs;
        const states = await this.orders.findAll(numbers.slice(0, READ_AT_ONCE));
        if (this.watched.knowsLater(states)) await this.epochs.look();
        // States of an epoch that ended meanwhile may be lost.
        if (known !== null && known.epoch !== this.epochs.known?.epoch) continue;
        this.watched.deliver(states);
        numbers.splice(0, READ_AT_ONCE);
      }
      this.outages.worked();
    } catch (error) {
      this.watched.putBack(numbers);
      this.outages.failed(error);
      throw error;
    }
  }
}
