import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import type { Actor } from '../../audit/audit.types.js';
import { CatalogService } from '../../catalog/catalog.service.js';
import { PausesService } from '../../pauses/pauses.service.js';
import type { Pause } from '../../pauses/pauses.service.js';
import { PAUSE_FIELDS } from '../../pauses/rules/pause.js';
import type { PausableTerms, PauseScope } from '../../pauses/rules/pause.js';
import type { CryptoPair } from '../../ramp/port/ramp.types.js';
import { Settings } from '../../platform/config/settings.js';
import { Chance } from '../../platform/chance.js';
import { Database } from '../../platform/database/database.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../../platform/problems/problem.js';
import { sameTerm } from '../../platform/terms/terms.js';
import { momentOf } from '../../platform/time/time.js';

/** Of the newest orders, also of those that the provider refused. Without OFFSET 0 a plan may read all trades. */
const ORDERED_METHODS = `SELECT DISTINCT code FROM (
  SELECT merchant_order_no FROM orders ORDER BY created_at DESC LIMIT 2000) AS newest, LATERAL (
  SELECT asked ->> 'payWayCode' AS code FROM trades t WHERE t.merchant_order_no = newest.merchant_order_no OFFSET 0) AS its`;

/** Pauses of staff. Each act is in the audit log. */
@Injectable()
export class StaffPausesService {
  constructor(
    private readonly pauses: PausesService,
    private readonly catalog: CatalogService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly settings: Settings,
  ) {}

  list(): Promise<readonly Pause[]> {
    return this.pauses.list();
  }

  /** Throws `invalid_request` for a pause that would match nothing. */
  async begin(actor: Actor, terms: PausableTerms, reason: string, until: string | null): Promise<Pause> {
    const scope = Object.fromEntries(PAUSE_FIELDS.map((field) => [field, terms[field] ?? null])) as PauseScope;
    const at = await this.database.now();
    const end = until === null ? null : momentOf(until);
    if (end !== null && end <= at) throw wrongField('until', 'must be in the future');
    await this.requireMatch(scope);
    const pause = { id: this.chance.uuid(), ...scope, reason, until: end, begunBy: actor.name, at };
    const detail = { ...scope, until };
    await this.audit.record({ actor, action: 'pause.begin', target: pause.id, reason, detail });
    await this.pauses.begin(pause);
    return pause;
  }

  /** Throws `not_found`, also if it has ended. */
  async end(actor: Actor, id: string): Promise<void> {
    const pause = (await this.pauses.list()).find((one) => one.id === id);
    if (pause === undefined) throw new Problem('not_found', PROBLEM_TEXTS.pauseNotFound);
    const detail = Object.fromEntries(PAUSE_FIELDS.map((field) => [field, pause[field]]));
    await this.audit.record({ actor, action: 'pause.end', target: id, reason: null, detail });
    await this.pauses.end(id);
  }

  /** By the provider's lists, if they came; they have no payment methods, which orders, settings and prices name. */
  private async requireMatch({ side, fiat, crypto, network, payWayCode }: PauseScope): Promise<void> {
    if (side === 'SELL' && payWayCode !== null) throw wrongField('payWayCode', 'sales have no payment methods');
    if (payWayCode !== null) await this.requireMethod(payWayCode);
    if (crypto === null && network === null) return;
    const pairs = await this.catalog.limitsFor(fiat ?? 'USD');
    if (pairs === null || pairs.some((pair) => isOf(pair, crypto, network))) return;
    // Some coins are sold for one currency alone.
    const others = fiat === null ? this.settings.pages.fiats : [];
    const lists = await Promise.all(others.map((other) => this.catalog.limitsFor(other)));
    const all = [pairs, ...lists].flatMap((list) => list ?? []);
    if (all.some((pair) => isOf(pair, crypto, network))) return;
    if (!all.some((pair) => isOf(pair, crypto, null))) throw wrongField('crypto', "is not in the provider's list");
    throw wrongField('network', `is not in the provider's list${crypto === null ? '' : ` with ${crypto}`}`);
  }

  private async requireMethod(payWayCode: string): Promise<void> {
    const ordered = await this.database.query<{ code: string | null }>(ORDERED_METHODS);
    const { payWays, payWayMinutes } = this.settings.pages;
    const named = [...payWays.keys(), ...payWayMinutes.keys()].map((key) => key.replace(/@.*/, ''));
    const known = new Set(
      [...ordered.map(({ code }) => code), ...named, ...this.catalog.methodsSeen].filter((code) => code !== null),
    );
    if (known.size === 0 || [...known].some((code) => sameTerm('payWayCode', code, payWayCode))) return;
    const list = [...known].sort().slice(0, 20).join(', ');
    throw wrongField('payWayCode', `is no method of recent orders, prices or PAY_WAY_NAMES: ${list}`);
  }
}

const isOf = (pair: CryptoPair, crypto: string | null, network: string | null): boolean =>
  (crypto === null || sameTerm('crypto', pair.crypto, crypto)) &&
  (network === null || sameTerm('network', pair.network, network));
