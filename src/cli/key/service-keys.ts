import type { AuditService } from '../../audit/audit.service.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { KnownServiceKey } from '../../platform/crypto/service-key.repository.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import type { Database } from '../../platform/database/database.js';
import { COMMAND_LINE } from '../lib/database.js';
import { CommandError, json, table, timeOf } from '../lib/program.js';
import { SEALED_COLUMNS, serviceKeyUses, usesText } from '../lib/service-key-uses.js';
import type { ServiceKeyUse } from '../lib/service-key-uses.js';
import type { ServiceKeysCommand } from './key-command.js';
import { reEncrypt, resealOrders } from './re-encrypt.js';

const PATIENCE_MS = 600_000;

export async function serviceKeysText(
  database: Database,
  ring: KeyRing,
  audit: AuditService,
  { retire, isReEncrypting, json: isJson }: ServiceKeysCommand,
): Promise<string> {
  const repository = new ServiceKeyRepository(database);
  const moved = [];
  if (isReEncrypting) {
    await audit.record({ actor: COMMAND_LINE, action: 'servicekey.reencrypt', target: ring.newestId, reason: null });
    for (const column of SEALED_COLUMNS) moved.push(await reEncrypt(database, ring, column));
    moved.push(await resealOrders(database, ring));
  }
  if (retire !== null) await retireKey(repository, audit, retire, ring.newestId);
  const uses = await serviceKeyUses(database, PATIENCE_MS);
  const items = (await repository.known()).map((key) => presented(key, ring, uses));
  if (isJson) return json({ items, ...(isReEncrypting ? { reEncrypted: moved } : {}) });
  const lines = moved.map(
    ({ what, moved: count, unreadable }) =>
      `Put under the key ${ring.newestId}: ${count} ${what}${unreadable === 0 ? '' : `; ${unreadable} cannot be read`}.\n`,
  );
  const cells = items.map(({ id, state, since, retiredAt, neededFor }) => [
    id,
    state,
    timeOf(since),
    timeOf(retiredAt),
    neededFor.length === 0 ? 'nothing that is stored' : usesText(neededFor),
  ]);
  return lines.join('') + table(['id', 'state', 'since', 'retired', 'needed for'], cells);
}

async function retireKey(
  repository: ServiceKeyRepository,
  audit: AuditService,
  id: string,
  newestId: string,
): Promise<void> {
  const isKnown = (await repository.known()).some((key) => key.id === id);
  if (!isKnown) throw new CommandError(`The database was never written with a service key ${id}.`);
  if (id === newestId) throw new CommandError(`The key ${id} is the newest: things are made with it.`);
  await audit.record({ actor: COMMAND_LINE, action: 'servicekey.retire', target: id, reason: null });
  await repository.retire(id);
}

function presented({ id, createdAt, retiredAt }: KnownServiceKey, ring: KeyRing, uses: readonly ServiceKeyUse[]) {
  // While a key is missing, the service refuses to start.
  const unlisted = retiredAt === null ? 'missing' : 'retired';
  const state = ring.newestId === id ? 'newest' : ring.has(id) ? 'listed' : unlisted;
  const neededFor = uses.filter((use) => use.id === id).map(({ what, count }) => ({ what, count }));
  return { id, state, since: createdAt, retiredAt, neededFor };
}
