import { randomUUID } from 'node:crypto';
import { ownMessage } from '#src/follow/outbox/own-message.js';
import type { OwnEvent } from '#src/orders/model/announcement.types.js';
import { messageJson } from '#src/orders/storage/outbox-columns.js';
import { readKeySettings } from '#src/platform/config/environment.js';
import { KeyRing, masterKeys } from '#src/platform/crypto/key-ring.js';
import { SERVICE_KEY } from './service.js';

const settings = readKeySettings({ DATABASE_URL: 'postgres://127.0.0.1/none', SERVICE_KEY });
const ring = new KeyRing(masterKeys(settings.serviceKeys));

/** A message without an order, as the service writes it. */
export const sealedMessage = (type: OwnEvent, data: object = {}, createdAt = new Date()) =>
  ownMessage(ring, randomUUID(), type, data, createdAt);

/** Writes such messages, one per time. */
export async function tellOwn(
  query: (sql: string, parameters: unknown[]) => Promise<unknown>,
  type: OwnEvent,
  moments: readonly Date[],
): Promise<void> {
  const rows = moments.map((moment) => messageJson(sealedMessage(type, {}, moment))).join(',');
  await query('INSERT INTO outbox SELECT * FROM jsonb_populate_recordset(NULL::outbox, $1)', [`[${rows}]`]);
}
