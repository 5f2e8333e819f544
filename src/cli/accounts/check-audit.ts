import { AnchorService } from '../../accounting/anchor/anchor.service.js';
import type { Anchor } from '../../accounting/anchor/anchor.js';
import { AuditCheckService } from '../../audit/audit-check.service.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Database } from '../../platform/database/database.js';
import type { AuditResult, Findings } from './findings.js';

/** Checks the audit log itself, then the audit log and the orders' histories against anchors. */
export async function checkAudit(
  database: Database,
  ring: KeyRing,
  anchors: readonly Anchor[],
  findings: Findings,
): Promise<AuditResult> {
  let faults = 0;
  const tell = (subject: string, reason: string, entry: number | null = null): Promise<void> => {
    faults += 1;
    return findings.fault({ subject, entry, reason });
  };
  const log = new AuditCheckService(new AuditRepository(database));
  const entries = await log.check(
    (text, keyId) => ring.mac('audit-log', text, keyId),
    anchors.map(({ auditLog }) => auditLog),
    ({ entry, reason }) => tell('audit log', reason, entry),
  );
  const histories = new AnchorService(log, database);
  for (const anchor of anchors) {
    const reason = await histories.historyFault(anchor);
    if (reason !== null) await tell(`anchor of ${anchor.at.toISOString()}`, reason);
  }
  return { entries, anchors: anchors.length, faults };
}
