import { Injectable, Logger } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { SealedColumn } from '../../platform/crypto/key-ring.js';
import type { OrderRow, SealedEmail } from '../model/order.types.js';
import type { TradeCustomer } from '../../ramp/port/ramp.types.js';
import { emailDigest } from './payee-seal.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

export const NO_CUSTOMER: TradeCustomer = { id: null, email: null, accessToken: null };

export const CUSTOMER_EMAIL: SealedColumn = {
  what: 'e-mail addresses',
  table: 'orders',
  primaryKey: 'merchant_order_no',
  primaryKeyType: 'text',
  column: 'customer_email',
  keyIdColumn: 'customer_email_key_id',
  purpose: 'customer-email',
  contextOf: (merchantOrderNo) => merchantOrderNo,
  digest: { column: 'customer_email_digest', of: (ring, plain) => emailDigest(ring, plain.toString('utf8')) },
};
const { purpose: PURPOSE, contextOf } = CUSTOMER_EMAIL;

const NONE: SealedEmail = { customerEmail: null, customerEmailKeyId: null, customerEmailDigest: null };

@Injectable()
export class CustomerEmailService {
  private readonly logger = new Logger(CustomerEmailService.name);

  constructor(private readonly keys: KeysService) {}

  /** The present caller's statement takes precedence over the stored one. */
  async customerOf(order: OrderRow, stated: TradeCustomer = NO_CUSTOMER): Promise<TradeCustomer> {
    return { ...stated, id: order.customerId, email: stated.email ?? (await this.open(order)) };
  }

  async seal(merchantOrderNo: string, email: string | null): Promise<SealedEmail> {
    if (email === null) return NONE;
    const ring = await this.keys.ring();
    const { bytes, keyId } = ring.seal(PURPOSE, contextOf(merchantOrderNo), Buffer.from(email, 'utf8'));
    return { customerEmail: bytes, customerEmailKeyId: keyId, customerEmailDigest: emailDigest(ring, email) };
  }

  /** null: none is stored, or its key is gone. Throws database errors. */
  async open({ merchantOrderNo, customerEmail, customerEmailKeyId }: OrderRow): Promise<string | null> {
    if (customerEmail === null || customerEmailKeyId === null) return null;
    const ring = await this.keys.ring();
    try {
      const sealed = { bytes: customerEmail, keyId: customerEmailKeyId };
      return ring.open(PURPOSE, contextOf(merchantOrderNo), sealed).toString('utf8');
    } catch (error) {
      // The only loss: the order cannot continue without its caller.
      logEvent(this.logger, 'email_unreadable', { keyId: customerEmailKeyId, err: error });
      return null;
    }
  }
}
