import { Injectable } from '@nestjs/common';
import { OrderChanges } from '../changes/order-changes.js';
import { NOTHING_DECIDED } from '../decisions/order-change.js';
import { OrderWriterService } from './order-writer.service.js';

@Injectable()
export class SecretRevocationService {
  constructor(
    private readonly writer: OrderWriterService,
    private readonly changes: OrderChanges,
  ) {}

  /**
   * Invalidates all client secrets of an order for good, on all replicas; repeats of the checkout get none, and streams
   * opened with one end. Idempotent. false: no such order.
   */
  async revoke(merchantOrderNo: string): Promise<boolean> {
    const decision = { ...NOTHING_DECIDED, order: { secretSalt: null } };
    const revoked = await this.writer.change(merchantOrderNo, { kind: 'staff' }, () => decision);
    if (revoked !== null) this.changes.tell([{ merchantOrderNo, version: null }]);
    return revoked !== null;
  }
}
