import { Injectable } from '@nestjs/common';
import { rampProblem } from '../ramp/ramp-problem.js';
import { RampGateway } from '../ramp/ramp.gateway.js';
import type { CryptoPair, Quote, QuoteRequest } from '../ramp/ramp.types.js';
import { Clock } from '../shared/clock.js';
import { Problem } from '../shared/problem.js';
import { within } from '../shared/within.js';
import { CryptoLists } from './crypto-lists.js';
import type { CryptoListing } from './crypto-lists.js';
import { bestFirst } from './rules/best-quote.js';
import { fiatDigits, toFiatAmount } from './rules/fiat-precision.js';

/** A checkout has better things to do than to wait for limits that the provider checks anyway. */
const LIMITS_PATIENCE_MS = 2000;

/** What can be bought and sold, and for how much. */
@Injectable()
export class CatalogService {
  readonly #lists: CryptoLists;

  constructor(
    private readonly ramp: RampGateway,
    clock: Clock,
  ) {
    this.#lists = new CryptoLists((fiat) => ramp.listCryptos(fiat), clock);
  }

  /**
   * The pairs that the provider enabled, with limits in `fiat`. At most a minute old while the provider answers, else
   * as old as `asOf` says. Throws a Problem when there is no such currency, or never was a list.
   */
  async listCryptos(fiat: string): Promise<CryptoListing> {
    requireFiat(fiat);
    const got = await this.#lists.get(fiat);
    if ('pairs' in got) return got;
    throw rampProblem(got);
  }

  /**
   * The pairs to check a wish against, for `checkLimits`; null: no recent list can be had within two seconds, and the
   * provider is to decide. Throws nothing.
   */
  async limitsFor(fiat: string): Promise<readonly CryptoPair[] | null> {
    if (fiatDigits(fiat) === null) return null;
    const listing = await within(LIMITS_PATIENCE_MS, this.#lists.getRecent(fiat), null).catch(() => null);
    return listing?.pairs ?? null;
  }

  /** What the provider would give now, best first. Throws a Problem when the wish is wrong or the provider fails. */
  async quotes(request: QuoteRequest): Promise<Quote[]> {
    const result = await this.ramp.quote(asProviderWants(request));
    if (result.kind === 'answered') return bestFirst(request.side, result.value);
    throw rampProblem(result);
  }
}

/** A fiat amount has the currency's decimals; a sale knows neither payment methods nor a choice of them. */
function asProviderWants(request: QuoteRequest): QuoteRequest {
  requireFiat(request.fiat);
  if (request.side === 'SELL') return { ...request, payWayCode: null, type: 'ONE' };
  const fitted = toFiatAmount(request.fiat, request.amount);
  if (fitted.kind === 'ok') return { ...request, amount: fitted.amount };
  throw new Problem(
    'amount_precision',
    `Amounts in ${request.fiat} have ${fiatDigits(request.fiat) ?? 0} decimals at most.`,
  );
}

function requireFiat(fiat: string): void {
  if (fiatDigits(fiat) !== null) return;
  throw new Problem('invalid_request', 'Please correct: fiat.', {
    errors: [{ field: 'fiat', message: 'is not a known currency' }],
  });
}
