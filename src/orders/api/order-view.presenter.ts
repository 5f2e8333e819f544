import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { currentTrade } from '../model/fold.js';
import type { OrderDto } from './order.dto.js';
import { presentOrder } from './order.presenter.js';
import type { OrderState } from '../model/order.types.js';
import { presentSellOrder } from './sell-order.presenter.js';
import type { SellOrderDto } from './sell-order.dto.js';
import { maySee } from '../decisions/order-access.js';
import { mayActForCustomers, mayHearTheProvider } from '../../platform/callers/caller.js';
import type { Caller } from '../../platform/callers/caller.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';

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
    ...{ kind, field, expected: asked, actual: seen },
  }));
  // A server limited to its own orders may hold the client secret of another server's order.
  const isServer = mayActForCustomers(caller) && maySee(caller, order);
  return {
    ...(mayHearTheProvider(caller) ? { reviewReasons } : {}),
    ...(isServer ? { customer: { id: order.customerId }, metadata: order.metadata } : {}),
  };
}
