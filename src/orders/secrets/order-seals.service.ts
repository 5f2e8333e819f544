import { Injectable, Logger } from '@nestjs/common';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { ChangeTools } from '../decisions/order-change.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { sealTools } from '../decisions/state-seal.js';
import { payeeTools } from './payee-seal.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Chance } from '../../platform/chance.js';

@Injectable()
export class OrderSealsService {
  private readonly logger = new Logger(OrderSealsService.name);

  constructor(
    private readonly keys: KeysService,
    private readonly chance: Chance,
  ) {}

  async tools(): Promise<ChangeTools> {
    const ring = await this.keys.ring();
    const digest: Digest = (text) => digestOf(ring, text);
    return {
      seal: (text) => ring.sign('history', text),
      digest,
      states: sealTools(ring),
      payees: payeeTools(ring, digest, (which) => logEvent(this.logger, 'payee_unreadable', which)),
      newId: () => this.chance.uuid(),
    };
  }
}

const DIGEST_CHARACTERS = 16;

function digestOf(ring: KeyRing, text: string): string {
  const { keyId, mac } = ring.sign('personal-data', text);
  return `${keyId}:${mac.toString('base64url').slice(0, DIGEST_CHARACTERS)}`;
}
