import { isDatabaseAway } from '../../../../src/platform/database/database-errors.js';
import { POOLER_TIME_LIMIT } from '../../../../src/platform/database/database.js';
import { MAKE_UTF8, notUtf8, POOLER_SESSION } from '../../../../src/platform/database/session.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { errorCode } from '../../../../src/platform/problems/error-code.js';
import { failed, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

const OLDEST_POSTGRES = 150_000;
/** Leases and due times use Postgres' clock, timestamps of requests the machine's. */
const MOST_SKEW_MS = 30_000;

interface DatabaseFacts {
  readonly version: number;
  readonly version_text: string;
  readonly synchronous_commit: string;
  readonly fsync: string;
  readonly now: Date;
}

/** Is Postgres reachable and new enough, and are commits durable? `isLaptop`: durability does not matter. */
export async function checkDatabase(database: Database, isLaptop: boolean, now: () => Date): Promise<Finding> {
  let facts: DatabaseFacts | undefined;
  let remedy: string | null;
  try {
    [facts] = await database.query<DatabaseFacts>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS version_text,
              current_setting('synchronous_commit') AS synchronous_commit, current_setting('fsync') AS fsync,
              clock_timestamp() AS now`,
    );
    if (await database.isReadOnly()) {
      return failed('the database takes no writes', 'Name the primary in DATABASE_URL, or end its read-only mode.');
    }
    const encoding = await database.encoding();
    if (encoding !== 'UTF8') return failed(notUtf8(encoding), `${MAKE_UTF8}.`);
    const { harmful, harmless } = await database.settingsNotKept();
    if (harmful.length > 0) return failed(`the pooler does not keep ${harmful.join(', ')}`, `Set ${POOLER_SESSION}.`);
    remedy = harmless.length > 0 ? POOLER_SESSION : null;
    if (!(await database.hasTimeLimit())) remedy = POOLER_TIME_LIMIT;
  } catch (error) {
    return unreachable(error);
  }
  return facts === undefined ? unreachable(null) : judge(facts, remedy, isLaptop, now());
}

function judge(facts: DatabaseFacts, remedy: string | null, isLaptop: boolean, ours: Date): Finding {
  const { version, version_text, synchronous_commit, fsync, now } = facts;
  const name = `Postgres ${version_text}`;
  if (version < OLDEST_POSTGRES) return failed(`${name} is too old`, 'Use Postgres 15 or later.');
  if (fsync !== 'on' || synchronous_commit === 'off') {
    const which = fsync === 'on' ? 'synchronous_commit' : 'fsync';
    const seen = `${name}: ${which} is off, so that a crash takes back what was committed, and orders are made twice`;
    return isLaptop
      ? warned(seen, `Fine with AUTH=none, for a laptop; switch ${which} on where orders count.`)
      : failed(seen, `Switch ${which} on for this database.`);
  }
  const skewMs = now.getTime() - ours.getTime();
  if (Math.abs(skewMs) > MOST_SKEW_MS) {
    const seconds = Math.round(Math.abs(skewMs) / 1000);
    return failed(
      `${name}: its clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} this machine's`,
      'Let both machines take the time from the network (NTP).',
    );
  }
  const durable = `${name}, commits are durable (synchronous_commit=${synchronous_commit})`;
  if (remedy === null) return passed(durable);
  const missing = remedy === POOLER_TIME_LIMIT ? 'statements have no time limit' : 'settings are not kept';
  return warned(`${durable}; ${missing} behind this pooler`, `Set ${remedy}.`);
}

function unreachable(error: unknown): Finding {
  const why = error !== null && isDatabaseAway(error) ? 'no connection could be made' : 'it refused the question';
  const code = errorCode(error);
  return failed(
    // The code alone: messages of the driver may quote the URL.
    `the database cannot be used: ${why}${code === null ? '' : ` (${code})`}`,
    'Check DATABASE_URL: host, port, user, password, name of the database; and that Postgres runs.',
  );
}
