import { Injectable } from '@nestjs/common';
import { RemovalService } from '../accounting/removal/removal.service.js';
import { AuditService } from '../audit/audit.service.js';
import { CallbackReceiptsService } from '../callbacks/callback-receipts.service.js';
import { PersonsService } from './persons.service.js';
import { ErasureService } from '../orders/write/erasure.service.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { Settings } from '../platform/config/settings.js';
import { DAY, YEAR } from '../platform/time/time.js';
import { RunsService } from '../reconciliation/runs.service.js';

/** Disputes about a payment are brought within a year. */
const RECEIPTS_MS = YEAR;
/** Rounds of polls explain a delay, which is noticed within weeks. */
const RUNS_MS = 90 * DAY;

const EVERY_MS = 10 * 60_000;
/** Small enough that a statement does not hold locks for long. */
const AT_ONCE = 500;
const ERASED_AT_ONCE = 100;

/** Any number of workers may run it at once. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly receipts: CallbackReceiptsService,
    private readonly runs: RunsService,
    private readonly persons: PersonsService,
    private readonly erasures: ErasureService,
    private readonly removals: RemovalService,
    private readonly audit: AuditService,
    private readonly settings: Settings,
    tasks: BackgroundTasks,
  ) {
    tasks.repeat('retention', 'worker', EVERY_MS, () => this.removeOld());
  }

  async removeOld(): Promise<void> {
    const { auditMs, ordersMs } = this.settings.retention;
    await all((most) => this.receipts.deleteOld(RECEIPTS_MS, most));
    await all((most) => this.runs.deleteOld(RUNS_MS, most));
    await all((most) => this.persons.clearPages(this.settings.orders.payUrlTtlMs, most));
    if (auditMs !== null) await all((most) => this.audit.cutOld(auditMs, most));
    await this.eraseKept();
    if (ordersMs !== null) await this.removals.removeOld(ordersMs);
  }

  /** Data of erased customers that a law required until now. An order that was paid late waits for its end. */
  private async eraseKept(): Promise<void> {
    const { keptByLawMs } = this.settings;
    for (let erased = ERASED_AT_ONCE; erased === ERASED_AT_ONCE;) {
      const numbers = await this.persons.keptNoLonger(ERASED_AT_ONCE);
      erased = await this.erasures.erase(numbers, { kind: 'staff', by: 'service' }, keptByLawMs);
    }
  }
}

async function all(removeSome: (most: number) => Promise<number>): Promise<void> {
  while ((await removeSome(AT_ONCE)) === AT_ONCE);
}
