import { Injectable } from '@nestjs/common';
import { OrderChanges } from '../changes/order-changes.js';
import { NOTHING_DECIDED } from '../decisions/order-change.js';
import { OrderWriterService } from './order-writer.service.js';

/** Ends all client secrets of an order at once, for good. */
@Injectable()
export class SecretRevocationService {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly changes: OrderChanges,
  ) {}

  /**
   * From now on no secret of the order is good, on no replica, and whoever repeats the checkout gets none. Twice does no harm.
   * Whoever follows the order by such a secret does so no longer. false: there is no such order.
   */
  async revoke(merchantOrderNo: string): Promise<boolean> {
    const decision = { ...NOTHING_DECIDED, order: { secretSalt: null } };
    const revoked = await this.writer.change(merchantOrderNo, { kind: 'staff' }, () => decision);
    if (revoked !== null) this.changes.tell([{ merchantOrderNo, version: null }]);
    return revoked !== null;
  }
}
