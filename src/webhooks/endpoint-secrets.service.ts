import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '../platform/crypto/key-ring.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import type { SealedColumn } from '../platform/crypto/sealed-column.js';
import { signingKeyOf } from './decisions/webhook-signature.js';
import type { SigningKey } from './decisions/webhook-signature.js';
import type { EndpointRow } from './webhook.types.js';

export const WEBHOOK_SECRET: SealedColumn = {
  ...{ what: 'secrets of webhooks', table: 'webhook_endpoints', primaryKey: 'id', primaryKeyType: 'uuid' },
  ...{ column: 'secret', keyIdColumn: 'secret_key_id' },
  purpose: 'webhook-secret',
  contextOf: (id) => id,
};
/** The one before, while both count. */
export const PREVIOUS_WEBHOOK_SECRET: SealedColumn = {
  ...WEBHOOK_SECRET,
  ...{ what: 'former secrets of webhooks', column: 'previous_secret', keyIdColumn: 'previous_secret_key_id' },
};
const { purpose: PURPOSE, contextOf } = WEBHOOK_SECRET;

/** What messages are signed with, as it is kept: encrypted, and of no use beside another endpoint. */
@Injectable()
export class EndpointSecretsService {
  constructor(@Inject(KeysService) private readonly keys: { ring(): Promise<KeyRing> }) {}

  async seal(endpointId: string, { secret }: SigningKey): Promise<Pick<EndpointRow, 'secret' | 'secretKeyId'>> {
    const { bytes, keyId } = (await this.keys.ring()).seal(PURPOSE, contextOf(endpointId), Buffer.from(secret, 'utf8'));
    return { secret: bytes, secretKeyId: keyId };
  }

  /** The newest first; the one before counts for some time. Throws when a service key is gone, or a row was altered. */
  async keysOf(endpoint: EndpointRow, now: Date): Promise<SigningKey[]> {
    const ring = await this.keys.ring();
    const open = (bytes: Buffer, keyId: string): SigningKey =>
      signingKeyOf(ring.open(PURPOSE, contextOf(endpoint.id), { bytes, keyId }).toString('utf8'));
    const { previousSecret, previousSecretKeyId, previousUntil } = endpoint;
    const isOldGood = previousUntil !== null && previousUntil > now;
    return [
      open(endpoint.secret, endpoint.secretKeyId),
      ...(isOldGood && previousSecret !== null && previousSecretKeyId !== null
        ? [open(previousSecret, previousSecretKeyId)]
        : []),
    ];
  }
}
