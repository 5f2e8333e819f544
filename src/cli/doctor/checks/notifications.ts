import { randomUUID } from 'node:crypto';
import { ListenConnection } from '../../../platform/database/notifications/listen-connection.js';
import type { Notifier } from '../../../platform/database/notifications/notifier.js';
import type { Secret } from '../../../platform/shared/secret.js';
import { within } from '../../../platform/shared/within.js';
import { notRun, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';

const LIMIT_MS = 3000;
const SLOWER = 'who follows an order hears of changes a second later than they could';

/**
 * Do changes that one process tells reach the others at once? Where they do not, the others look for them: nothing is lost.
 * `url` is where the service listens, `notifier` tells where it writes.
 */
export async function checkNotifications(url: Secret, notifier: Pick<Notifier, 'notify'>): Promise<Finding> {
  // Services hear this as well, and leave out what they do not know.
  const mark = `doctor ${randomUUID()}`;
  let hear = (): void => undefined;
  const heard = new Promise<boolean>((resolve) => (hear = () => resolve(true)));
  let connection: ListenConnection;
  try {
    connection = await ListenConnection.open(url, (text) => text === mark && hear(), neverEnds());
  } catch {
    return warned(`nothing can listen at DATABASE_LISTEN_URL: ${SLOWER}`, 'Check its host, port, user and password.');
  }
  try {
    await notifier.notify([mark]);
    if (await within(LIMIT_MS, heard, false)) return passed('what one process tells reaches the others');
  } catch {
    return notRun('the database cannot be used');
  } finally {
    await connection.close();
  }
  return warned(
    `notifications of Postgres do not come through: ${SLOWER}`,
    'Set DATABASE_LISTEN_URL to the same database without a pooler in between.',
  );
}

const neverEnds = (): AbortSignal => new AbortController().signal;
