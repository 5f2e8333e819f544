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

  create  makes a key and shows it, this once
          --role <role>     checkout (a server), support, finance or admin (staff)
          --name <name>     for people, 1 to 64 characters
          --scope <scope>   of a server: own (sees the orders that it makes itself) or all (sees all orders); else all
          --expires <when>  90d (also h, m) from now, or 2027-01-31 (midnight UTC), or 2027-01-31T12:00:00Z; else
                            never for checkout, and after 30 days for staff, whose keys live 90 days at most
          --addresses <list>  where it counts from, such as 203.0.113.7,10.0.0.0/8,2001:db8::/32; else anywhere
  list    all keys, newest first, with no more of them than the prefix
  rotate  makes a successor with the same role and the same orders; both are good until the overlap is over
          --overlap <span>  24h unless given; 0 ends the old key at once
  revoke  ends a key; every replica refuses it within seconds
          --reason <text>   kept in the audit log
  service-keys  the keys of SERVICE_KEY that the database was written with, and what still needs each of them
          --re-encrypt      first puts what is encrypted under older keys under the newest, beside the service at work;
                            every replica has to have that one as its first
          --retire <id>     the service starts without this key from now on; what needs it stays unreadable
  --json  one JSON document instead of text
  --help  this

Needs DATABASE_URL and SERVICE_KEY (or _FILE), the service's own. What is done stands in the audit log as done by
command-line. Ends with 0, or with 2 when it could not be done. More: docs/operations/api-keys.md.
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
