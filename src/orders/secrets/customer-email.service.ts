import { Injectable, Logger } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { OrderRow, SealedEmail } from '../model/order.types.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

const NONE: SealedEmail = { customerEmail: null, customerEmailKeyId: null };

/** The customer's e-mail address as it is kept with an order: encrypted, and of no use beside another order. */
@Injectable()
export class CustomerEmailService {
  private readonly logger = new Logger(CustomerEmailService.name);

  constructor(private readonly keys: KeysService) {}

  async seal(merchantOrderNo: string, email: string | null): Promise<SealedEmail> {
    if (email === null) return NONE;
    const ring = await this.keys.ring();
    const { bytes, keyId } = ring.seal('customer-email', merchantOrderNo, Buffer.from(email, 'utf8'));
    return { customerEmail: bytes, customerEmailKeyId: keyId };
  }

  /** null: none is kept, or its key is gone. Throws what the database throws while it is away. */
  async open({ merchantOrderNo, customerEmail, customerEmailKeyId }: OrderRow): Promise<string | null> {
    if (customerEmail === null || customerEmailKeyId === null) return null;
    const ring = await this.keys.ring();
    try {
      const sealed = { bytes: customerEmail, keyId: customerEmailKeyId };
      return ring.open('customer-email', merchantOrderNo, sealed).toString('utf8');
    } catch (error) {
      // Nothing is lost with it but going on without the caller.
      logEvent(this.logger, 'email_unreadable', { keyId: customerEmailKeyId, err: error });
      return null;
    }
  }
}
