import { Injectable, Logger } from '@nestjs/common';
import { KeysService } from '../../platform/crypto/keys.service.js';
import type { ChangeTools } from '../decisions/order-change.js';
import { digestUnder } from '../../platform/redaction/for-history.js';
import type { Digest } from '../../platform/redaction/for-history.js';
import { sealTools } from '../decisions/state-seal.js';
import { payeeTools } from './payee-seal.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { Chance } from '../../platform/chance.js';
import { Time } from '../../platform/time/time.js';

@Injectable()
export class OrderSealsService {
  private readonly logger = new Logger(OrderSealsService.name);

  constructor(
    private readonly keys: KeysService,
    private readonly chance: Chance,
    private readonly time: Time,
  ) {}

  async tools(): Promise<ChangeTools> {
    const ring = await this.keys.ring();
    const digest: Digest = (text) => digestUnder(ring)(text, ring.newestId) ?? '';
    return {
      seal: (text) => ring.sign('history', text),
      digest,
      states: sealTools(ring),
      payees: payeeTools(ring, digest, (which) => logEvent(this.logger, 'payee_unreadable', which)),
      newId: () => this.chance.uuidOf(this.time.now()),
    };
  }
}
