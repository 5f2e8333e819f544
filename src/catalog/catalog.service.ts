import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { rampProblem } from '../ramp/port/ramp-problem.js';
import type { Evidence, QuoteFailure, RampFailure, RampResult } from '../ramp/port/ramp.errors.js';
import { RampGateway } from '../ramp/port/ramp.gateway.js';
import type { CryptoPair, ListedCryptos, Quote, QuoteRequest } from '../ramp/port/ramp.types.js';
import type { Side } from '../ramp/port/trade-facts.js';
import { Time } from '../platform/time/time.js';
import { compareDecimals, isDecimal } from '../platform/terms/decimal.js';
import type { ProblemCode } from '../platform/problems/problem.js';
import { within } from '../platform/time/promises.js';
import { logEvent } from '../platform/telemetry/log-events.js';
import { Metrics } from '../platform/telemetry/metrics.js';
import { withPayer } from '../platform/limits/payer-context.js';
import type { Payer } from '../platform/limits/payer-context.js';
import { CryptoLists } from './crypto-lists.js';
import type { CryptoListing } from './crypto-lists.js';
import { TokenContracts } from './token-contracts.service.js';
import { pausedProblem, PausesService } from '../pauses/pauses.service.js';
import { pausedBy } from '../pauses/rules/pause.js';
import { isFiat } from '../platform/terms/currencies.js';
import { toFiatAmount, tooPrecise, unknownFiat } from './rules/fiat-precision.js';
import { requireWithinLimits } from './rules/limits.js';

/** A checkout must not wait long for limits, since the provider checks them anyway. */
const LIMITS_PATIENCE_MS = 2000;
const MOST_METHODS = 500;
/** Lists are shared, so no caller pays for them. */
const CATALOG: Payer = { id: 'catalog', isGuest: false };

export const NO_FAULTY_ENTRIES: ListedCryptos['odd'] = { unreadable: 0, duplicate: 0, limits: 0 };

interface PricelessMethod {
  readonly payWayCode: string | null;
  readonly code: ProblemCode;
  readonly message: string;
}

export interface QuoteList {
  readonly items: readonly Quote[];
  readonly failures: readonly PricelessMethod[];
}

@Injectable()
export class CatalogService {
  private readonly logger = new Logger('Catalog');
  readonly #lists: CryptoLists;
  /** Codes of the payment methods for which this process has got a price. */
  readonly methodsSeen = new Set<string>();
  /** The odd entries last logged, by fiat. */
  readonly #oddLogged = new Map<string, string>();

  constructor(
    private readonly ramp: RampGateway,
    private readonly time: Time,
    private readonly metrics: Metrics,
    private readonly settings: Settings,
    private readonly contracts: TokenContracts,
    private readonly pauses: PausesService,
  ) {
    this.#lists = new CryptoLists((fiat) => this.fetchList(fiat), time);
  }

  /** At most a minute old while the provider responds. Throws a Problem for an unknown currency, or without any list. */
  async listCryptos(fiat: string): Promise<CryptoListing> {
    requireFiat(fiat);
    const got = await this.#lists.get(fiat);
    if ('pairs' in got) return { ...got, pairs: await this.contracts.addTo(got.pairs) };
    throw rampProblem(got, fiat);
  }

  /** null: no recent list is available within two seconds. Never throws. */
  async limitsFor(fiat: string): Promise<readonly CryptoPair[] | null> {
    if (!isFiat(fiat)) return null;
    const listing = await within(this.time, LIMITS_PATIENCE_MS, this.#lists.getRecent(fiat), null).catch(() => null);
    return listing === null ? null : this.contracts.addTo(listing.pairs);
  }

  /** Best first. Throws as {@link prices} does. */
  async quotes(request: QuoteRequest): Promise<readonly Quote[]> {
    return (await this.prices(request)).items;
  }

  /** Throws a Problem if the provider fails, or no method has a price and is not paused. Both lists are empty without any method. */
  async prices(request: QuoteRequest): Promise<QuoteList> {
    const query = this.asProviderWants(request);
    const pauses = await this.pauses.inForce();
    const pausedAll = pausedBy(pauses, query);
    if (pausedAll !== null) throw pausedProblem(pausedAll.until);
    const unit = query.side === 'BUY' ? query.fiat : query.crypto;
    if (query.side === 'SELL') requireWithinLimits(await this.limitsFor(query.fiat), query, unit);
    const result = await this.ramp.quote(query);
    if (result.kind !== 'answered') throw rampProblem(result, unit);
    const { quotes, failures } = result.value;
    for (const { payWayCode } of quotes)
      if (payWayCode !== null && this.methodsSeen.size < MOST_METHODS) this.methodsSeen.add(payWayCode);
    const failed = failures.map((one) => ({
      payWayCode: one.payWayCode,
      failure: asRampFailure(one, result.evidence),
    }));
    const telling = failed.find(({ failure }) => failure.kind === 'refused') ?? failed[0];
    if (quotes.length === 0 && telling !== undefined) throw rampProblem(telling.failure, unit);
    const priced = quotes.map((quote) => ({
      quote,
      paused: pausedBy(pauses, { ...query, payWayCode: quote.payWayCode }),
    }));
    const sold = priced.filter(({ paused }) => paused === null).map(({ quote }) => quote);
    const [first] = priced;
    if (sold.length === 0 && first?.paused != null) throw pausedProblem(first.paused.until);
    const unsold = [
      ...failed.map(({ payWayCode, failure }) => ({ payWayCode, problem: rampProblem(failure, unit) })),
      ...priced.flatMap(({ quote: { payWayCode }, paused }) =>
        paused === null ? [] : [{ payWayCode, problem: pausedProblem(paused.until) }],
      ),
    ];
    return {
      items: bestFirst(request.side, sold),
      failures: unsold.map(({ payWayCode, problem: { code, message } }) => ({ payWayCode, code, message })),
    };
  }

  /** Fiat amounts get the currency's decimals. Sales have no payment methods. */
  private asProviderWants(request: QuoteRequest): QuoteRequest {
    requireFiat(request.fiat);
    if (request.side === 'SELL') return { ...request, payWayCode: null, type: 'ONE' };
    const fitted = toFiatAmount(request.fiat, request.amount, this.settings.fiatDecimals);
    if (fitted.kind === 'ok') return { ...request, amount: fitted.amount };
    throw tooPrecise(request.fiat, fitted.kind === 'too_precise' ? fitted.digits : 0);
  }

  private async fetchList(fiat: string): Promise<RampResult<ListedCryptos>> {
    // Shared by all callers, so it does not count against the first one.
    const result = await withPayer(CATALOG, () => this.ramp.listCryptos(fiat));
    if (result.kind === 'answered') this.#noteOdd(fiat, result.value.odd);
    return result;
  }

  /** Odd entries are counted each time and logged on change. */
  #noteOdd(fiat: string, odd: ListedCryptos['odd']): void {
    for (const [kind, count] of Object.entries(odd)) this.metrics.oddListEntries.inc({ kind }, count);
    const counts = JSON.stringify(odd);
    if (counts === (this.#oddLogged.get(fiat) ?? JSON.stringify(NO_FAULTY_ENTRIES))) return;
    this.#oddLogged.set(fiat, counts);
    logEvent(this.logger, 'crypto_list_odd', { fiat, ...odd });
  }
}

function asRampFailure({ refusal }: QuoteFailure, evidence: Evidence): RampFailure {
  if (refusal === null) return { kind: 'protocol', detail: 'a quote that cannot be read', evidence };
  return { kind: 'refused', ...refusal, evidence };
}

function requireFiat(fiat: string): void {
  if (!isFiat(fiat)) throw unknownFiat();
}

/** Sorted by what the customer receives, most first; quotes without a quantity come last. */
export function bestFirst(side: Side, quotes: readonly Quote[]): Quote[] {
  return quotes.toSorted((a, b) => compareReceived(received(side, b), received(side, a)));
}

function received(side: Side, quote: Quote): string | null {
  const quantity = side === 'BUY' ? quote.cryptoQuantity : quote.fiatQuantity;
  return quantity !== null && isDecimal(quantity) ? quantity : null;
}

function compareReceived(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareDecimals(a, b);
}
