import type { ServiceKey } from '../../../../src/platform/config/settings.js';
import { KeyRing, masterKeys } from '../../../../src/platform/crypto/key-ring.js';
import { serviceKeyProblems, ServiceKeyRepository } from '../../../../src/platform/crypto/service-key.repository.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { serviceKeyUses, usesText } from '../../../../src/cli/lib/service-key-uses.js';
import { failed, notRun, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/** A history of many millions of entries takes longer; the check is then inconclusive. */
const PATIENCE_MS = 60_000;

/** Does SERVICE_KEY hold every key that the database needs? A bare key has the id `1`. */
export async function checkServiceKeys(database: Database, serviceKeys: readonly ServiceKey[]): Promise<Finding> {
  if (serviceKeys.length === 0) return passed('the service makes its own and keeps it in the database (AUTH=none)');
  const ring = new KeyRing(masterKeys(serviceKeys));
  try {
    const problems = serviceKeyProblems(ring, await new ServiceKeyRepository(database).known());
    if (problems.length === 0) return passed('every key that the database needs is there');
    const missing = (await serviceKeyUses(database, PATIENCE_MS)).filter(({ id }) => !ring.has(id));
    const needs = missing.length === 0 ? '' : `; without their keys: ${usesText(missing)}`;
    return failed(`${problems.join('; ')}${needs}`, 'A key without an id has the id 1. See docs/operations/keys.md.');
  } catch {
    return notRun('the database cannot be asked', 'Mend the database and its migrations first.');
  }
}
