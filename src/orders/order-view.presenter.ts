import { Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { currentTrade } from './decisions/fold.js';
import type { OrderDto } from './order.dto.js';
import { presentOrder } from './order.presenter.js';
import type { OrderState } from './order.types.js';
import { presentSellOrder } from './sell-order.presenter.js';
import type { SellOrderDto } from './sell-order.dto.js';
import { WriteDoorService } from './write-door.service.js';

/** Shows orders of either side to those who own them. */
@Injectable()
export class OrderView {
  constructor(
    private readonly door: WriteDoorService,
    private readonly settings: Settings,
  ) {}

  async of(state: OrderState): Promise<OrderDto | SellOrderDto> {
    return state.order.side === 'BUY' ? presentOrder(state, this.settings.orders) : this.ofSale(state);
  }

  async ofSale(state: OrderState): Promise<SellOrderDto> {
    const { payees } = await this.door.tools();
    return presentSellOrder(state, payees.open(currentTrade(state.trades)));
  }
}
