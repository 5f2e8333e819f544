import { readKeySettings } from '../../platform/config/environment.js';
import type { KeySettings } from '../../platform/config/settings.js';
import type { Database } from '../../platform/database/database.js';
import { KeyRing, masterKeys } from '../../platform/crypto/key-ring.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import { COMMAND_LINE, inWordsOfOptions, programAudit } from '../lib/command-line.js';
import { runProgram, say } from '../lib/program.js';
import { json } from '../lib/text.js';
import { writeDatabase } from '../lib/database.js';
import { ApiKeyRepository } from '../../access/api-keys/api-key.repository.js';
import type { SeenKey } from '../../access/api-keys/api-key.types.js';
import { KeyManagementService } from '../../access/api-keys/key-management.service.js';
import { presentKey, presentNewKey } from '../../access/api-keys/key.presenter.js';
import { readCommand } from './key-command.js';
import type { KeyCommand, ServiceKeysCommand } from './key-command.js';
import { keyTable, newKeyLines, replacedLine, revokedLine } from './key-lines.js';
import { serviceKeysText } from './service-keys.js';

const HELP = `API keys of the merchant's servers and of staff, and the service keys that all others derive from.

  npm run key -- create --role <role> --name <name> [--scope own|all] [--expires <when>] [--addresses <list>] [--json]
  npm run key -- list [--json]
  npm run key -- rotate <id> [--overlap <span>] [--json]
  npm run key -- revoke <id> [--reason <text>] [--json]
  npm run key -- service-keys [--re-encrypt] [--retire <id>] [--json]

  create  creates a key and shows it once
          --role <role>     checkout (a server), support, finance or admin (staff)
          --name <name>     a label, 1 to 64 characters
          --scope <scope>   for a server: own (sees its own orders) or all (sees all orders; the default)
          --expires <when>  90d (also h, m) from now, or 2027-01-31 (midnight UTC), or 2027-01-31T12:00:00Z; by default
                            never for checkout, and after 30 days for staff, 90 at most
          --addresses <list>  where it is allowed, such as 203.0.113.7,10.0.0.0/8,2001:db8::/32; any by default
  list    all keys by prefix, newest first
  rotate  makes a successor with the same role and orders; both are valid during the overlap
          --overlap <span>  24h by default; 0 ends the old key at once
  revoke  revokes a key; every replica refuses it within seconds
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
const PAGE = 200;

void runProgram(HELP, async (args) => {
  const command = readCommand(args);
  const settings = readKeySettings(process.env);
  await say(await writeDatabase(settings.databaseUrl, (database) => carryOut(database, settings, command)));
  return 0;
});

async function carryOut(database: Database, settings: KeySettings, command: KeyCommand): Promise<string> {
  const serviceKeys = new KeysService(settings, new ServiceKeyRepository(database));
  const audit = programAudit(database, serviceKeys);
  if (command.kind === 'service-keys') {
    // Reads the service keys unchecked: this command shows and repairs their faults.
    const ring = new KeyRing(masterKeys(settings.serviceKeys));
    return serviceKeysText({ database, ring, audit }, COMMAND_LINE, command);
  }
  const keys = new KeyManagementService(new ApiKeyRepository(database), serviceKeys, audit);
  return inWordsOfOptions(resultOf(keys, command), OPTIONS);
}

async function resultOf(keys: KeyManagementService, command: Exclude<KeyCommand, ServiceKeysCommand>): Promise<string> {
  switch (command.kind) {
    case 'create': {
      const made = await keys.create(COMMAND_LINE, command.wish);
      return command.json ? json(presentNewKey(made, made.now)) : newKeyLines(made);
    }
    case 'list': {
      const all = await allOf(keys);
      return command.json ? json({ items: all.map(presentKey) }) : keyTable(all);
    }
    case 'rotate': {
      const { successor, replaced } = await keys.rotate(COMMAND_LINE, command.id, command.overlapMs);
      const result = { ...presentNewKey(successor, replaced.now), replaces: presentKey(replaced) };
      return command.json ? json(result) : newKeyLines(successor) + replacedLine(replaced);
    }
    case 'revoke': {
      const revoked = await keys.revoke(COMMAND_LINE, command.id, command.reason);
      return command.json ? json(presentKey(revoked)) : revokedLine(revoked);
    }
  }
}

async function allOf(keys: KeyManagementService): Promise<SeenKey[]> {
  const all: SeenKey[] = [];
  let after: string | null = null;
  do {
    const { items, next } = await keys.list(PAGE, after);
    all.push(...items);
    after = next;
  } while (after !== null);
  return all;
}
