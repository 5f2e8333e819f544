import type { Actor } from '../../audit/audit.types.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import { AuditService } from '../../audit/audit.service.js';
import type { KeysService } from '../../platform/crypto/keys.service.js';
import type { Database } from '../../platform/database/database.js';
import { redact } from '../../platform/redaction/for-log.js';
import { Problem } from '../../platform/problems/problem.js';
import { SECURITY_EVENTS } from '../../platform/callers/security-events.js';
import { CannotBeDone } from './program.js';

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

/**
 * Turns a problem into {@link CannotBeDone}: `options` maps its field to an option; without a field the problem's own
 * text is used.
 */
export async function inWordsOfOptions<T>(work: Promise<T>, options: Readonly<Record<string, string>>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [wrong] = error.extras.errors ?? [];
    const option = wrong && options[wrong.field];
    throw new CannotBeDone(option === undefined ? error.message : `--${option} ${wrong?.message}`);
  }
}
