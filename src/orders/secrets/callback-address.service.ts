import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { isSettledStatus, TRADE_STATUSES } from '../model/order-status.js';
import { OrderRepository } from '../storage/order.repository.js';
import { callbackToken, tradeOfToken } from './callback-token.js';

@Injectable()
export class CallbackAddressService {
  constructor(
    private readonly settings: Settings,
    private readonly keys: KeysService,
    private readonly orders: OrderRepository,
  ) {}

  /** null: there is no public URL, so no callback is requested. */
  async addressFor(tradeNo: string): Promise<string | null> {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/callbacks/ramp/${callbackToken(await this.keys.ring(), tradeNo)}`;
  }

  /**
   * The trade that a callback URL's token names; null if the token is not ours, or its order ended too long ago. Tokens
   * expire because proxies log URLs.
   */
  async tradeOf(token: string): Promise<string | null> {
    const tradeNo = tradeOfToken(await this.keys.ring(), token);
    if (tradeNo === null) return null;
    const isOver = await this.orders.hasEnded(tradeNo, ENDS, this.settings.callbacks.addressLifetimeMs);
    return isOver ? null : tradeNo;
  }
}

const ENDS = TRADE_STATUSES.filter(isSettledStatus);
