import type { Actor } from '../../audit/audit.types.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AuditService } from '../../audit/audit.service.js';
import { createDataSource, MIGRATIONS } from '../../data-source.js';
import { StoredOrders } from '../../orders/storage/stored-orders.service.js';
import { StateCheck } from '../../orders/storage/state-check.js';
import type { HistorySettings } from '../../platform/config/settings.js';
import { KeyRing, masterKeys } from '../../platform/crypto/key-ring.js';
import type { KeysService } from '../../platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import { Database } from '../../platform/database/database.js';
import { PooledStatements } from '../../platform/database/statements.js';
import { redact } from '../../platform/redaction/for-log.js';
import { Problem } from '../../platform/problems/problem.js';
import type { Secret } from '../../platform/callers/secret.js';
import { SECURITY_EVENTS } from '../../platform/callers/security-events.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { CommandError } from './program.js';

/** A report over years takes longer than any statement of the service. */
const PATIENCE_MS = 600_000;

/** Read-only per transaction: behind a pooler a setting of the connection would leak to the service. */
class ReadingDatabase extends Database {
  override query<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.readPatiently<Row>(sql, parameters, PATIENCE_MS);
  }
}

export function readDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(ReadingDatabase, url, work);
}

export function writeDatabase<T>(url: Secret, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(Database, url, work);
}

async function withDatabase<T>(
  Kind: typeof Database,
  url: Secret,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const source = createDataSource(url.reveal(), { max: 1, connectionTimeoutMillis: 10_000 });
  const statements = new PooledStatements(source);
  try {
    return await work(new Kind(statements, { migrations: MIGRATIONS }));
  } finally {
    await statements.close();
  }
}

/** The configured keys; without any, the key that the service keeps in the database. */
export async function keyRing({ serviceKeys }: HistorySettings, database: Database): Promise<KeyRing> {
  if (serviceKeys.length > 0) return new KeyRing(masterKeys(serviceKeys));
  const kept = await new ServiceKeyRepository(database).find();
  if (kept === null) {
    throw new CommandError('SERVICE_KEY is required (or SERVICE_KEY_FILE): the database keeps no key of its own');
  }
  return new KeyRing([kept]);
}

/** Altered orders raise no security event here: the service raises it. */
export function storedOrders(database: Database, ring: KeyRing): { orders: StoredOrders; check: StateCheck } {
  const keys = { ring: () => Promise.resolve(ring) };
  const check = new StateCheck(database, keys, { tell: () => undefined }, new Metrics());
  return { orders: new StoredOrders(database, check), check };
}

/** The actor of a program's acts in the audit log. */
export const COMMAND_LINE: Actor = { id: 'command-line', name: 'command-line', address: null };

/** Only faults of the audit log go to standard error; the audit log itself has the rest. */
export const programAudit = (database: Database, serviceKeys: KeysService): AuditService =>
  new AuditService(new AuditRepository(database), serviceKeys, {
    tell: (event, facts) => {
      if (SECURITY_EVENTS[event][0] === 'error')
        process.stderr.write(`${JSON.stringify(redact({ event, ...facts }))}\n`);
    },
  });

/** Turns a problem into {@link CommandError}; `options` names the option of a field. */
export async function withOptionNames<T>(work: Promise<T>, options: Readonly<Record<string, string>>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [wrong] = error.extras.errors ?? [];
    const option = wrong && options[wrong.field];
    throw new CommandError(option === undefined ? error.message : `--${option} ${wrong?.message}`);
  }
}
