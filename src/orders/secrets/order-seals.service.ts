import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { Seal } from '../decisions/history.js';
import type { ChangeTools } from '../decisions/order-change.js';
import type { Digest } from '../decisions/personal-data.js';
import { payeeTools } from './payee-seal.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** What of an order is sealed, digested or encrypted, with the service's own keys. */
@Injectable()
export class OrderSealsService {
  private readonly logger = new Logger(OrderSealsService.name);

  constructor(private readonly keys: KeysService) {}

  /** The seal of the history, digests of what may not stand in it, and new ids. */
  async tools(): Promise<ChangeTools> {
    const ring = await this.keys.ring();
    const seal: Seal = (text) => {
      const mac = ring.mac('history', text);
      if (mac === null) throw new Error('there is no key for the history');
      return { keyId: ring.newestId, mac };
    };
    const digest: Digest = (text) => digestOf(ring, text);
    return {
      seal,
      digest,
      payees: payeeTools(ring, digest, (which) => logEvent(this.logger, 'payee_unreadable', which)),
      newId: randomUUID,
    };
  }
}

const DIGEST_CHARACTERS = 16;

function digestOf(ring: KeyRing, text: string): string {
  const mac = ring.mac('personal-data', text);
  if (mac === null) throw new Error('there is no key for digests');
  return `${ring.newestId}:${mac.toString('base64url').slice(0, DIGEST_CHARACTERS)}`;
}
