import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { historyName } from '../../platform/callers/caller.js';
import type { Caller } from '../../platform/callers/caller.js';
import { derivedOrderNumber, MERCHANT_ORDER_NO } from '../../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { currentTrade } from '../model/fold.js';
import { newSaleOrder, newSaleTrade, registeredDraft } from '../decisions/new-order.js';
import type { Registration } from '../decisions/new-order.js';
import { metadataChange } from '../model/metadata.js';
import type { MetadataChange } from '../model/metadata.js';
import type { Cause, OrderState } from '../model/order.types.js';
import { Watches } from '../storage/watches.service.js';
import { causeOf } from '../model/cause.js';
import type { Reserved } from './order-writer.service.js';
import { pausedProblem, PausesService } from '../../pauses/pauses.service.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import { OrderWriterService } from './order-writer.service.js';
import { Chance } from '../../platform/chance.js';

/** At least one of the two numbers is not null. */
export interface SaleToRegister {
  readonly merchantOrderNo: string | null;
  readonly orderNo: string | null;
  readonly customerId: string | null;
  readonly metadata?: MetadataChange;
}

export interface Registered {
  readonly isNew: boolean;
  readonly state: OrderState;
}

/** Registers sales, which customers make on the provider's pages, for watching. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly watches: Watches,
    private readonly chance: Chance,
    private readonly orders: StoredOrders,
    private readonly pauses: PausesService,
  ) {}

  /** Registers, or returns the sale that this call repeats. A sale that the provider has already is never paused. */
  async register(caller: Caller, sale: SaleToRegister): Promise<Registered> {
    const registration = registrationOf(caller, sale);
    const paused = sale.orderNo === null ? await this.pauses.of({ side: 'SELL' }) : null;
    if (paused !== null && (await this.orders.find(registration.merchantOrderNo)).state === null) {
      throw pausedProblem(paused.until);
    }
    const cause = causeOf('registration', historyName(caller));
    const { isNew, state } = await this.reserve(registration, cause, await this.orders.now());
    if (state === null) throw conflict(PROBLEM_TEXTS.merchantOrderNoTaken);
    return isNew ? { isNew, state } : this.repeat(registration, state);
  }

  private async reserve(registration: Registration, cause: Cause, now: Date): Promise<Reserved> {
    const order = newSaleOrder(registration, this.chance.bytes(16), now);
    const trade = newSaleTrade(registration, now);
    try {
      return await this.writer.reserve(order, trade, registeredDraft(registration), cause);
    } catch (error) {
      if (brokenConstraint(error) !== 'trades_ramp_order_no') throw error;
      // One order per provider number; the problem does not reveal its owner.
      throw conflict(PROBLEM_TEXTS.orderNoTaken);
    }
  }

  private async repeat(registration: Registration, state: OrderState): Promise<Registered> {
    if (!isSame(registration, state)) throw conflict(PROBLEM_TEXTS.merchantOrderNoTaken);
    const { tradeNo } = currentTrade(state.trades);
    await this.watches.requestPoll(tradeNo, 'registration');
    return { isNew: false, state };
  }
}

/** Compares the registrations, not later facts from the provider. */
function isSame(registration: Registration, { order, trades }: OrderState): boolean {
  return (
    order.side === 'SELL' &&
    order.caller === registration.caller &&
    order.customerId === registration.customerId &&
    currentTrade(trades).registeredOrderNo === registration.orderNo
  );
}

/** An unusable number is replaced by one derived from the merchant's, else from caller and `orderNo`. */
function registrationOf(
  caller: Caller,
  { merchantOrderNo, orderNo, customerId, metadata = {} }: SaleToRegister,
): Registration {
  const noted = { metadata: metadataChange(metadata).set };
  const rest = { rampMerchantOrderNo: merchantOrderNo, orderNo, caller: caller.id, customerId, ...noted };
  if (merchantOrderNo !== null && MERCHANT_ORDER_NO.test(merchantOrderNo)) return { merchantOrderNo, ...rest };
  const seed = merchantOrderNo === null ? [caller.id, orderNo] : [merchantOrderNo];
  return { merchantOrderNo: derivedOrderNumber('s', seed), ...rest };
}

const conflict = (detail: string): Problem => new Problem('merchant_order_no_conflict', detail);
