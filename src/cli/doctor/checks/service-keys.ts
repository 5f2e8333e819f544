import type { ServiceKey } from '../../../platform/config/settings.js';
import type { Database } from '../../../platform/database/database.js';
import { failed, notRun, passed } from '../finding.js';
import type { Finding } from '../finding.js';

/** What was made under a service key, and cannot be read or checked without it. */
const MADE = `
  SELECT 'the history' AS what, min(key_id) AS id FROM order_events WHERE key_id <> ALL($1)
  UNION ALL SELECT 'the audit log', min(key_id) FROM audit_log WHERE key_id <> ALL($1)
  UNION ALL SELECT 'e-mail addresses', min(customer_email_key_id) FROM orders WHERE customer_email_key_id <> ALL($1)
  UNION ALL SELECT 'payees', min(payee_key_id) FROM trades WHERE payee_key_id <> ALL($1)
  UNION ALL SELECT 'API keys', min(key_id) FROM api_keys WHERE key_id <> ALL($1) AND revoked_at IS NULL`;

/** A history of many millions takes longer; then nothing is said of it. */
const PATIENCE_MS = 60_000;

/** Has SERVICE_KEY every key that the database still needs? A bare key has the id `1`. */
export async function checkServiceKeys(
  database: Database,
  serviceKeys: readonly Pick<ServiceKey, 'id'>[],
): Promise<Finding> {
  if (serviceKeys.length === 0) return passed('the service makes its own and keeps it in the database (AUTH=none)');
  const ids = serviceKeys.map(({ id }) => id);
  let rows: { what: string; id: string | null }[];
  try {
    rows = await database.readPatiently(MADE, [ids], PATIENCE_MS);
  } catch {
    return notRun('the database cannot be asked', 'Mend the database and its migrations first.');
  }
  const missing = rows.filter(({ id }) => id !== null);
  if (missing.length === 0) return passed(`every key that the database needs is there: ${ids.join(', ')}`);
  const needs = missing.map(({ what, id }) => `the key ${id} is needed for ${what}`).join('; ');
  return failed(
    `SERVICE_KEY has ${ids.join(', ')}; ${needs}`,
    'List the old keys behind the newest, each under its own id. A key without an id has the id 1.',
  );
}
