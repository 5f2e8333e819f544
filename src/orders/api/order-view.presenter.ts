import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { currentTrade } from '../model/fold.js';
import type { OrderDto } from './order.dto.js';
import { presentOrder } from './order.presenter.js';
import type { OrderState } from '../model/order.types.js';
import { presentSellOrder } from './sell-order.presenter.js';
import type { SellOrderDto } from './sell-order.dto.js';
import { mayHearTheProvider } from '../../platform/shared/caller.js';
import type { Caller } from '../../platform/shared/caller.js';
import { OrderSealsService } from '../secrets/order-seals.service.js';

/** Shows orders of either side to those who own them; why one is in review, to the merchant's own servers. */
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
    return { ...presentOrder(state, this.settings.orders), ...reasonsFor(caller, state) };
  }

  async ofSale(state: OrderState, caller: Caller): Promise<SellOrderDto> {
    const { payees } = await this.seals.tools();
    return { ...presentSellOrder(state, payees.open(currentTrade(state.trades))), ...reasonsFor(caller, state) };
  }
}

function reasonsFor(caller: Caller, { openMismatches }: OrderState): Pick<OrderDto, 'reviewReasons'> {
  if (!mayHearTheProvider(caller)) return {};
  return {
    reviewReasons: openMismatches.map(({ kind, field, asked, seen }) => ({
      kind,
      field,
      expected: asked,
      actual: seen,
    })),
  };
}
