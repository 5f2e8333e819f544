import { Injectable, Logger } from '@nestjs/common';
import type { TradeRow } from '../model/order.types.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { Time } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { RampGateway } from '../../ramp/port/ramp.gateway.js';
import type { Side } from '../../ramp/port/trade-facts.js';

/** How long one verdict serves the not-found answers of this process. */
const VERDICT_MS = 5000;
/** How long the metric shows a doubt: not-found answers may be minutes apart. */
const SHOWN_MS = 10 * 60_000;

/**
 * Decides whether a not-found answer counts, by a control query for trades that the provider had minutes ago. If it
 * finds none of them, the answer is doubted; one missing trade is no evidence, as the provider may have deleted it.
 * Without a control trade or an answer, the not-found counts, so that a quiet shop goes on. The risk is bounded: *never
 * created* takes two answers a minute apart, and such a trade stays watched.
 */
@Injectable()
export class NotFoundDoubt {
  private readonly logger = new Logger(NotFoundDoubt.name);
  private readonly verdicts = new Map<Side, { readonly at: number; readonly doubted: Promise<boolean> }>();
  private readonly doubtedAt = new Map<Side, number>();

  constructor(
    private readonly orders: StoredOrders,
    private readonly ramp: RampGateway,
    private readonly time: Time,
    metrics: Metrics,
  ) {
    const isShown = (at: number): boolean => this.time.monotonic() - at < SHOWN_MS;
    metrics.gauge(
      'ramp_checkout_not_found_doubted',
      'Whether the provider does not find trades that it has: then "not found" is believed of no trade.',
      [],
      () => Promise.resolve([{ labels: {}, value: [...this.doubtedAt.values()].some(isShown) ? 1 : 0 }]),
    );
  }

  /** Trades of the same order are no evidence. */
  isDoubted({ side, merchantOrderNo }: Pick<TradeRow, 'side' | 'merchantOrderNo'>): Promise<boolean> {
    const [verdict, now] = [this.verdicts.get(side), this.time.monotonic()];
    if (verdict !== undefined && now - verdict.at < VERDICT_MS) return verdict.doubted;
    const doubted = this.control(side, merchantOrderNo);
    this.verdicts.set(side, { at: now, doubted });
    return doubted;
  }

  private async control(side: Side, merchantOrderNo: string): Promise<boolean> {
    const controls = await this.orders.controlTrades(side, merchantOrderNo);
    const missing: typeof controls = [];
    for (const control of controls) {
      // Query a purchase by our number, as lost creates are queried.
      const { tradeNo, orderNo } = control;
      const query = side === 'BUY' ? { side, tradeNo, orderNo: null } : { side, tradeNo: null, orderNo };
      const result = await this.ramp.queryTrade(query, 'poll');
      if (result.kind !== 'answered') continue;
      if (result.value !== null) return this.conclude(side, false);
      missing.push(control);
    }
    return this.conclude(side, missing.length > 1 || missing.some(({ vanished }) => !vanished));
  }

  private conclude(side: Side, doubted: boolean): boolean {
    if (doubted && !this.doubtedAt.has(side)) logEvent(this.logger, 'not_found_doubted', { side });
    if (doubted) this.doubtedAt.set(side, this.time.monotonic());
    else this.doubtedAt.delete(side);
    return doubted;
  }
}
