import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Settings } from '../config/settings.js';
import { currentTrade } from '../orders/decisions/fold.js';
import type { Asked, OrderState } from '../orders/order.types.js';
import { OrdersService } from '../orders/orders.service.js';
import { TradeRecordService } from '../orders/trade-record.service.js';
import type { Caller } from '../shared/caller.js';
import { Clock } from '../shared/clock.js';
import { base32, randomOrderNumber } from '../shared/order-number.js';
import { AnswerService, LOOK_AGAIN_MS } from './answer.service.js';
import { ChecksService } from './checks.service.js';
import type { CheckoutAnswer, CheckoutRequest } from './checkout.types.js';
import { DriveService } from './drive.service.js';
import type { Drive } from './drive.service.js';
import { conflict, hasNoOutcome, isUnmade } from './outcome.js';
import { isSameContent } from './same-content.js';

/** The procedure of a checkout: look up the number, check, reserve, send, answer. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: OrdersService,
    private readonly door: TradeRecordService,
    private readonly checks: ChecksService,
    private readonly drives: DriveService,
    private readonly answers: AnswerService,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the order, or answers with the one that it repeats. Throws a Problem; when it does, the newest trade certainly
   * does not exist; unless an older one may exist, the number stays usable. The deadline ends the answer, not the work.
   */
  async checkout(caller: Caller, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const deadline = performance.now() + this.settings.checkout.deadlineMs;
    const asked = this.checks.canonical(request);
    const merchantOrderNo = numberOf(caller, request);
    const lease = this.drives.newLease();
    const { now, state } = await this.orders.find(merchantOrderNo);
    const lookedUpAt = performance.now();
    if (state !== null) return this.repeat(caller, request, asked, state, deadline);
    await this.checks.check(asked, request.quote);
    lease.renew();
    const reserved = await this.door.reserve({
      merchantOrderNo,
      caller: caller.id,
      customerId: request.customer.id,
      asked,
      stamp: this.clock.now().getTime(),
      driveLease: lease.id,
      leaseMs: lease.durationMs,
      patienceMs: this.settings.checkout.patienceMs,
      // The checks ask the provider and may take seconds, which the lease must not lose.
      now: new Date(now.getTime() + performance.now() - lookedUpAt),
      cause: this.drives.step({ lease }, null).cause,
    });
    if (reserved !== null) {
      const drive: Drive = { state: reserved, lease, customer: request.customer, callerWaits: true };
      return this.answers.answer(merchantOrderNo, 201, this.drives.driveReserved(drive), deadline);
    }
    // Somebody was quicker, or has the number in another letter case.
    const taken = (await this.orders.find(merchantOrderNo)).state;
    if (taken === null) throw conflict();
    return this.repeat(caller, request, asked, taken, deadline);
  }

  private async repeat(
    caller: Caller,
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { order } = state;
    if (order.caller !== caller.id || order.side !== 'BUY') throw conflict();
    if (isUnmade(state)) {
      await this.checks.check(asked, request.quote);
      return this.makeAnew(request, asked, state, deadline);
    }
    if (!isSameContent(order, asked, request.customer.id)) throw conflict();
    if (!hasNoOutcome(state)) return this.answers.present(200, state);
    const lease = this.drives.newLease();
    const isFree = await this.door.takeDrive(order.merchantOrderNo, lease.id, lease.durationMs, 'left behind');
    const taken = isFree ? (await this.orders.find(order.merchantOrderNo)).state : null;
    const end =
      taken === null
        ? Promise.resolve({ kind: 'lost' as const })
        : this.drives.driveLeftBehind({ state: taken, lease, customer: request.customer, callerWaits: true });
    return this.answers.answer(order.merchantOrderNo, 200, end, deadline);
  }

  /** Every trade was refused or never sent: whatever is asked now makes the next one. */
  private async makeAnew(
    request: CheckoutRequest,
    asked: Asked,
    state: OrderState,
    deadline: number,
  ): Promise<CheckoutAnswer> {
    const { merchantOrderNo } = state.order;
    const lease = this.drives.newLease();
    const isFree = await this.door.takeDrive(merchantOrderNo, lease.id, lease.durationMs, 'ended');
    const fresh = isFree
      ? (await this.orders.find(merchantOrderNo)).state
      : await this.begun(merchantOrderNo, deadline);
    if (fresh === null) throw conflict();
    if (!isFree || !isUnmade(fresh)) {
      if (isFree) await this.door.releaseDrive(merchantOrderNo, lease.id, null);
      // A repeat was quicker and is making the next trade.
      if (!isSameContent(fresh.order, asked, request.customer.id)) throw conflict();
      return this.answers.answer(merchantOrderNo, 200, Promise.resolve({ kind: 'lost' }), deadline);
    }
    const trade = currentTrade(fresh.trades);
    const anew = { customerId: request.customer.id, patienceMs: this.settings.checkout.patienceMs };
    const sending = this.drives.sending({ lease }, asked, anew);
    const step = this.drives.step({ lease }, null);
    // Never sent: the provider has not seen its number yet.
    const committed = await (trade.outcome === 'not_sent'
      ? this.door.recordSendingAgain(trade, sending, step)
      : this.door.recordNextTrade(trade, sending, step));
    const drive = { lease, customer: request.customer, callerWaits: true };
    const end =
      committed === null
        ? Promise.resolve({ kind: 'lost' as const })
        : this.drives.driveReserved({ ...drive, state: committed });
    return this.answers.answer(merchantOrderNo, 201, end, deadline);
  }

  /** The order once the repeat that was quicker has committed its trade, or has given up: only then its content is known. */
  private async begun(merchantOrderNo: string, deadline: number): Promise<OrderState | null> {
    for (;;) {
      const { state } = await this.orders.find(merchantOrderNo);
      const isAboutTo = state !== null && isUnmade(state) && state.order.driveUntil !== null;
      if (!isAboutTo || performance.now() + LOOK_AGAIN_MS >= deadline) return state;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

/** The caller's own number, else one from the idempotency key (so that a repeat is the same number), else a random one. */
function numberOf(caller: Caller, { merchantOrderNo, idempotencyKey }: CheckoutRequest): string {
  if (merchantOrderNo !== null) return merchantOrderNo;
  if (idempotencyKey === null) return randomOrderNumber();
  const digest = createHash('sha256')
    .update(JSON.stringify([caller.id, idempotencyKey]))
    .digest();
  return `i-${base32(digest).slice(0, 26)}`;
}
