import { Injectable } from '@nestjs/common';
import { SecretRepository } from '../storage/secret.repository.js';
import { OrderChanges } from '../changes/order-changes.js';

/** Ends all client secrets of an order at once, for good. */
@Injectable()
export class SecretRevocationService {
  constructor(
    private readonly secrets: SecretRepository,
    private readonly changes: OrderChanges,
  ) {}

  /**
   * From now on no secret of the order is good, on no replica, and whoever repeats the checkout gets none. Twice does no harm.
   * Whoever follows the order by such a secret does so no longer. false: there is no such order.
   */
  async revoke(merchantOrderNo: string): Promise<boolean> {
    const isKnown = await this.secrets.takeSalt(merchantOrderNo);
    if (isKnown) this.changes.tell([{ merchantOrderNo, version: null }]);
    return isKnown;
  }
}
