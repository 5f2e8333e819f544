import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { Listener } from '../../platform/database/notifications/listener.js';
import { Notifier } from '../../platform/database/notifications/notifier.js';
import type { OrderState } from '../model/order.types.js';
import { OrderMarkRepository } from './order-mark.repository.js';
import { OrderRepository } from '../storage/order.repository.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { outsideOfRequests } from '../../platform/limits/payer-context.js';
import { ChangeAnnouncer } from '../announce/change-announcer.service.js';
import { changesInText } from '../announce/changes-text.js';
import type { ChangedOrder } from '../announce/changes-text.js';
import { WatchedOrders } from './watched-orders.js';
import type { Watcher } from './watched-orders.js';

/** Between two looks at all orders that are followed: while LISTEN is proved to work, and while it is not. */
const LOOK_MS = { heard: 15_000, deaf: 1000 };
const READ_AT_ONCE = 200;
const READ_AGAIN_MS = 1000;
/** Nobody follows anything: the connection is kept for whoever comes next. */
const IDLE_MS = 30_000;

/**
 * Gives those who follow orders in this process each change, whichever process made it. Others tell of theirs by NOTIFY,
 * which is a hint: the rows are read again. Once in a while, and each second while notifications are not proved to come
 * through, one statement looks at the versions of all orders that are followed.
 */
@Injectable()
export class OrderWatch implements OnModuleDestroy {
  private readonly outages = new OutageLog(new Logger(OrderWatch.name), 'reads_of_followed_orders');
  private readonly watched = new WatchedOrders();
  private readonly listener: Listener;
  private readonly forget: () => void;
  private lookTimer: NodeJS.Timeout | null = null;
  private idleTimer: NodeJS.Timeout | null = null;
  private readTimer: NodeJS.Timeout | null = null;
  private reading = false;
  private looking = false;
  private lookOnceMore = false;
  private stopping = false;

  constructor(
    private readonly orders: OrderRepository,
    private readonly marks: OrderMarkRepository,
    announcer: ChangeAnnouncer,
    notifier: Notifier,
    settings: Settings,
    metrics: Metrics,
  ) {
    this.listener = new Listener(settings.databaseListenUrl, notifier, {
      heard: (text) => this.hint(changesInText(text)),
      proved: () => this.lookNow(),
    });
    this.forget = announcer.onChange((change) => this.hint([change]));
    metrics.gauge(
      'ramp_checkout_listen_proved',
      'Changes of orders that are followed come by LISTEN (1), or are looked for each second (0).',
      [],
      () => Promise.resolve(this.listener.isListening ? [{ labels: {}, value: this.listener.holds ? 1 : 0 }] : []),
    );
  }

  /**
   * From now on `watcher` is offered the order whenever it was read. Whoever joins reads it once itself and calls
   * {@link deliver}, so that no change falls between. Gives how to leave.
   */
  join(merchantOrderNo: string, watcher: Watcher): () => void {
    const leave = this.watched.join(merchantOrderNo, watcher);
    outsideOfRequests(() => this.begin());
    return () => {
      leave();
      if (this.watched.size === 0) this.rest();
    };
  }

  /** The trades that speak for the orders which somebody follows. */
  followedTrades(): string[] {
    return this.watched.tradeNos();
  }

  /** An order that was read just now, for all who follow it. */
  deliver(state: OrderState): void {
    this.watched.deliver([state]);
  }

  onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.forget();
    for (const timer of [this.lookTimer, this.idleTimer, this.readTimer]) if (timer !== null) clearTimeout(timer);
    return this.listener.stop();
  }

  private begin(): void {
    if (this.stopping) return;
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    this.idleTimer = null;
    this.listener.start();
    this.planLook();
  }

  private rest(): void {
    if (this.stopping || this.idleTimer !== null) return;
    this.idleTimer = setTimeout(() => {
      this.idleTimer = null;
      void this.listener.stop();
    }, IDLE_MS);
  }

  private hint(changes: readonly ChangedOrder[]): void {
    const isNews = changes.map((change) => this.watched.hint(change)).includes(true);
    if (isNews) void this.read();
  }

  /** All that has to be read, in batches. Never rejects: what could not be read is read a little later. */
  private async read(): Promise<void> {
    if (this.reading || this.readTimer !== null || this.stopping) return;
    this.reading = true;
    let numbers: string[] = [];
    try {
      for (;;) {
        numbers = this.watched.take(READ_AT_ONCE);
        if (numbers.length === 0) break;
        this.watched.deliver(await this.orders.findAll(numbers));
        this.outages.worked();
      }
    } catch (error) {
      this.outages.failed(error);
      this.watched.putBack(numbers);
      this.readAgainLater();
    } finally {
      this.reading = false;
    }
  }

  private readAgainLater(): void {
    if (this.stopping) return;
    this.readTimer = setTimeout(() => {
      this.readTimer = null;
      void this.read();
    }, READ_AGAIN_MS);
  }

  private planLook(delayMs?: number): void {
    if (this.stopping || this.looking || this.lookTimer !== null || this.watched.size === 0) return;
    const pause = delayMs ?? (this.listener.holds ? LOOK_MS.heard : LOOK_MS.deaf);
    this.lookTimer = setTimeout(() => {
      this.lookTimer = null;
      void this.look();
    }, pause);
  }

  /** What was told before it was proved that we hear, or after we no longer did, may be lost. */
  private lookNow(): void {
    if (this.lookTimer !== null) clearTimeout(this.lookTimer);
    this.lookTimer = null;
    this.lookOnceMore = this.looking;
    this.planLook(0);
  }

  /** Never rejects. */
  private async look(): Promise<void> {
    const numbers = this.watched.numbers();
    if (numbers.length === 0 || this.stopping) return;
    this.looking = true;
    try {
      this.watched.compare(await this.marks.marks(numbers));
      this.outages.worked();
      void this.read();
    } catch (error) {
      this.outages.failed(error);
    } finally {
      this.looking = false;
    }
    this.planLook(this.lookOnceMore ? 0 : undefined);
    this.lookOnceMore = false;
  }
}
