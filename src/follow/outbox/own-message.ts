import type { KeyRing } from '../../platform/crypto/key-ring.js';
import { canonicalJson } from '../../platform/text/stored-json.js';
import type { OwnEvent } from '../../orders/model/announcement.types.js';
import type { OutgoingMessage } from '../../orders/storage/outbox-columns.js';

type SealedMessage = Pick<OutgoingMessage, 'id' | 'type' | 'data' | 'createdAt'>;

const textOf = ({ id, type, data, createdAt }: SealedMessage): string => canonicalJson([id, type, createdAt, data]);

/** A message without an order. Its HMAC keeps a writer to the database from having forged messages signed. */
export function ownMessage(ring: KeyRing, id: string, type: OwnEvent, data: object, createdAt: Date): OutgoingMessage {
  const sealed = { id, type, data, createdAt };
  return { ...sealed, ...ring.sign('outbox', textOf(sealed)), merchantOrderNo: null, version: null, position: null };
}

export const isOwnMessage = (ring: KeyRing, { mac, keyId, ...sealed }: OutgoingMessage): boolean =>
  mac !== null && keyId !== null && ring.verify('outbox', textOf(sealed), keyId, mac);
