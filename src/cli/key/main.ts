import { ApiKeyRepository } from '../../access/api-keys/api-key.repository.js';
import { KeyManagementService } from '../../access/api-keys/key-management.service.js';
import { presentKey, presentNewKey } from '../../access/api-keys/key.presenter.js';
import { readKeySettings } from '../../platform/config/environment.js';
import { KeyRing, masterKeys } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import { COMMAND_LINE, withOptionNames, programAudit, writeDatabase } from '../lib/database.js';
import { json, runProgram, print } from '../lib/program.js';
import { newKeyLines, readCommand, revokedLine } from './key-command.js';
import { serviceKeysText } from './service-keys.js';
import { SystemChance } from '../../platform/chance.js';

const HELP = `Makes or revokes an API key without the service, and manages the service keys that all others derive from.

  npm run key -- create --role <role> --name <name> [--scope own|all] [--expires <time>] [--addresses <list>] [--json]
  npm run key -- revoke <id> [--reason <text>] [--json]
  npm run key -- service-keys [--re-encrypt] [--retire <id>] [--json]

  create  creates a key and shows it once; the list and rotation are at /v1/admin/keys
          --role <role>     checkout (a server), support, finance or admin (staff)
          --name <name>     a label, 1 to 64 characters
          --scope <scope>   for a server: own (sees its own orders) or all (sees all orders; the default)
          --expires <time>  2027-01-31 (midnight UTC) or 2027-01-31T12:00:00Z; by default never for checkout, and after
                            30 days for staff, 90 at most
          --addresses <list>  where it is allowed, such as 203.0.113.7,10.0.0.0/8,2001:db8::/32; any by default
  revoke  revokes a key, also while the API is down; every replica refuses it within seconds
          --reason <text>   kept in the audit log
  service-keys  lists the service keys in use, and the data under each
          --re-encrypt      first re-encrypts data under older keys with the newest, while the service runs;
                            every replica must have that one first
          --retire <id>     lets the service start without this key; data under it stays unreadable
  --json  one JSON document instead of text
  --help  this

Needs DATABASE_URL and SERVICE_KEY (or _FILE), the service's own. The audit log records each act
under command-line. Exits with 0, or with 2 on failure. More: docs/operations/api-keys.md.
`;

const OPTIONS = { expiresAt: 'expires', addresses: 'addresses', scope: 'scope' };

void runProgram(HELP, async (args) => {
  const command = readCommand(args);
  const settings = readKeySettings(process.env);
  const text = await writeDatabase(settings.databaseUrl, async (database) => {
    const chance = new SystemChance();
    const serviceKeys = new KeysService(settings, new ServiceKeyRepository(database), chance);
    const audit = programAudit(database, serviceKeys);
    if (command.kind === 'service-keys') {
      // Reads the service keys unchecked: this command shows and repairs their faults.
      const ring = new KeyRing(masterKeys(settings.serviceKeys));
      return serviceKeysText(database, ring, audit, command);
    }
    const keys = new KeyManagementService(new ApiKeyRepository(database), serviceKeys, audit, chance);
    if (command.kind === 'revoke') {
      const revoked = await withOptionNames(keys.revoke(COMMAND_LINE, command.id, command.reason), OPTIONS);
      return command.json ? json(presentKey(revoked)) : revokedLine(revoked);
    }
    const made = await withOptionNames(keys.create(COMMAND_LINE, command.request), OPTIONS);
    return command.json ? json(presentNewKey(made)) : newKeyLines(made);
  });
  await print(text);
  return 0;
});
