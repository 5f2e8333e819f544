import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { CLIENT_SECRET } from '../../platform/shared/client-secret.js';
import type { Secret } from '../../platform/shared/secret.js';
import { saltInForce } from '../decisions/client-secret.js';
import type { OrderState } from '../model/order.types.js';

/**
 * The secret with which one order is read and retried. It is derived, never stored: `cs_<key id>_<HMAC>`, over the order's
 * number and a random value of its row. A repeat gets it again, until the service key is rotated; an older one stays good
 * as long as its key is in the list. Without that value, which staff can take away, all of them are over, and so they are
 * some time after the order.
 */
@Injectable()
export class ClientSecretService {
  constructor(
    private readonly keys: KeysService,
    private readonly settings: Settings,
  ) {}

  /** null: the order has none any more. */
  async of(state: OrderState): Promise<string | null> {
    const text = this.textOf(state);
    if (text === null) return null;
    const ring = await this.keys.ring();
    const mac = ring.mac('client-secret', text);
    if (mac === null) throw new Error('there is no key for client secrets');
    return `cs_${ring.newestId}_${mac.toString('base64url')}`;
  }

  /** Is this the secret of that order? */
  async isOf(state: OrderState, shown: Secret): Promise<boolean> {
    const text = this.textOf(state);
    const [, keyId, mac] = CLIENT_SECRET.exec(shown.reveal()) ?? [];
    if (text === null || keyId === undefined || mac === undefined) return false;
    const ring = await this.keys.ring();
    return ring.verifyText('client-secret', text, keyId, mac);
  }

  private textOf(state: OrderState): string | null {
    const salt = saltInForce(state, this.settings.orders.clientSecretTtlMs);
    return salt === null ? null : `${state.order.merchantOrderNo}:${salt.toString('hex')}`;
  }
}
