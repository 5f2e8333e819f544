import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { SecretRepository } from '../storage/secret.repository.js';
import { OrderChanges } from '../changes/order-changes.js';

const SALT_BYTES = 16;

/** Ends all client secrets of an order at once. */
@Injectable()
export class SecretRevocationService {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly changes: OrderChanges,
  ) {}

  /**
   * From now on no secret of the order is good, on no replica; whoever repeats the checkout gets a new one. Twice does no
   * harm. Whoever follows the order by such a secret does so no longer. false: there is no such order.
   */
  async revoke(merchantOrderNo: string): Promise<boolean> {
    const isKnown = await this.secrets.replaceSalt(merchantOrderNo, randomBytes(SALT_BYTES));
    if (isKnown) this.changes.tell([{ merchantOrderNo, version: null }]);
    return isKnown;
  }
}
