import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { currentTrade } from '../../orders/model/fold.js';
import type { OrderDto } from './order.dto.js';
import { presentOrder } from './order.presenter.js';
import type { OrderState } from '../../orders/model/order.types.js';
import { BUY_ONLY } from './sell-order.dto.js';
import type { SellOrderDto } from './sell-order.dto.js';
import { maySee } from '../../orders/decisions/order-access.js';
import { maskPayee } from '../../orders/decisions/payee.js';
import { mayActForCustomers, seesProviderMessages } from '../../platform/callers/caller.js';
import type { Caller } from '../../platform/callers/caller.js';
import { OrderSealsService } from '../../orders/secrets/order-seals.service.js';
import type { Payee } from '../../ramp/port/ramp.types.js';
import { FACTS_OF_SIDE, withNulls } from '../../ramp/port/trade-facts.js';

@Injectable()
export class OrderView {
  constructor(
    private readonly seals: OrderSealsService,
    private readonly settings: Settings,
  ) {}

  async of(state: OrderState, caller: Caller): Promise<OrderDto | SellOrderDto> {
    return state.order.side === 'BUY' ? this.ofPurchase(state, caller) : this.ofSale(state, caller);
  }

  ofPurchase(state: OrderState, caller: Caller): OrderDto {
    return { ...presentOrder(state, this.settings.orders), ...forServers(caller, state) };
  }

  async ofSale(state: OrderState, caller: Caller): Promise<SellOrderDto> {
    const { payees } = await this.seals.tools();
    return { ...presentSellOrder(state, payees.open(currentTrade(state.trades))), ...forServers(caller, state) };
  }
}

type ForServers = Pick<OrderDto, 'reviewReasons' | 'customer' | 'metadata'>;

/** Review reasons for callers who may see provider data; owner and metadata for servers. */
function forServers(caller: Caller, { order, openMismatches }: OrderState): ForServers {
  const reviewReasons = openMismatches.map(({ kind, field, asked, seen }) => ({
    kind,
    field,
    expected: asked,
    actual: seen,
  }));
  // A server limited to its own orders may hold the client secret of another server's order.
  const isServer = mayActForCustomers(caller) && maySee(caller, order);
  return {
    ...(seesProviderMessages(caller) ? { reviewReasons } : {}),
    ...(isServer ? { customer: { id: order.customerId }, metadata: order.metadata } : {}),
  };
}

const NO_PAYEE: Payee = { name: null, account: null, card: null, email: null };

/** `payee` null: not known; `unreadable`: stored but not decryptable. */
export function presentSellOrder(state: OrderState, payee: Payee | 'unreadable' | null): SellOrderDto {
  const trade = currentTrade(state.trades);
  const { failure, trades, ...order } = withoutPurchase({ ...presentOrder(state, { payUrlTtlMs: 0, maxTrades: 0 }) });
  return {
    ...order,
    ...withNulls(trade.facts, FACTS_OF_SIDE.SELL),
    payee: payee === 'unreadable' ? null : maskPayee(payee ?? NO_PAYEE),
    failure: failure && { ...failure, message: FAILURES[failure.code] ?? failure.message },
    // The sale's number at the provider, if known and different from ours.
    trades: trades.map((one) => ({ ...one, tradeNo: trade.rampMerchantOrderNo ?? one.tradeNo })),
  };
}

const FAILURES: Readonly<Record<string, string>> = {
  not_found: 'The provider does not know this sale.',
  expired: 'The crypto did not come in time.',
  payout_failed: 'The payout did not go through.',
  refunded: 'The payout did not go through, and the crypto was given back.',
};

type PurchaseField = (typeof BUY_ONLY)[number];

function withoutPurchase<Order extends Record<PurchaseField, unknown>>(order: Order): Omit<Order, PurchaseField> {
  const left = Object.entries(order).filter(([name]) => !(BUY_ONLY as readonly string[]).includes(name));
  return Object.fromEntries(left) as Omit<Order, PurchaseField>;
}
