import type { Logger } from '@nestjs/common';
import type { ListedCryptos } from '../ramp/port/ramp.types.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { logEvent } from '../platform/telemetry/log-events.js';

type Odd = ListedCryptos['odd'];

export const NO_ODD_ENTRIES: Odd = { unreadable: 0, duplicate: 0, limits: 0 };

/** Reports odd entries of the provider's crypto lists: counted each time, logged on change. */
export class OddEntries {
  readonly #logged = new Map<string, string>();

  constructor(
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  note(fiat: string, odd: Odd): void {
    for (const [kind, count] of Object.entries(odd)) this.metrics.oddListEntries.inc({ kind }, count);
    const counts = JSON.stringify(odd);
    if (counts === (this.#logged.get(fiat) ?? JSON.stringify(NO_ODD_ENTRIES))) return;
    this.#logged.set(fiat, counts);
    logEvent(this.logger, 'crypto_list_odd', { fiat, ...odd });
  }
}
