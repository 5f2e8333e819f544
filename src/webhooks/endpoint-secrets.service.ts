import { Inject, Injectable } from '@nestjs/common';
import { ownMessage } from '../follow/outbox/own-message.js';
import type { OwnEvent } from '../orders/model/announcement.types.js';
import type { OutgoingMessage } from '../orders/storage/outbox-columns.js';
import type { KeyRing, SealedColumn } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { keysOfText, keysText } from './decisions/webhook-signature.js';
import type { EndpointKey } from './decisions/webhook-signature.js';
import type { EndpointRow } from './webhook.types.js';
import { Chance } from '../platform/chance.js';

export const WEBHOOK_SECRET: SealedColumn = {
  what: 'secrets of webhooks',
  table: 'webhook_endpoints',
  primaryKey: 'id',
  primaryKeyType: 'uuid',
  column: 'secret',
  keyIdColumn: 'secret_key_id',
  purpose: 'webhook-secret',
  contextOf: (id) => id,
};
const { purpose: PURPOSE, contextOf } = WEBHOOK_SECRET;

/** Encrypts endpoint secrets, each bound to its endpoint, and seals messages about endpoints. */
@Injectable()
export class EndpointSecretsService {
  constructor(
    @Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> },
    private readonly chance: Chance,
  ) {}

  /** Not deterministic: each call returns other bytes. */
  async seal(endpointId: string, keys: readonly EndpointKey[]): Promise<Pick<EndpointRow, 'secret' | 'secretKeyId'>> {
    const text = Buffer.from(keysText(keys), 'utf8');
    const { bytes, keyId } = (await this.keys.ring()).seal(PURPOSE, contextOf(endpointId), text);
    return { secret: bytes, secretKeyId: keyId };
  }

  async message(type: OwnEvent, data: object, at: Date): Promise<OutgoingMessage> {
    return ownMessage(await this.keys.ring(), this.chance.uuidOf(at), type, data, at);
  }

  /** Newest key first. Returns null if a service key is missing or the row was altered. Throws database errors. */
  async open({ id, secret, secretKeyId }: EndpointRow): Promise<EndpointKey[] | null> {
    const ring = await this.keys.ring();
    try {
      return keysOfText(ring.open(PURPOSE, contextOf(id), { bytes: secret, keyId: secretKeyId }).toString('utf8'));
    } catch {
      return null;
    }
  }
}
