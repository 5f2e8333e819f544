import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { CustomerEmailService } from '../orders/secrets/customer-email.service.js';
import type { OrderRow, SealedEmail } from '../orders/model/order.types.js';
import type { TradeCustomer } from '../ramp/port/ramp.types.js';

/** Nobody says who the customer is, or hands in a token. */
export const NOBODY: TradeCustomer = { id: null, email: null, accessToken: null };

/** For whom trades are made: as the caller says, and as it is kept for those who go on without the caller. */
@Injectable()
export class CustomerService {
  constructor(
    private readonly emails: CustomerEmailService,
    private readonly settings: Settings,
  ) {}

  /** What is kept of the caller's word: the e-mail address where tokens are issued by it, else nothing; never a token. */
  keep(merchantOrderNo: string, { email }: TradeCustomer): Promise<SealedEmail> {
    const source = this.settings.ramp.accessToken;
    const isNeeded = source.kind === 'endpoint' && source.endpoint.identity.fact === 'email';
    return this.emails.seal(merchantOrderNo, isNeeded ? email : null);
  }

  /** The order's customer; what the present caller says goes before what is kept. */
  async of(order: OrderRow, said: TradeCustomer = NOBODY): Promise<TradeCustomer> {
    return { ...said, id: order.customerId, email: said.email ?? (await this.emails.open(order)) };
  }
}
