import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AskFirstService } from '../orders/ask/ask-first.service.js';
import type { FirstAnswer } from '../orders/ask/ask-first.service.js';
import { CallbackAddressService } from '../orders/secrets/callback-address.service.js';
import { currentTrade } from '../orders/model/fold.js';
import type { Asked, OrderState, Refusal, TradeRow } from '../orders/model/order.types.js';
import { TradeRecordService } from '../orders/write/trade-record.service.js';
import type { RampFailure } from '../ramp/port/ramp.errors.js';
import { ProviderState } from '../ramp/provider/provider-state.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { TradeRequest } from '../ramp/port/ramp.types.js';
import { within } from '../platform/shared/within.js';
import { DriverService } from './driver.service.js';
import type { Drive } from './driver.service.js';
import { afterLeftUnsent, afterNotSent, afterPriceUnknown, afterUnknown, nextStep } from './next-step.js';
import type { DriveFacts, NextStep } from './next-step.js';
import { hasNoOutcome, isCommitted, tradesSinceNoPage } from './outcome.js';
import type { PriceNow } from './price.js';
import { PriceService } from './price.service.js';
import { refusalOf, tradeRequest } from './trade-request.js';
import { logEvent } from '../platform/telemetry/log-events.js';

/**
 * How the making of trades ended, for now. `declined`: by ourselves, and the trade holds why; `lost`: somebody else drives;
 * `left`: the worker goes on.
 */
export type DriveEnd =
  | { readonly kind: 'created' | 'declined'; readonly state: OrderState }
  | { readonly kind: 'refused'; readonly failure: RampFailure; readonly fiat: string | null }
  | { readonly kind: 'given_up'; readonly failure: RampFailure | null }
  | { readonly kind: 'left' | 'lost' };

const NOBODY_SAID = { kind: 'unknown' } as const;

/** A failed step: what happened last, and the state after it was recorded. */
interface Standing {
  readonly state: OrderState;
  readonly step: NextStep;
  readonly failure: RampFailure | null;
}

/**
 * Makes trades of one order until one is made, is refused, or nobody may go on. Each request is committed before it is
 * sent; each answer is recorded before the next step; every record holds only under the lease.
 */
@Injectable()
export class DriveService {
  private readonly logger = new Logger(DriveService.name);

  constructor(
    private readonly ramp: RampGateway,
    private readonly provider: ProviderState,
    private readonly driver: DriverService,
    private readonly tradeRecord: TradeRecordService,
    private readonly prices: PriceService,
    private readonly addresses: CallbackAddressService,
    private readonly first: AskFirstService,
  ) {}

  /** Sends the current trade, which this driver has just committed with `stamp`, and goes on from there. */
  async driveReserved(drive: Drive, stamp: number): Promise<DriveEnd> {
    const { outcome } = currentTrade(drive.state.trades);
    return outcome === 'not_sent' ? this.send(drive, drive.state, 1) : this.goOn(drive, drive.state, stamp, 1);
  }

  /** Goes on where a driver that is gone has left off. */
  async driveLeftBehind(drive: Drive): Promise<DriveEnd> {
    const { state } = drive;
    const trade = currentTrade(state.trades);
    // What is on its way is not watched before somebody says that its outcome is unknown, whatever else is known by then.
    if (!hasNoOutcome(state) && trade.outcome !== 'in_flight') {
      await this.tradeRecord.releaseDrive(state.order.merchantOrderNo, drive.lease.id, null);
      return { kind: 'left' };
    }
    const facts = this.facts(drive, state, 0);
    if (trade.outcome === 'not_sent') {
      return this.follow(drive, { state, step: afterLeftUnsent(facts), failure: null }, 0);
    }
    if (trade.outcome === 'unknown' || trade.outcome === 'created') {
      return this.follow(drive, { state, step: afterUnknown(facts), failure: null }, 0);
    }
    // The driver died between committing the request and recording its answer: nobody knows.
    const after = await this.tradeRecord.recordUnknown(trade, 'the driver is gone', this.driver.step(drive, null));
    if (after === null) return { kind: 'lost' };
    return this.follow(drive, { state: after, step: afterUnknown(this.facts(drive, after, 0)), failure: null }, 0);
  }

  /**
   * Commits the request of the newest trade, of which nothing was sent, and sends it, unless the provider turns out to have
   * its number. Where the customer was shown a price, only while it holds: it is asked for here, so that of many who ask
   * for one order one alone asks for its price.
   */
  private async send(drive: Drive, state: OrderState, sendsInARow: number): Promise<DriveEnd> {
    const trade = currentTrade(state.trades);
    const asked = askedOf(trade);
    // Before the stamp, which a slow answer must not let grow old. Without a token nothing is begun.
    const unready = await this.ramp.prepareTrade(drive.customer);
    if (unready !== null) {
      const wait = afterNotSent(unready.reason, this.facts(drive, state, sendsInARow));
      return this.follow(drive, { state, step: wait, failure: unready }, sendsInARow);
    }
    // Not so long that the lease could be over: the commit would be in vain, and the next driver would begin as late.
    const said = await within(drive.lease.durationMs / 2, this.lookFirst(drive, state), NOBODY_SAID);
    if (said.kind === 'known') {
      await this.tradeRecord.releaseDrive(trade.merchantOrderNo, drive.lease.id, null);
      return { kind: 'created', state: said.state };
    }
    if (said.kind === 'declined') return this.decline(drive, trade, said.refusal);
    if (said.kind === 'unknown' || this.driver.isStopping) {
      const step: NextStep = this.driver.isStopping
        ? { do: 'leave', delayMs: 0 }
        : afterPriceUnknown(this.facts(drive, state, 0));
      return this.follow(drive, { state, step, failure: null }, sendsInARow);
    }
    const step = this.driver.step(drive, said.quote === null ? null : { quote: said.quote });
    const sending = this.driver.sending(drive, asked);
    const committed = await this.tradeRecord.recordSendingAgain(trade, sending, step);
    return committed === null ? this.lose(drive) : this.goOn(drive, committed, sending.stamp, sendsInARow);
  }

  /** Is the number the provider's already, and if not, what does the trade cost now? */
  private async lookFirst(drive: Drive, state: OrderState): Promise<Exclude<FirstAnswer, { kind: 'free' }> | PriceNow> {
    const trade = currentTrade(state.trades);
    const found = await this.first.ask(state, trade, this.driver.step(drive, null).cause);
    return found.kind === 'free' ? this.prices.priceNow(trade, askedOf(trade)) : found;
  }

  private async decline(drive: Drive, trade: TradeRow, refusal: Refusal): Promise<DriveEnd> {
    logEvent(this.logger, 'trade_not_sent', { tradeNo: trade.tradeNo, problem: refusal.problem });
    const after = await this.tradeRecord.recordDeclined(trade, refusal, this.driver.step(drive, null));
    return after === null ? this.lose(drive) : { kind: 'declined', state: after };
  }

  /** Sends the newest trade, if it is what was committed with `stamp`, and follows from the answer. */
  private async goOn(drive: Drive, state: OrderState, stamp: number, sendsInARow: number): Promise<DriveEnd> {
    const trade = currentTrade(state.trades);
    if (!isCommitted(state, drive.lease.id, stamp)) {
      logEvent(this.logger, 'trade_differs_from_stored', { tradeNo: trade.tradeNo });
      return { kind: 'lost' };
    }
    const request = await this.requestOf(state, trade);
    const result = await this.ramp.createTrade(request, drive.customer, () => drive.lease.maySend());
    const returnCode = result.kind === 'refused' ? result.returnCode : undefined;
    logEvent(this.logger, 'trade_requested', { tradeNo: trade.tradeNo, result: result.kind, returnCode });
    if (result.kind === 'answered') {
      const after = await this.tradeRecord.recordCreated(trade, result.value, this.driver.step(drive, result.evidence));
      if (after === null) return { kind: 'lost' };
      if (result.value.payUrl !== null) return { kind: 'created', state: after };
      return this.follow(drive, { state: after, step: afterUnknown(this.facts(drive, after, 0)), failure: null }, 0);
    }
    const step = nextStep(result, this.facts(drive, state, sendsInARow));
    const after = await this.record(drive, trade, result, step);
    if (after === null) return { kind: 'lost' };
    return this.follow(drive, { state: after, step, failure: result }, sendsInARow);
  }

  private record(drive: Drive, trade: TradeRow, result: RampFailure, step: NextStep): Promise<OrderState | null> {
    const said = this.driver.step(drive, result.evidence);
    switch (result.kind) {
      case 'refused':
        return step.do === 'refuse'
          ? this.tradeRecord.recordRefused(trade, refusalOf(result), said)
          : this.tradeRecord.recordNotSent(trade, `refused with ${result.returnCode}, may be sent again`, false, said);
      case 'not_sent':
        // Too late as well: certainly nothing was sent, and saying so spares the next driver a trade that may exist. It
        // is written under the lease only, so where somebody has taken over and holds the trade for unknown, it is not.
        return this.tradeRecord.recordNotSent(trade, result.detail, step.do === 'give_up', said);
      case 'unknown':
      case 'protocol':
        return this.tradeRecord.recordUnknown(trade, result.detail, said);
    }
  }

  private async follow(drive: Drive, { state, step: next, failure }: Standing, sendsInARow: number): Promise<DriveEnd> {
    const trade = currentTrade(state.trades);
    const goesOn = next.do === 'send_again' || next.do === 'next_trade';
    const step: NextStep = goesOn && this.driver.isStopping ? { do: 'leave', delayMs: next.delayMs } : next;
    switch (step.do) {
      case 'refuse':
        return failure === null ? { kind: 'left' } : { kind: 'refused', failure, fiat: state.order.fiat };
      case 'leave':
        await this.tradeRecord.releaseDrive(state.order.merchantOrderNo, drive.lease.id, step.delayMs);
        return { kind: 'left' };
      case 'hand_over':
        await this.tradeRecord.releaseDrive(state.order.merchantOrderNo, drive.lease.id, 0);
        return { kind: 'lost' };
      case 'give_up':
        await this.giveUp(drive, trade);
        return { kind: 'given_up', failure };
      case 'send_again': {
        await sleep(step.delayMs);
        return this.send(drive, state, sendsInARow + 1);
      }
      case 'next_trade': {
        await sleep(step.delayMs);
        // Without a token the next trade is committed all the same: it is the one for which a caller brings it.
        await this.ramp.prepareTrade(drive.customer);
        // Meanwhile the provider may have been found to be away.
        const still = afterUnknown(this.facts(drive, state, sendsInARow));
        if (still.do !== 'next_trade') return this.follow(drive, { state, step: still, failure }, sendsInARow);
        const sending = this.driver.sending(drive, askedOf(trade));
        const next = await this.tradeRecord.recordNextTrade(trade, sending, this.driver.step(drive, null));
        return next === null ? this.lose(drive) : this.driveReserved({ ...drive, state: next }, sending.stamp);
      }
    }
  }

  /** Somebody else drives, or nobody has to any more: a poll found that a trade is paid. Then the lease is given back. */
  private async lose({ state, lease }: Drive): Promise<DriveEnd> {
    await this.tradeRecord.releaseDrive(state.order.merchantOrderNo, lease.id, null);
    return { kind: 'lost' };
  }

  private async giveUp(drive: Drive, trade: TradeRow): Promise<void> {
    if (trade.outcome === 'unknown' || trade.outcome === 'created') {
      await this.tradeRecord.recordGivenUp(trade, this.driver.step(drive, null));
    } else if (trade.status === 'CREATING') {
      await this.tradeRecord.recordNotSent(trade, 'nobody goes on trying', true, this.driver.step(drive, null));
    }
  }

  private facts({ callerWaits }: Drive, state: OrderState, sendsInARow: number): DriveFacts {
    const { drivePatienceUntil: patience, firstTradeOfRequest } = state.order;
    return {
      sendsInARow,
      callerWaits,
      providerAway: this.provider.isAway(),
      isFull: this.driver.isFull(state),
      createsTimeOut: this.provider.createsTimeOut(),
      tradesOfRequest: currentTrade(state.trades).n - firstTradeOfRequest + 1,
      tradesSinceNoPage: tradesSinceNoPage(state),
      mayExist: state.trades.some(
        ({ n, outcome }) => n >= firstTradeOfRequest && (outcome === 'unknown' || outcome === 'created'),
      ),
      patienceLeftMs: patience === null ? 0 : Math.max(0, patience.getTime() - state.now.getTime()),
    };
  }

  private async requestOf(state: OrderState, trade: TradeRow): Promise<TradeRequest> {
    return tradeRequest(state.order.merchantOrderNo, trade, await this.addresses.addressFor(trade.tradeNo));
  }
}

function askedOf({ asked }: TradeRow): Asked {
  if (asked === null) throw new Error('nothing was asked of this trade');
  return asked;
}
