import { Injectable } from '@nestjs/common';
import { historyKeys, judgeOrder } from '../../accounting/history/judge-order.js';
import type { Fault, StoredOrder } from '../../accounting/history/judge-order.js';
import { AuditService } from '../../audit/audit.service.js';
import { NO_RATE } from '../../audit/audit.types.js';
import type { Actor, AuditAction, AuditEntry, AuditRate } from '../../audit/audit.types.js';
import { CallbackReceiptsService } from '../../callbacks/callback-receipts.service.js';
import type { OpenedReceipt } from '../../callbacks/callback-receipts.service.js';
import { Settings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { AskNowService } from '../../orders/ask/ask-now.service.js';
import { OrderFileService } from '../../reading/order-file.service.js';
import { OrderListService } from '../../reading/order-list.service.js';
import { OrderSearchService } from '../../reading/order-search.service.js';
import type { OrderFile, PersonalData } from '../../orders/model/order-file.types.js';
import type { FoundOrder, OrderFilter } from '../../orders/model/order-search.types.js';
import { emailDigests } from '../../orders/secrets/payee-seal.js';
import { ClientSecretService } from '../../orders/secrets/client-secret.service.js';
import { causeOf } from '../../orders/model/cause.js';
import { OrderEditsService, requireUnerased } from '../../orders/write/order-edits.service.js';
import { ChangesTooQuickly } from '../../orders/write/order-writer.service.js';
import { RebuildService } from '../../orders/write/rebuild.service.js';
import { HOUR } from '../../platform/time/time.js';
import type { Changes, ChangesRequest, Page, PageRequest } from '../../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import { Time } from '../../platform/time/time.js';
import { requestDeadline } from '../../platform/time/request-time.js';

/** Anyone with a callback's address can send many. */
const MOST_RECEIPTS = 100;

/** Polls change an altered order's schedule, and another writer may change it again. */
const ROUNDS = 8;

/** An order with its personal data and callbacks, not masked. */
export interface Revealed {
  readonly file: OrderFile;
  readonly personal: PersonalData;
  readonly receipts: readonly OpenedReceipt[];
  readonly moreReceipts: boolean;
}

/** An order with its evidence, and the result of its checks. Not masked. */
export interface OrderReport extends Revealed {
  /** The operator's block explorers. */
  readonly explorers: Readonly<Record<string, string | null>>;
  readonly keyNames: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  /** Entries name missing service keys, so they cannot be verified. */
  readonly keysMissing: boolean;
}

interface CustomerLink {
  readonly path: string;
  readonly expiresAt: Date;
}

interface AskedOrder {
  readonly asked: boolean;
  readonly answered: boolean;
  readonly unanswered: boolean;
  readonly report: OrderReport;
}

/** Shows orders to staff and acts on them. The audit log records each act before it happens, except a revocation. */
@Injectable()
export class OperatorOrdersService {
  constructor(
    private readonly orders: OrderSearchService,
    private readonly lists: OrderListService,
    private readonly files: OrderFileService,
    private readonly receipts: CallbackReceiptsService,
    private readonly asking: AskNowService,
    private readonly edits: OrderEditsService,
    private readonly rebuilds: RebuildService,
    private readonly secrets: ClientSecretService,
    private readonly audit: AuditService,
    private readonly keys: KeysService,
    private readonly settings: Settings,
    private readonly time: Time,
  ) {}

  async search(filter: OrderFilter, page: PageRequest, actor: Actor): Promise<Page<FoundOrder>> {
    const found = await this.orders.find(await this.withDigests(filter), page);
    await this.recordSearch(filter, found.rows.length, actor);
    return found;
  }

  /** Each order once, by its newest change, oldest first. Throws `cursor_expired` if changes are gone. */
  async changed(filter: OrderFilter, request: ChangesRequest, actor: Actor): Promise<Changes<FoundOrder>> {
    const { rows: numbers, next } = await this.lists.changedNumbers(await this.withDigests(filter), request);
    const rows = await this.orders.found(numbers);
    await this.recordSearch(filter, rows.length, actor);
    return { rows, next };
  }

  private async withDigests(filter: OrderFilter): Promise<OrderFilter> {
    if (filter.text?.includes('@') !== true) return filter;
    return { ...filter, emailDigests: emailDigests(await this.keys.ring(), filter.text) };
  }

  emailOf({ order }: FoundOrder): Promise<string | null> {
    return this.files.emailOf(order);
  }

  /** A text or metadata may name a person, so the audit log records the search before its hits are returned. */
  private async recordSearch({ text, metadata }: OrderFilter, found: number, actor: Actor): Promise<void> {
    if (text === null && metadata === null) return;
    const noted = Object.entries(metadata ?? {}).map(([name, value]) => this.files.digestOf(`${name}=${value}`));
    const detail = {
      ...(text === null ? {} : { text: await this.files.digestOf(text) }),
      ...(metadata === null ? {} : { metadata: await Promise.all(noted) }),
      found,
    };
    await this.audit.record({ actor, action: 'order.search', target: null, reason: null, detail });
  }

  /** The version of what `read` shows. Not audited, since it holds no data of the order. */
  version(merchantOrderNo: string): Promise<string | null> {
    return this.files.version(merchantOrderNo);
  }

  async read(merchantOrderNo: string, actor: Actor): Promise<OrderReport> {
    const report = await this.report(merchantOrderNo);
    await this.record('order.read', report.file, actor, null);
    return report;
  }

  private async report(merchantOrderNo: string): Promise<OrderReport> {
    const file = await this.file(merchantOrderNo);
    const explorers = Object.fromEntries(this.settings.pages.explorers);
    const keyNames = await this.files.keyNames(merchantOrderNo);
    return { ...(await this.opened(file)), ...(await this.judge(file)), explorers, keyNames };
  }

  private async opened(file: OrderFile): Promise<Revealed> {
    const tradeNos = file.trades.map(({ tradeNo }) => tradeNo);
    const [personal, found] = await Promise.all([
      this.files.personal(file),
      this.receipts.open(tradeNos, MOST_RECEIPTS + 1),
    ]);
    const receipts = found.slice(0, MOST_RECEIPTS);
    return { file, personal, receipts, moreReceipts: found.length > MOST_RECEIPTS };
  }

  /** Audited with the reason. Throws `not_found`, and `rate_limited` after too many. */
  async reveal(merchantOrderNo: string, actor: Actor, reason: string): Promise<Revealed> {
    await this.recordReveal('order.reveal', await this.file(merchantOrderNo), actor, reason);
    return this.opened(await this.file(merchantOrderNo));
  }

  /**
   * A link that opens the order for its customer; the older client secrets end. Limited like a reveal, since the page
   * shows as much. Throws `not_found`, also for an erased order.
   */
  async customerLink(merchantOrderNo: string, actor: Actor, reason: string): Promise<CustomerLink> {
    const file = await this.file(merchantOrderNo);
    // Before the audit, which must not tell of a link that is not issued.
    requireUnerased(file.order);
    await this.recordReveal('order.customer_link', file, actor, reason);
    const issued = await this.edits.issueSecret(merchantOrderNo);
    const secret = issued && (await this.secrets.of(issued));
    const expiresAt = issued?.order.secretUntil ?? null;
    if (secret === null || expiresAt === null) throw noSuchOrder();
    return { path: `/orders/${merchantOrderNo}#${secret}`, expiresAt };
  }

  /** Queries the provider about all trades, for at most the time of a checkout. */
  async ask(merchantOrderNo: string, actor: Actor, reason: string | null): Promise<AskedOrder> {
    const deadline = requestDeadline(this.time, this.settings.checkout.deadlineMs);
    const before = await this.file(merchantOrderNo);
    await this.record('order.ask', before, actor, reason);
    const isAnswered = (await this.asking.askAll(merchantOrderNo, causeOf('staff', actor.id), { deadline })) !== null;
    const report = await this.report(merchantOrderNo);
    const queried = report.file.trades.some(({ lastAskedAt }) => lastAskedAt !== null && lastAskedAt >= before.now);
    return { asked: queried, answered: isAnswered && queried, unanswered: !isAnswered, report };
  }

  /** Audited with the reason. Throws `not_found`, and `order_in_review` if there is nothing to rebuild, or no proof. */
  async rebuild(merchantOrderNo: string, actor: Actor, reason: string): Promise<OrderReport> {
    await this.rebuilds.look(merchantOrderNo);
    for (let round = 1; round <= ROUNDS; round++) {
      const file = await this.file(merchantOrderNo);
      const change = await this.rebuilds.plan(file, actor.id, reason);
      if (round === 1) await this.record('order.rebuild', file, actor, reason);
      if (await this.rebuilds.apply(change)) return this.report(merchantOrderNo);
    }
    throw new ChangesTooQuickly();
  }

  async revokeSecret(merchantOrderNo: string, actor: Actor, reason: string): Promise<void> {
    const entry = await this.entryOf('order.revoke_secret', await this.file(merchantOrderNo), actor, reason);
    if (!(await this.edits.revokeSecrets(merchantOrderNo))) throw noSuchOrder();
    await this.audit.recordDone(entry);
  }

  private async file(merchantOrderNo: string): Promise<OrderFile> {
    const file = await this.files.find(merchantOrderNo);
    if (file === null) throw noSuchOrder();
    return file;
  }

  private async record(
    action: AuditAction,
    file: OrderFile,
    actor: Actor,
    reason: string | null,
    rate: AuditRate = NO_RATE,
  ): Promise<number> {
    return this.audit.recordWithin(await this.entryOf(action, file, actor, reason), rate);
  }

  private async recordReveal(action: AuditAction, file: OrderFile, actor: Actor, reason: string): Promise<void> {
    const rate = { most: this.settings.audit.revealsPerHour, withinMs: HOUR };
    const waitMs = await this.record(action, file, actor, reason, rate);
    if (waitMs > 0) throw tooManyReveals(waitMs);
  }

  private async entryOf(
    action: AuditAction,
    file: OrderFile,
    actor: Actor,
    reason: string | null,
  ): Promise<AuditEntry> {
    const redacted = reason === null ? null : await this.files.redacted(file, reason);
    return { actor, action, target: file.order.merchantOrderNo, reason: redacted };
  }

  private async judge(file: OrderFile): Promise<Pick<OrderReport, 'faults' | 'keysMissing'>> {
    const ring = await this.keys.ring();
    let keysMissing = false;
    const keys = historyKeys(ring, () => (keysMissing = true));
    return { faults: judgeOrder(storedOrder(file), keys), keysMissing };
  }
}

function storedOrder({ order, trades, events, mismatches }: OrderFile): StoredOrder {
  const openMismatches = mismatches.filter(({ resolvedAt }) => resolvedAt === null);
  const resolvedMismatches = mismatches.filter(({ resolvedBy }) => resolvedBy !== null && resolvedBy !== 'provider');
  return { merchantOrderNo: order.merchantOrderNo, order, trades, openMismatches, resolvedMismatches, events };
}

const tooManyReveals = (waitMs: number): Problem =>
  new Problem('rate_limited', PROBLEM_TEXTS.tooManyReveals, {
    retryAfter: Math.ceil(waitMs / 1000),
    security: { event: 'excess_rate_limit_exceeded', facts: { limit: 'reveals' } },
  });

const noSuchOrder = (): Problem => new Problem('not_found', PROBLEM_TEXTS.orderNotFound);
