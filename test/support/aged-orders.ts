import pg from 'pg';
import { AnchorService } from '#src/accounting/anchor/anchor.service.js';
import { anchorsIn, anchorText } from '#src/accounting/anchor/anchor.js';
import { HistoryCheckService } from '#src/accounting/history/history-check.service.js';
import { HistoryRepository } from '#src/accounting/history/history.repository.js';
import { RemovalService } from '#src/accounting/removal/removal.service.js';
import type { ReportBasis } from '#src/accounting/report/report.types.js';
import { ReportService } from '#src/accounting/report/report.service.js';
import type { Report } from '#src/accounting/report/report.types.js';
import { ALL_TIME } from '#src/accounting/span.js';
import type { Span } from '#src/accounting/span.js';
import { AuditVerifier } from '#src/audit/audit-check.service.js';
import { AuditRepository } from '#src/audit/audit.repository.js';
import { checkAudit } from '#src/cli/accounts/findings.js';
import { OutboxRepository } from '#src/follow/outbox/outbox.repository.js';
import type { Database } from '#src/platform/database/database.js';
import { asServiceRole, freshDatabase } from './database.js';
import type { TestDatabase } from './database.js';
import { OrderActs } from './order-acts.js';
import { DAY } from './moments.js';
import { openOrderWriter } from './order-writer.js';
import type { OrderWriter } from './order-writer.js';

/** Old orders, made by the real order writer under the service's own role, and their removal. */
export class AgedOrders {
  private readonly opened: OrderWriter[] = [];

  private constructor(
    private readonly database: TestDatabase,
    /** The owner's connection: moves time, and plays an attacker with the owner's password. */
    readonly owner: pg.Client,
    /** With the present clock. */
    readonly writer: OrderWriter,
  ) {}

  static async open(): Promise<AgedOrders> {
    const database = await freshDatabase();
    const owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    return new AgedOrders(database, owner, openOrderWriter(asServiceRole(database.url)));
  }

  get url(): string {
    return this.database.url;
  }

  /** Order writers whose clock is `days` behind. */
  ago(days: number): OrderActs & { readonly database: Database } {
    const url = new URL(asServiceRole(this.database.url));
    url.searchParams.set('options', `-c ramp_checkout.clock_shift=-${days}\\ days`);
    const writer = openOrderWriter(url.href);
    this.opened.push(writer);
    return Object.assign(new OrderActs(writer), { database: writer.database });
  }

  async rest(): Promise<void> {
    await this.owner.query(`UPDATE schedules SET next_query_at = NULL, watch_class = 'closed'`);
    const outbox = new OutboxRepository(this.writer.database);
    await outbox.place(100_000);
    await outbox.forget(30 * DAY, 100_000);
  }

  removeOld(olderThanMs = 100 * DAY): Promise<void> {
    const { database, keys } = this.writer;
    return new RemovalService(database, new HistoryRepository(database), keys).removeOld(olderThanMs);
  }

  report(span: Span = ALL_TIME, by: ReportBasis = 'created'): Promise<Report> {
    const policy = { firstDelayMs: 5000, expiryMs: DAY };
    return new ReportService(this.writer.database).report({ span, by, policy, timeoutMs: 60_000 });
  }

  /** An anchor made `days` and a quarter of an hour ago. */
  async anchor(days: number): Promise<string> {
    const ago = this.ago(days);
    return anchorText(await anchorsOf(ago.database).make());
  }

  async faults(...anchors: readonly string[]): Promise<string[]> {
    const { database, keys } = this.writer;
    const [ring, found] = [await keys.ring(), [] as string[]];
    const listener = {
      fault: ({ merchantOrderNo, reason }: { merchantOrderNo: string; reason: string }) =>
        Promise.resolve(void found.push(`${merchantOrderNo}: ${reason}`)),
      progress: () => undefined,
    };
    await new HistoryCheckService(new HistoryRepository(database)).check(
      { order: null, span: ALL_TIME },
      ring,
      listener,
    );
    await checkAudit(database, ring, anchors.length === 0 ? [] : anchorsIn(anchors.join('\n'))!, {
      fault: ({ reason }) => Promise.resolve(void found.push(reason)),
      end: () => Promise.resolve(),
    });
    return found;
  }

  async numbers(): Promise<string[]> {
    const { rows } = await this.owner.query<{ no: string }>('SELECT merchant_order_no AS no FROM orders ORDER BY 1');
    return rows.map(({ no }) => no);
  }

  async close(): Promise<void> {
    for (const writer of [this.writer, ...this.opened]) await writer.close();
    await this.owner.end();
    await this.database.drop();
  }
}

const anchorsOf = (database: Database): AnchorService =>
  new AnchorService(new AuditVerifier(new AuditRepository(database)), database);
