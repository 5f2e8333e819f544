import type { CheckResult } from '../../accounting/history/history-check.service.js';
import type { Fault } from '../../accounting/history/judge-order.js';
import { plainText } from '../../platform/shared/plain-text.js';

/** Where the findings of a check go: told one by one, so that any number of them fits into memory. */
export interface Findings {
  fault(fault: Fault): Promise<void>;
  end(result: CheckResult): Promise<void>;
}

type Say = (text: string) => Promise<void>;

/** A line for each fault, and what was checked at the end. */
export class TextFindings implements Findings {
  constructor(private readonly say: Say) {}

  fault({ merchantOrderNo, entry, reason }: Fault): Promise<void> {
    const where = entry === null ? '' : ` entry ${entry}`;
    return this.say(`${plainText(`${merchantOrderNo}${where}: ${reason}`)}\n`);
  }

  async end(result: CheckResult): Promise<void> {
    const { orders, entries, faults, faultyOrders } = result;
    const verdict = faults === 0 ? 'all is well' : `${faults} faults in ${faultyOrders} orders`;
    await this.say(`${orders} orders with ${entries} entries checked: ${verdict}\n`);
    for (const hint of hintsOf(result)) await this.say(`${plainText(hint)}\n`);
  }
}

/** One JSON document. When the check breaks off it stays without its end, so that nobody takes it for the whole. */
export class JsonFindings implements Findings {
  #faults = 0;

  constructor(private readonly say: Say) {}

  fault(fault: Fault): Promise<void> {
    return this.say(`${this.#next()}${JSON.stringify(fault)}`);
  }

  async end({ orders, entries, faults, faultyOrders, missingKeys }: CheckResult): Promise<void> {
    const begin = this.#faults === 0 ? '{"faults":[' : '\n';
    const rest = JSON.stringify({ orders, entries, faultCount: faults, faultyOrders, missingKeys });
    await this.say(`${begin}],${rest.slice(1)}\n`);
  }

  #next(): string {
    this.#faults += 1;
    return this.#faults === 1 ? '{"faults":[\n' : ',\n';
  }
}

/** What is probably behind it, where many faults have one reason. */
function hintsOf({ orders, faultyOrders, missingKeys }: CheckResult): string[] {
  const missing = missingKeys.map((id) => `There is no service key ${id}: SERVICE_KEY must list every key ever used.`);
  const all = faultyOrders >= orders && orders > 1 && missing.length === 0;
  return all ? ['No order fits: is SERVICE_KEY the key of this service?'] : missing;
}
