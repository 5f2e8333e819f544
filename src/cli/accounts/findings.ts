import type { CheckResult } from '../../accounting/history/history-check.service.js';
import type { Fault } from '../../accounting/history/judge-order.js';
import { plainText } from '../../platform/text/text.js';

/** A fault of an order, or of anything else, which `subject` names. */
export type Finding = Fault | (Pick<Fault, 'entry' | 'reason'> & { readonly subject: string });

/** The result of the audit check; `faults`: of the audit log and all anchors. */
export interface AuditResult {
  readonly entries: number;
  readonly anchors: number;
  readonly faults: number;
}

/** Receives the findings of a check one by one, so that any number fits into memory. */
export interface Findings {
  fault(finding: Finding): Promise<void>;
  /** `audit` null: the check covered only some orders. */
  end(orders: CheckResult, audit: AuditResult | null): Promise<void>;
}

type Say = (text: string) => Promise<void>;

/** One line per fault, and a summary at the end. */
export class TextFindings implements Findings {
  constructor(private readonly say: Say) {}

  fault(finding: Finding): Promise<void> {
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

  fault(finding: Finding): Promise<void> {
    return this.say(`${this.#next()}${JSON.stringify(finding)}`);
  }

  async end(result: CheckResult, audit: AuditResult | null): Promise<void> {
    const { orders, entries, faults, faultyOrders, missingKeys } = result;
    const begin = this.#faults === 0 ? '{"faults":[' : '\n';
    const faultCount = faults + (audit?.faults ?? 0);
    const beside = { auditEntries: audit?.entries ?? null, anchors: audit?.anchors ?? 0 };
    const rest = JSON.stringify({ orders, entries, faultCount, faultyOrders, missingKeys, ...beside });
    await this.say(`${begin}],${rest.slice(1)}\n`);
  }

  #next(): string {
    this.#faults += 1;
    return this.#faults === 1 ? '{"faults":[\n' : ',\n';
  }
}

/** Probable causes, where many faults share a reason. */
function hintsOf({ orders, faultyOrders, missingKeys }: CheckResult): string[] {
  const missing = missingKeys.map((id) => `There is no service key ${id}: SERVICE_KEY must list every key ever used.`);
  const all = faultyOrders >= orders && orders > 1 && missing.length === 0;
  return all ? ['No order fits: is SERVICE_KEY the key of this service?'] : missing;
}
