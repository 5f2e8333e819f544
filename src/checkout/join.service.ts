import { Injectable } from '@nestjs/common';
import { OrderWaits } from '../orders/changes/order-waits.service.js';
import type { OrderState } from '../orders/model/order.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';
import { AnswerService } from './answer.service.js';
import type { CheckoutAnswer } from './checkout.types.js';
import { CustomerService } from './customer.service.js';
import { DriveService } from './drive.service.js';
import { DriverService } from './driver.service.js';
import { hasNoOutcome, isGivenUp, isLeftBehind, storedProblem } from './outcome.js';

/** Joining in where a request repeats one that is still being worked on, or was left behind. */
@Injectable()
export class JoinService {
  constructor(
    private readonly orders: OrdersService,
    private readonly waits: OrderWaits,
    private readonly tradeRecord: TradeRecordService,
    private readonly driver: DriverService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly customers: CustomerService,
  ) {}

  /**
   * The order as it is when its outcome is known; goes on making it when whoever made it is gone. `said`: by the caller.
   * Throws where making it was given up.
   */
  async join(state: OrderState, said: TradeCustomer, deadline: number): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    if (isGivenUp(state)) throw storedProblem(state);
    if (!hasNoOutcome(state)) return this.answers.present(200, state);
    const lease = this.driver.newLease();
    const isFree =
      isLeftBehind(state) &&
      (await this.tradeRecord.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'left behind'));
    const taken = isFree ? (await this.orders.find(merchantOrderNo)).state : null;
    if (taken === null) return this.wait(merchantOrderNo, deadline);
    const customer = await this.customers.of(taken.order, said);
    const end = this.drives.driveLeftBehind({ state: taken, lease, customer, callerWaits: true, cause: 'checkout' });
    return this.answers.answer(merchantOrderNo, 200, end, deadline);
  }

  /** The order as it is when somebody else has made it, or at the deadline. */
  wait(merchantOrderNo: string, deadline: number): Promise<CheckoutAnswer> {
    return this.answers.answer(merchantOrderNo, 200, Promise.resolve({ kind: 'lost' }), deadline);
  }

  /** The order once whoever is about to begin anew has committed a trade, or has given up. */
  begun(
    merchantOrderNo: string,
    isAboutTo: (state: OrderState) => boolean,
    deadline: number,
  ): Promise<OrderState | null> {
    const isOver = (state: OrderState): boolean => !isAboutTo(state) || state.order.driveUntil === null;
    return this.waits.until(merchantOrderNo, isOver, deadline);
  }
}
