import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { CLIENT_SECRET } from '../../platform/terms/order.js';
import type { Secret } from '../../platform/callers/secret.js';
import { saltInForce } from '../decisions/order-end.js';
import type { OrderState } from '../model/order.types.js';

/**
 * The secret that reads and retries one order: `cs_<key id>_<HMAC>` over its number and a random salt in its row. Older
 * secrets are valid while their key is configured; deleting the salt ends all of them.
 */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly keys: KeysService,
    private readonly settings: Settings,
  ) {}

  async of(state: OrderState): Promise<string | null> {
    const text = this.textOf(state);
    if (text === null) return null;
    const ring = await this.keys.ring();
    const mac = ring.mac('client-secret', text);
    if (mac === null) throw new Error('there is no key for client secrets');
    return `cs_${ring.newestId}_${mac.toString('base64url')}`;
  }

  async isOf(state: OrderState, shown: Secret): Promise<boolean> {
    const text = this.textOf(state);
    const [, keyId, mac] = CLIENT_SECRET.exec(shown.reveal()) ?? [];
    if (text === null || keyId === undefined || mac === undefined) return false;
    const ring = await this.keys.ring();
    return ring.verifyText('client-secret', text, keyId, mac);
  }

  /**
   * A guest's request proves no more than the secret from its answer: whoever copied one may have copied both. So the
   * request ends with that secret, unless the secret ended by itself and no trade ever had a page to read.
   */
  async isRequestOver(state: OrderState): Promise<boolean> {
    const { caller, secretSalt, secretUntil } = state.order;
    if (!caller.startsWith('guest:')) return false;
    if (secretSalt === null || secretUntil !== null) return true;
    return state.trades.some(({ payUrlAt }) => payUrlAt !== null) && (await this.of(state)) === null;
  }

  private textOf(state: OrderState): string | null {
    const salt = saltInForce(state, this.settings.orders.clientSecretTtlMs);
    return salt === null ? null : `${state.order.merchantOrderNo}:${salt.toString('hex')}`;
  }
}
