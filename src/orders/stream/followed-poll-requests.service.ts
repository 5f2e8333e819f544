import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
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
export class FollowedPollRequests {
  constructor(
    private readonly watch: OrderWatch,
    private readonly pollRequests: PollRequestsService,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('polls_of_followed_orders', 'api', EVERY_MS, () => this.request());
  }

  private async request(): Promise<void> {
    const tradeNos = this.watch.followedTrades();
    if (tradeNos.length > 0) await this.pollRequests.requestPollsOfFreshTrades(tradeNos, 'order-followed', FRESH_MS);
  }
}
