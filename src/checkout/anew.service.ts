import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { currentTrade } from '../orders/model/fold.js';
import { isFull } from '../orders/decisions/offers.js';
import type { Asked, ShownPrice } from '../orders/model/order.types.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import { AnswerService } from './answer.service.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { CustomerService } from './customer.service.js';
import { DriveService } from './drive.service.js';
import { DriverService } from './driver.service.js';
import type { Drive } from './driver.service.js';
import { notMade } from './outcome.js';
import { tooManyTrades } from './retry-problems.js';

/** What is wanted now, and for which price alone; `shown` null: for whatever the price is. */
interface Wish {
  readonly asked: Asked;
  readonly shown: ShownPrice | null;
}

/** Making a trade of an order whose earlier trades have come to nothing. */
@Injectable()
export class AnewService {
  constructor(
    private readonly tradeRecord: TradeRecordService,
    private readonly driver: DriverService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly customers: CustomerService,
    private readonly settings: Settings,
  ) {}

  /**
   * Commits the next trade under the lease of `drive`, which was just taken, sends it (for the price that was shown, if one
   * was), and answers. `same`: a number that was never sent is used again, as the provider has not seen it. null: meanwhile the lease was lost, or a trade is paid;
   * nothing was made. Gives the lease back and throws `ramp_unavailable` in a process that is about to end, and
   * `order_not_retryable` where the order has as many trades as one may have.
   */
  async make(drive: Drive, wish: Wish, number: 'same' | 'next', deadline: number): Promise<CheckoutAnswer | null> {
    const { state, customer, lease } = drive;
    const { merchantOrderNo } = state.order;
    const trade = currentTrade(state.trades);
    const isSame = number === 'same' && trade.outcome === 'not_sent';
    const isTooMany = !isSame && isFull(state, this.settings.orders);
    if (this.driver.isStopping || isTooMany) {
      await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      throw isTooMany ? tooManyTrades() : notMade(merchantOrderNo);
    }
    const kept = await this.customers.keep(merchantOrderNo, customer);
    const { patienceMs } = this.settings.checkout;
    const anew = { customerId: customer.id, ...kept, patienceMs, shown: wish.shown };
    const sending = this.driver.sending(drive, wish.asked, anew);
    const step = this.driver.step(drive, null);
    const committed = await (isSame
      ? this.tradeRecord.recordSendingAgain(trade, sending, step)
      : this.tradeRecord.recordNextTrade(trade, sending, step));
    if (committed === null) {
      await this.tradeRecord.releaseDrive(merchantOrderNo, lease.id, null);
      return null;
    }
    const end = this.drives.driveReserved({ ...drive, state: committed }, sending.stamp);
    return this.answers.answer(merchantOrderNo, 201, end, deadline);
  }
}
