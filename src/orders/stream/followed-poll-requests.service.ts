import { Injectable } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { PollRequestsService } from '../ask/poll-requests.service.js';
import { OrderWatch } from '../changes/order-watch.service.js';

const EVERY_MS = 15_000;
/** An order unchanged for this long may wait for hours, and scheduled polls are enough. */
const FRESH_MS = 15 * 60_000;

/**
 * Requests polls while orders are followed, as repeated reads would. Otherwise, without callbacks, a follower would
 * learn of a payment later than a reader.
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
