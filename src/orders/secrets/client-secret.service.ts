import { Injectable } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Secret } from '../../platform/shared/secret.js';
import type { OrderRow } from '../model/order.types.js';

/** The order's number, and a random value of its row. */
type SecretOrder = Pick<OrderRow, 'merchantOrderNo' | 'secretSalt'>;

/**
 * The secret with which one order is read and retried. It is derived, never stored: `cs_<key id>_<HMAC>`, over the order's
 * number and a random value of its row. A repeat gets it again, until the service key is rotated; an older one stays good
 * as long as its key is in the list. A new random value ends all of them.
 */
@Injectable()
export class ClientSecretService {
  constructor(private readonly keys: KeysService) {}

  async of(order: SecretOrder): Promise<string> {
    const ring = await this.keys.ring();
    const mac = ring.mac('client-secret', secretText(order));
    if (mac === null) throw new Error('there is no key for client secrets');
    return `cs_${ring.newestId}_${mac.toString('base64url')}`;
  }

  /** Is this the secret of that order? */
  async isOf(order: SecretOrder, shown: Secret): Promise<boolean> {
    const [, keyId, mac] = /^cs_([A-Za-z0-9]{1,16})_([A-Za-z0-9_-]{43})$/.exec(shown.reveal()) ?? [];
    if (keyId === undefined || mac === undefined) return false;
    const ring = await this.keys.ring();
    return ring.verifyText('client-secret', secretText(order), keyId, mac);
  }
}

function secretText({ merchantOrderNo, secretSalt }: SecretOrder): string {
  return `${merchantOrderNo}:${secretSalt.toString('hex')}`;
}
