import { AnchorService } from '../../accounting/anchor/anchor.service.js';
import type { Anchor } from '../../accounting/anchor/anchor.js';
import type { CheckResult } from '../../accounting/history/history-check.service.js';
import type { Fault } from '../../accounting/history/judge-order.js';
import { AuditVerifier } from '../../audit/audit-check.service.js';
import { AuditRepository } from '../../audit/audit.repository.js';
import type { KeyRing } from '../../platform/crypto/key-ring.js';
import type { Database } from '../../platform/database/database.js';
import { plainText } from '../../platform/text/text.js';

type HistoryFinding = Fault | (Pick<Fault, 'entry' | 'reason'> & { readonly subject: string });

export interface AuditResult {
  readonly entries: number;
  readonly anchors: number;
  /** Of the audit log and all anchors. */
  readonly faults: number;
}

/** Printed one by one, so that any number fits into memory. */
export interface Findings {
  fault(finding: HistoryFinding): Promise<void>;
  /** `audit` null: the check covered only some orders. */
  end(orders: CheckResult, audit: AuditResult | null): Promise<void>;
}

type Say = (text: string) => Promise<void>;

export class TextFindings implements Findings {
  constructor(private readonly say: Say) {}

  fault(finding: HistoryFinding): Promise<void> {
    const { entry, reason } = finding;
    const what = 'subject' in finding ? finding.subject : finding.merchantOrderNo;
    const where = entry === null ? '' : ` entry ${entry}`;
    return this.say(`${plainText(`${what}${where}: ${reason}`)}\n`);
  }

  async end(result: CheckResult, audit: AuditResult | null): Promise<void> {
    const { orders, entries, faults, faultyOrders } = result;
    const verdict = faults === 0 ? 'all is well' : `${faults} faults in ${faultyOrders} orders`;
    await this.say(`${orders} orders with ${entries} entries checked: ${verdict}\n`);
    if (audit !== null) {
      const found = audit.faults === 0 ? 'all is well' : `${audit.faults} faults`;
      await this.say(`${audit.entries} entries of the audit log and ${audit.anchors} anchors checked: ${found}\n`);
    }
    for (const hint of hintsOf(result)) await this.say(`${plainText(hint)}\n`);
  }
}

/** One JSON document. An aborted check leaves it incomplete, so that it does not parse as a full result. */
export class JsonFindings implements Findings {
  #faults = 0;

  constructor(private readonly say: Say) {}

  fault(finding: HistoryFinding): Promise<void> {
    this.#faults += 1;
    return this.say(`${this.#faults === 1 ? '{"faults":[\n' : ',\n'}${JSON.stringify(finding)}`);
  }

  async end(result: CheckResult, audit: AuditResult | null): Promise<void> {
    const { orders, entries, faults, faultyOrders, missingKeys } = result;
    const begin = this.#faults === 0 ? '{"faults":[' : '\n';
    const faultCount = faults + (audit?.faults ?? 0);
    const beside = { auditEntries: audit?.entries ?? null, anchors: audit?.anchors ?? 0 };
    const rest = JSON.stringify({ orders, entries, faultCount, faultyOrders, missingKeys, ...beside });
    await this.say(`${begin}],${rest.slice(1)}\n`);
  }
}

/** Probable causes, where many faults share a reason. */
function hintsOf({ orders, faultyOrders, missingKeys }: CheckResult): string[] {
  const missing = missingKeys.map((id) => `There is no service key ${id}: SERVICE_KEY must list every key ever used.`);
  const all = faultyOrders >= orders && orders > 1 && missing.length === 0;
  return all ? ['No order fits: is SERVICE_KEY the key of this service?'] : missing;
}

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
  const log = new AuditVerifier(new AuditRepository(database));
  const entries = await log.check(
    ring,
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
