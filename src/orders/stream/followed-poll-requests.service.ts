import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { PollRequestsService } from '../ask/poll-requests.service.js';
import { OrderWatch } from '../changes/order-watch.service.js';

const EVERY_MS = 15_000;
/** An order that has not changed for so long waits for something that may take hours: the schedule asks often enough. */
const FRESH_MS = 15 * 60_000;

/**
 * Following an order counts as reading it again and again, and so requests polls too. Without it,
 * and without callbacks, who follows would learn of a payment later than who keeps reading.
 */
@Injectable()
export class FollowedPollRequests implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outages = new OutageLog(new Logger(FollowedPollRequests.name), 'polls_of_followed_orders');
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly watch: OrderWatch,
    private readonly pollRequests: PollRequestsService,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.roles.api) this.timer = setInterval(() => void this.request(), EVERY_MS);
  }

  onModuleDestroy(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** Never rejects. */
  async request(): Promise<void> {
    const tradeNos = this.watch.followedTrades();
    if (tradeNos.length === 0) return;
    try {
      await this.pollRequests.requestPollsOfFreshTrades(tradeNos, 'order-followed', FRESH_MS);
      this.outages.worked();
    } catch (error) {
      this.outages.failed(error);
    }
  }
}
