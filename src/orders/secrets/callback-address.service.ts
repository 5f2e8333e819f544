import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { isSettledStatus, TRADE_STATUSES } from '../model/order-status.js';
import { OrderRepository } from '../storage/order.repository.js';
import { callbackToken, tradeOfToken } from './callback-token.js';

/** Makes the address that the provider is asked to call about a trade, and reads it again. */
@Injectable()
export class CallbackAddressService {
  constructor(
    private readonly settings: Settings,
    private readonly keys: KeysService,
    private readonly orders: OrderRepository,
  ) {}

  /** null: nobody can reach us, so no callback is asked for. */
  async addressFor(tradeNo: string): Promise<string | null> {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/callbacks/ramp/${callbackToken(await this.keys.ring(), tradeNo)}`;
  }

  /**
   * The trade that the last part of a callback's address names; null: we did not make that address, or it is no longer good,
   * because the trade's order came to its end too long ago. Addresses stand in the logs of proxies.
   */
  async tradeOf(token: string): Promise<string | null> {
    const tradeNo = tradeOfToken(await this.keys.ring(), token);
    if (tradeNo === null) return null;
    const isOver = await this.orders.hasEnded(tradeNo, ENDS, this.settings.callbacks.addressLifetimeMs);
    return isOver ? null : tradeNo;
  }
}

const ENDS = TRADE_STATUSES.filter(isSettledStatus);
