import { readDatabase } from '../../../../src/cli/lib/database.js';
import { behindMs, replicaFault } from '../../../../src/orders/epoch/replica-fault.js';
import type { ReplicaFault } from '../../../../src/orders/epoch/replica-fault.js';
import { EpochRepository } from '../../../../src/orders/storage/epoch.repository.js';
import type { EpochReading, StandbyReading } from '../../../../src/orders/storage/epoch.repository.js';
import type { Secret } from '../../../../src/platform/callers/secret.js';
import type { Database } from '../../../../src/platform/database/database.js';
import { errorCode } from '../../../../src/platform/problems/error-code.js';
import { failed, notRun, passed, warned } from '../finding.js';
import type { Finding } from '../finding.js';

const FIX = 'Name a streaming standby of the same database in DATABASE_READ_URL, or unset it.';

/** Does DATABASE_READ_URL lead to a standby of the database, and how far is that behind? */
export async function checkReadReplica(database: Database, url: Secret | null): Promise<Finding> {
  if (url === null) return passed('DATABASE_READ_URL is not set: the primary answers lists and reports');
  const rows = new EpochRepository(database);
  let primary: EpochReading;
  let now: Date;
  try {
    primary = await rows.read();
    now = await database.now();
  } catch {
    return notRun('the database cannot be asked');
  }
  try {
    return judge(primary, await readDatabase(url, (standby) => rows.readStandby(standby)), now);
  } catch (error) {
    // The code alone: messages of the driver may quote the URL.
    return failed(`the read replica cannot be read (${errorCode(error) ?? 'no answer'})`, FIX);
  }
}

function judge(primary: EpochReading, standby: StandbyReading, now: Date): Finding {
  const fault = replicaFault(primary, standby, now);
  const behind = behindMs(primary, standby, now);
  const seconds = Number.isFinite(behind) ? `${Math.ceil(behind / 1000)} s behind` : 'behind, without a commit so far';
  if (fault === null) return passed(`a standby of the database, ${seconds}`);
  const findings: Readonly<Partial<Record<ReplicaFault, Finding>>> = {
    not_a_standby: warned('it is a primary, so it relieves no other: it is not read', FIX),
    behind: warned(`it is ${seconds}: it is not read`, 'Look at its replication (pg_stat_replication on the primary).'),
  };
  return findings[fault] ?? failed('it does not follow the database of DATABASE_URL: it is not read', FIX);
}
