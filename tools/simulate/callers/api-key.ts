import { sealKey } from '../../../src/access/api-keys/api-key.js';
import { ApiKeyRepository } from '../../../src/access/api-keys/api-key.repository.js';
import { readKeySettings } from '../../../src/platform/config/environment.js';
import { KeyRing, masterKeys } from '../../../src/platform/crypto/key-ring.js';
import type { Database } from '../../../src/platform/database/database.js';
import { DAY } from '../../../src/platform/time/time.js';
import { base32 } from '../../../src/platform/terms/order.js';
import { Secret } from '../../../src/platform/callers/secret.js';
import type { Dice } from '../kernel/dice.js';

/** Runs one statement on the database, without faults. */
export type RunSql = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

/** `own`: a shop's key; `all`: of a server that sees all shops; `admin`: staff's, which ends after 90 days. */
export type KeyRights = 'own' | 'all' | 'admin';

/** The longest life that the service allows. */
const STAFF_KEY_MS = 90 * DAY;

/** Makes an API key as `npm run key` does, deterministically. Resolves to its text. */
export async function makeApiKey(
  run: RunSql,
  settings: Readonly<Record<string, string>>,
  { name, rights, now, dice }: { name: string; rights: KeyRights; now: Date; dice: Dice },
): Promise<string> {
  const prefix = base32(dice.bytes(8)).slice(0, 12);
  const text = `rck_${prefix}_${dice.bytes(32).toString('base64url')}`;
  const isStaff = rights === 'admin';
  const id = dice.uuid();
  const row = {
    id,
    account: id,
    name,
    prefix,
    createdAt: now,
    createdBy: 'command-line',
    addresses: null,
    ...(isStaff ? { role: 'admin' as const, scope: null } : { role: 'checkout' as const, scope: rights }),
    expiresAt: isStaff ? new Date(now.getTime() + STAFF_KEY_MS) : null,
    revokedAt: null,
    revokedBy: null,
    lastUsedAt: null,
    replacedBy: null,
  };
  const ring = new KeyRing(masterKeys(readKeySettings(settings).serviceKeys));
  const database = { query: run } as unknown as Database;
  await new ApiKeyRepository(database).insert(sealKey(ring, row, new Secret(text)));
  return text;
}
