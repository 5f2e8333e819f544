import { ApiKeyRepository } from '#src/access/api-keys/api-key.repository.js';
import { KeyManagementService } from '#src/access/api-keys/key-management.service.js';
import { presentNewKey } from '#src/access/api-keys/key.presenter.js';
import { readCommand } from '#src/cli/key/key-command.js';
import { COMMAND_LINE, programAudit, writeDatabase } from '#src/cli/lib/database.js';
import { KeysService } from '#src/platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '#src/platform/crypto/service-key.repository.js';
import { readKeySettings } from '#src/platform/config/environment.js';
import { SERVICE_KEY } from './service.js';
import { SystemChance } from '#src/platform/chance.js';

/** A key, shown only at creation. */
export interface MadeKey {
  readonly id: string;
  readonly key: string;
  readonly role: string;
  readonly name: string;
}

/**
 * Makes an API key like `npm run key -- create`, without a process: starting one would cost more than most tests of the key.
 */
export function createKey(
  databaseUrl: string,
  role: string,
  name: string,
  more: readonly string[] = [],
): Promise<MadeKey> {
  const command = readCommand(['create', '--role', role, '--name', name, ...more]);
  if (command.kind !== 'create') throw new Error('this makes keys only');
  const settings = readKeySettings({ DATABASE_URL: databaseUrl, SERVICE_KEY });
  return writeDatabase(settings.databaseUrl, async (database) => {
    const serviceKeys = new KeysService(settings, new ServiceKeyRepository(database), new SystemChance());
    const audit = programAudit(database, serviceKeys);
    const keys = new KeyManagementService(new ApiKeyRepository(database), serviceKeys, audit, new SystemChance());
    return presentNewKey(await keys.create(COMMAND_LINE, command.request));
  });
}
