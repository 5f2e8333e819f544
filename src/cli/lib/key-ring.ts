import type { HistorySettings } from '../../platform/config/settings.js';
import { KeyRing, masterKeys } from '../../platform/crypto/key-ring.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import type { Database } from '../../platform/database/database.js';
import { CannotBeDone } from './program.js';

/** The configured keys; without any, the key that the service keeps in the database. */
export async function keyRing({ serviceKeys }: HistorySettings, database: Database): Promise<KeyRing> {
  if (serviceKeys.length > 0) return new KeyRing(masterKeys(serviceKeys));
  const kept = await new ServiceKeyRepository(database).find();
  if (kept === null) {
    throw new CannotBeDone('SERVICE_KEY is required (or SERVICE_KEY_FILE): the database keeps no key of its own');
  }
  return new KeyRing([kept]);
}
