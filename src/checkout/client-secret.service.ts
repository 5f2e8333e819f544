import { Injectable } from '@nestjs/common';
import { KeysService } from '../keys/keys.service.js';
import type { OrderRow } from '../orders/order.types.js';

/** Makes the secret with which a guest reads one order. It is derived, never stored: a repeat gets the same one, until the service key is rotated. */
@Injectable()
export class ClientSecretService {
  constructor(private readonly keys: KeysService) {}

  async of({ merchantOrderNo, secretSalt }: OrderRow): Promise<string> {
    const ring = await this.keys.ring();
    const mac = ring.mac('client-secret', `${merchantOrderNo}:${secretSalt.toString('hex')}`);
    if (mac === null) throw new Error('there is no key for client secrets');
    return `cs_${ring.newestId}_${mac.toString('base64url')}`;
  }
}
