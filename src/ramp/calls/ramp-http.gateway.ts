import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { within } from '../../platform/time/promises.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { withPayer } from '../../platform/limits/payer-context.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { CircuitBreaker } from '../provider/circuit-breaker.js';
import { Time } from '../../platform/time/time.js';
import { ProviderClock } from '../provider/provider-clock.js';
import type { CreateResult, Quotes, RampNotSent, RampRefused, RampResult } from '../port/ramp.errors.js';
import { RampGateway } from '../port/ramp.gateway.js';
import type { CallPriority } from '../port/ramp.gateway.js';
import { SIDES } from '../port/ramp.types.js';
import type {
  ListedCryptos,
  QuoteRequest,
  TradeCustomer,
  TradeQuery,
  TradeRequest,
  TradeSnapshot,
} from '../port/ramp.types.js';
import type { Side } from '../port/trade-facts.js';
import { AccessTokens, handedInToken } from '../tokens/access-tokens.js';
import { readCryptoList } from '../wire/catalog-records.js';
import { readCreatedTrade, notFoundShape, isConfiguredNotFound } from '../wire/trade-records.js';
import { notSent, ProviderCall } from './provider-call.js';
import type { Call } from './provider-call.js';
import { isNotOffered, MAY_MEAN_THE_METHOD, readQuotes } from '../wire/quote-records.js';
import { RationedCalls, retryReason } from './rationed-calls.js';
import { createRequest, listRequest, queryRequest, quoteRequest } from '../wire/requests.js';
import { TokenFetcher } from './token-fetcher.js';
import { readTradeAnswer } from '../wire/trade-records.js';
import type { WireAnswer, WireValue } from '../wire/wire.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Every provider has a list for USD; its content does not matter to a probe. */
const PROBE_FIAT = 'USD';
/** Short, because a customer waits for the explanation, under the trade's lease. */
const PRICES_PATIENCE_MS = 2000;

@Injectable()
export class RampHttpGateway extends RampGateway implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Ramp');
  private readonly ramp: RampSettings;
  private readonly tokens: AccessTokens;
  private findingSecret = false;

  constructor(
    settings: Settings,
    private readonly calls: RationedCalls,
    private readonly provider: ProviderCall,
    private readonly breaker: CircuitBreaker,
    private readonly providerClock: ProviderClock,
    private readonly secrets: AppSecrets,
    tokenFetcher: TokenFetcher,
    private readonly time: Time,
    private readonly metrics: Metrics,
  ) {
    super();
    this.ramp = settings.ramp;
    this.tokens = new AccessTokens(this.ramp.accessToken, (user) => tokenFetcher.fetch(user), time);
    metrics.gauge(
      'ramp_checkout_not_found_known',
      'Whether RAMP_NOT_FOUND says, for this side, how the provider answers about an order that was never made.',
      ['side'],
      () => Promise.resolve(SIDES.map((side) => ({ labels: { side }, value: this.knowsNotFound(side) ? 1 : 0 }))),
    );
    // No payer: a probe serves all customers.
    breaker.probeWith(() =>
      withPayer(null, () => this.calls.call('customer', { ...listCall(PROBE_FIAT), isProbe: true })),
    );
  }

  onApplicationBootstrap(): void {
    if (!SIDES.some((side) => this.knowsNotFound(side))) logEvent(this.logger, 'not_found_unknown');
  }

  onModuleDestroy(): void {
    this.breaker.stop();
  }

  async prepareTrade(customer: TradeCustomer): Promise<RampNotSent | null> {
    const found = await this.tokens.find(customer);
    if (found.kind === 'token') return null;
    return notSent({ endpoint: 'token', fields: {} }, found.reason, found.detail).result;
  }

  async createTrade(trade: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult> {
    const request = createRequest(trade);
    // Before the budget: an unsent call must not use it, and fetching a token uses a slot of its own.
    const found = await this.tokens.find(customer);
    if (found.kind === 'none') return this.calls.unsent(notSent(request, found.reason, found.detail));
    const { token } = found;
    const allowHttp = this.ramp.baseUrl.startsWith('http:');
    const read = (data: WireValue) => readCreatedTrade(data, allowHttp);
    const create = { stamp: trade.stamp, token, isTokenHandedIn: handedInToken(customer) !== null, maySend };
    const explain = (refused: RampRefused) => this.explain(refused, { ...trade, side: 'BUY' });
    const result = await this.calls.call('customer', { request, read, create, explain });
    if (result.kind === 'answered' && result.value.payUrl === null) {
      // No customer can pay such a trade, and a retry does not help until the operator has looked.
      this.metrics.tradesWithoutPage.inc();
      logEvent(this.logger, 'trade_without_page', { tradeNo: trade.tradeNo });
    }
    if (retryReason(result) === 'secret') this.findSecret();
    if (result.kind === 'refused' && result.reason === 'access_token') this.tokens.discard(customer, token);
    return result;
  }

  timestampNow(): number {
    return this.providerClock.timestampNow();
  }

  async queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>> {
    const guesses = query.guessesNotFound === true && !this.knowsNotFound(query.side);
    const isNotFound = (answer: WireAnswer): boolean =>
      guesses ? notFoundShape(answer, this.ramp) !== null : isConfiguredNotFound(answer, query.side, this.ramp);
    return this.calls.call<TradeSnapshot | null>(priority, {
      ...queryCall(query, this.ramp),
      atOnce: (answer) => (isNotFound(answer) ? { value: null } : null),
    });
  }

  async quote(request: QuoteRequest): Promise<RampResult<Quotes>> {
    const explain = (refused: RampRefused) => this.explain(refused, request);
    return this.calls.call('customer', { ...this.quoteCall(request), explain });
  }

  async listCryptos(fiat: string): Promise<RampResult<ListedCryptos>> {
    return this.calls.call('customer', listCall(fiat));
  }

  pollsAllowedNow(): number {
    return this.calls.pollsAllowedNow();
  }

  private knowsNotFound(side: Side): boolean {
    return this.ramp.notFound[side].size > 0;
  }

  /** A list of quotes shows whether the payment method was refused. */
  private async explain(refused: RampRefused, wish: Omit<QuoteRequest, 'type'>): Promise<RampRefused> {
    const { crypto, network, fiat, country, amount, payWayCode, side } = wish;
    if (!MAY_MEAN_THE_METHOD.has(refused.reason) || payWayCode === null) return refused;
    const all = this.quoteCall({ crypto, network, fiat, country, amount, side, payWayCode: null, type: 'ALL' });
    const prices = await within(this.time, PRICES_PATIENCE_MS, this.calls.call('customer', all), null);
    const isOther = prices?.kind === 'answered' && isNotOffered(payWayCode, prices.value);
    return isOther ? { ...refused, reason: 'pay_way' } : refused;
  }

  private quoteCall(request: QuoteRequest): Call<Quotes> {
    return quoteCall(request, { mask: this.provider.mask, codes: this.ramp });
  }

  /** A create is not repeated to find the right secret. This request is, so that the next create uses the right one. */
  private findSecret(): void {
    if (this.secrets.otherThan(this.secrets.signing) === null || this.findingSecret) return;
    this.findingSecret = true;
    void this.calls
      .call('poll', listCall(PROBE_FIAT))
      .catch((error: unknown) => logEvent(this.logger, 'app_secret_trial_failed', { err: error }))
      .finally(() => {
        this.findingSecret = false;
      });
  }
}

export function queryCall(query: TradeQuery, ramp: RampSettings): Call<TradeSnapshot> {
  return { request: queryRequest(query), read: (data) => readTradeAnswer(data, query.side, ramp) };
}

function listCall(fiat: string): Call<ListedCryptos> {
  return { request: listRequest(fiat), read: readCryptoList };
}

function quoteCall(request: QuoteRequest, how: Parameters<typeof readQuotes>[2]): Call<Quotes> {
  return { request: quoteRequest(request), read: (data) => readQuotes(data, request, how) };
}
