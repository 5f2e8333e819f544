import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { isSettledStatus, TRADE_STATUSES } from '../model/order-status.js';
import { StoredOrders } from '../storage/stored-orders.service.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { DAY } from '../../platform/time/time.js';

const PURPOSE = 'callback-token';
/** A refund or a late payment is reported within a month; a proxy's log is kept longer. */
const ADDRESS_LIFETIME_MS = 30 * DAY;

/** The token in a trade's callback URL: its number, a key id and an HMAC over the number. */
export function callbackToken(ring: KeyRing, tradeNo: string): string {
  const mac = ring.mac(PURPOSE, tradeNo);
  if (mac === null) throw new Error('there is no key for callback tokens');
  return `${tradeNo}~${ring.newestId}~${mac.toString('base64url')}`;
}

/** The trade that a token names, or null if the token is not ours. Neither number nor key id can contain `~`. */
export function tradeOfToken(ring: KeyRing, token: string): string | null {
  const [, tradeNo, keyId, mac] = /^([A-Za-z0-9._-]{1,64})~([A-Za-z0-9]{1,16})~([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (tradeNo === undefined || keyId === undefined || mac === undefined) return null;
  return ring.verifyText(PURPOSE, tradeNo, keyId, mac) ? tradeNo : null;
}

@Injectable()
export class CallbackAddressService {
  constructor(
    private readonly settings: Settings,
    private readonly keys: KeysService,
    private readonly orders: StoredOrders,
  ) {}

  /** null: no callback is requested. */
  async addressFor(tradeNo: string): Promise<string | null> {
    const { publicUrl } = this.settings;
    if (publicUrl === null) return null;
    return `${publicUrl}/callbacks/ramp/${callbackToken(await this.keys.ring(), tradeNo)}`;
  }

  /** null: the token is not ours, or its order ended too long ago. Tokens expire because proxies log URLs. */
  async tradeOf(token: string): Promise<string | null> {
    const tradeNo = tradeOfToken(await this.keys.ring(), token);
    if (tradeNo === null) return null;
    const isOver = await this.orders.hasEnded(tradeNo, ENDS, ADDRESS_LIFETIME_MS);
    return isOver ? null : tradeNo;
  }
}

const ENDS = TRADE_STATUSES.filter(isSettledStatus);
