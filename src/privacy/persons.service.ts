import { Injectable } from '@nestjs/common';
import { KeysService } from '../platform/crypto/keys.service.js';
import { CUSTOMER_EMAIL } from '../orders/secrets/customer-email.service.js';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { emailDigests } from '../orders/secrets/payee-seal.js';
import { OrderSealsService } from '../orders/secrets/order-seals.service.js';
import { PersonRepository } from './person.repository.js';
import type { StoredPerson } from './person.repository.js';

export interface OrderOfPerson {
  readonly merchantOrderNo: string;
  readonly createdAt: Date;
  readonly customerId: string | null;
  readonly emails: readonly string[];
}

@Injectable()
export class PersonsService {
  constructor(
    private readonly persons: PersonRepository,
    private readonly keys: KeysService,
    private readonly seals: OrderSealsService,
  ) {}

  numbersOf(customerId: string): Promise<string[]> {
    return this.persons.numbersOf(customerId);
  }

  async numbersWithEmail(email: string): Promise<string[]> {
    return this.persons.numbersWithEmail(emailDigests(await this.keys.ring(), email));
  }

  /** All orders that are not erased. E-mail addresses are encrypted, so each one is decrypted. */
  async *all(): AsyncGenerator<OrderOfPerson> {
    const [ring, { payees }] = [await this.keys.ring(), await this.seals.tools()];
    for await (const stored of this.persons.all()) {
      const { merchantOrderNo, createdAt, customerId } = stored;
      const paid = stored.payees.map(({ tradeNo, sealed, keyId }) =>
        payees.open({ tradeNo, payeeSealed: Buffer.from(sealed, 'hex'), payeeKeyId: keyId }),
      );
      const ofPayees = paid.map((payee) => (payee === 'unreadable' ? null : (payee?.email ?? null)));
      const emails = [emailOf(stored, ring), ...ofPayees].filter((one) => one !== null);
      yield { merchantOrderNo, createdAt, customerId, emails };
    }
  }

  /** Returns how many. */
  clearPages(olderThanMs: number, most: number): Promise<number> {
    return this.persons.clearPages(olderThanMs, most);
  }

  /** Erased orders of which law requires nothing to be kept any longer, or less than before. */
  keptNoLonger(most: number): Promise<string[]> {
    return this.persons.keptNoLonger(most);
  }
}

function emailOf(
  { merchantOrderNo, customerEmail: bytes, customerEmailKeyId: keyId }: StoredPerson,
  ring: KeyRing,
): string | null {
  if (bytes === null || keyId === null) return null;
  try {
    const { purpose, contextOf } = CUSTOMER_EMAIL;
    return ring.open(purpose, contextOf(merchantOrderNo), { keyId, bytes }).toString('utf8');
  } catch {
    return null;
  }
}
