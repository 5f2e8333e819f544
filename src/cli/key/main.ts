import type { Actor } from '../../audit/audit.types.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AuditService } from '../../audit/audit.service.js';
import { readKeySettings } from '../../platform/config/environment.js';
import type { Database } from '../../platform/database/database.js';
import { KeyRing, masterKeys } from '../../platform/crypto/key-ring.js';
import { CannotBeDone, runProgram, say } from '../lib/program.js';
import type { ExitCode } from '../lib/program.js';
import { writeDatabase } from '../lib/write-database.js';
import { Problem } from '../../platform/shared/problem.js';
import { ApiKeyRepository } from '../../access/api-keys/api-key.repository.js';
import type { SeenKey } from '../../access/api-keys/api-key.types.js';
import { KeyManagementService } from '../../access/api-keys/key-management.service.js';
import { presentKey, presentNewKey } from '../../access/api-keys/key.presenter.js';
import { readCommand } from './key-command.js';
import type { KeyCommand } from './key-command.js';
import { keyTable, newKeyLines, replacedLine, revokedLine } from './key-lines.js';

const HELP = `API keys of the merchant's servers and of staff.

  npm run key -- create --role <role> --name <name> [--expires <when>] [--json]
  npm run key -- list [--json]
  npm run key -- rotate <id> [--overlap <span>] [--json]
  npm run key -- revoke <id> [--reason <text>] [--json]

  create  makes a key and shows it, this once
          --role <role>     checkout (a server), support, finance or admin (staff)
          --name <name>     for people, 1 to 64 characters
          --expires <when>  90d (also h, m) from now, or 2027-01-31 (midnight UTC), or 2027-01-31T12:00:00Z; else never
  list    all keys, newest first, with no more of them than the prefix
  rotate  makes a successor with the same role and the same orders; both are good until the overlap is over
          --overlap <span>  24h unless given; 0 ends the old key at once
  revoke  ends a key; every replica refuses it within seconds
          --reason <text>   kept in the audit log
  --json  one JSON document instead of text
  --help  this

Needs DATABASE_URL and SERVICE_KEY (or _FILE), the service's own. What is done stands in the audit log as done by
command-line. Ends with 0, or with 2 when it could not be done. More: docs/operations/api-keys.md.
`;

const COMMAND_LINE: Actor = { id: 'command-line', name: 'command-line', address: null };
const PAGE = 200;

await runProgram(async (args): Promise<ExitCode> => {
  if (args.includes('--help')) {
    await say(HELP);
    return 0;
  }
  const command = readCommand(args);
  const { databaseUrl, serviceKeys } = readKeySettings(process.env);
  const ring = new KeyRing(masterKeys(serviceKeys));
  await say(await writeDatabase(databaseUrl, (database) => carryOut(managementOf(database, ring), command)));
  return 0;
});

function managementOf(database: Database, ring: KeyRing): KeyManagementService {
  const keys = { ring: () => Promise.resolve(ring) };
  // Standard output is for the key; nobody gathers the log of a program. The audit log has the deed.
  const audit = new AuditService(new AuditRepository(database), keys, { tell: () => undefined });
  return new KeyManagementService(new ApiKeyRepository(database), keys, audit);
}

/** What there is to say, once it is done. */
async function carryOut(keys: KeyManagementService, command: KeyCommand): Promise<string> {
  try {
    return await resultOf(keys, command);
  } catch (error) {
    throw error instanceof Problem ? new CannotBeDone(wordsOf(error)) : error;
  }
}

async function resultOf(keys: KeyManagementService, command: KeyCommand): Promise<string> {
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
      const shown = { ...presentNewKey(successor, replaced.now), replaces: presentKey(replaced) };
      return command.json ? json(shown) : newKeyLines(successor) + replacedLine(replaced);
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

function wordsOf({ message, extras }: Problem): string {
  const [wrong] = extras.errors ?? [];
  return wrong?.field === 'expiresAt' ? `--expires ${wrong.message}` : message;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
