import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import type { RampSettings } from '../../config/settings.js';
import type { Secret } from '../../shared/secret.js';
import { Clock } from '../../shared/clock.js';
import { Metrics } from '../../telemetry/metrics.js';
import { Breaker } from '../breaker.js';
import { CallBudget } from '../call-budget.js';
import { MonotonicTime } from '../monotonic-time.js';
import { ProviderState } from '../provider-state.js';
import type { CreateResult, Evidence, HoldBack, RampNotSent, RampResult } from '../ramp.errors.js';
import { RampGateway } from '../ramp.gateway.js';
import type { CallPriority } from '../ramp.gateway.js';
import { isHandedIn } from '../tokens/handed-in-first.js';
import type { NoToken, TokenSource } from '../tokens/access-tokens.js';
import type { IssuedToken } from '../tokens/token-cache.js';
import { tokenSource } from '../tokens/token-source.js';
import type {
  CryptoPair,
  Quote,
  QuoteRequest,
  TradeCustomer,
  TradeQuery,
  TradeRequest,
  TradeSnapshot,
} from '../ramp.types.js';
import { understand } from './answer.js';
import { readCryptoList, readQuotes } from './catalog-records.js';
import { readCreatedTrade } from './created-record.js';
import { collectEvidence } from './evidence.js';
import { LearnedNotFound } from './learned-not-found.js';
import { maskText } from './masking.js';
import { createRequest, listRequest, queryRequest, quoteRequest } from './requests.js';
import type { RampRequest } from './requests.js';
import { signedCall } from './signed-call.js';
import type { HttpCall } from './signed-call.js';
import { tokenCall } from './token-call.js';
import { tokenFetched } from './token-result.js';
import { readTradeAnswer } from './trade-answer.js';
import { Transport } from './transport.js';
import type { Exchange, Reply } from './transport.js';
import { openAnswer } from './wire.js';
import type { Reading, WireAnswer, WireValue } from './wire.js';

const LONGEST_MESSAGE = 500;
/** Each provider has a list for it; what it says does not matter to a probe. */
const PROBE_FIAT = 'USD';

const HELD_BACK: Readonly<Record<HoldBack, string>> = {
  breaker_open: 'the provider has not been answering',
  too_late: 'it waited until somebody else might send',
};

/** One call: what is asked, and how the answer's data is read. */
interface Call<T> {
  readonly request: RampRequest;
  readonly read: (data: WireValue) => Reading<T>;
  /** Only a create has them: the stamp that was committed before, its access token, and whether it still may go. */
  readonly create?: { readonly stamp: number; readonly token: Secret; readonly maySend: () => boolean };
  /** Only a request for a token has it: the request as it goes out without a signature; null: signed as all others. */
  readonly unsigned?: HttpCall | null;
  /** Goes to a server that is not the provider's, at this base address. */
  readonly elsewhere?: string;
  /** What the answer means as it came, before it is read; null: read it. */
  readonly atOnce?: (answer: WireAnswer) => { readonly value: T } | null;
  /** The breaker's own call, which it does not hold back. */
  readonly isProbe?: true;
}

/** What evidence is made of. */
type Asked = Pick<RampRequest, 'endpoint' | 'fields'>;

interface Outcome<T> {
  readonly result: RampResult<T>;
  readonly returnCode: string | null;
}

interface Unsent {
  readonly result: RampNotSent;
  readonly returnCode: null;
}

/** The provider over HTTP: breaker, budget, access token, signature, one request, and what its answer means. */
@Injectable()
export class RampHttpGateway extends RampGateway implements OnModuleDestroy {
  private readonly logger = new Logger('Ramp');
  private readonly ramp: RampSettings;
  private readonly tokens: TokenSource;

  constructor(
    settings: Settings,
    private readonly transport: Transport,
    private readonly budget: CallBudget,
    private readonly clock: Clock,
    private readonly time: MonotonicTime,
    private readonly metrics: Metrics,
    private readonly provider: ProviderState,
    private readonly breaker: Breaker,
    private readonly notFound: LearnedNotFound,
  ) {
    super();
    this.ramp = settings.ramp;
    const { source } = this.ramp.accessToken;
    this.tokens = tokenSource(source, (user, when) => this.fetchToken(user, when), time);
    // Customers wait for what a probe finds out.
    breaker.probeWith(() => this.call('customer', { ...listCall(PROBE_FIAT), isProbe: true }));
  }

  onModuleDestroy(): void {
    this.breaker.stop();
  }

  async prepareTrade(customer: TradeCustomer): Promise<RampNotSent | null> {
    const found = await this.tokens.find(customer);
    return found.kind === 'token' ? null : withoutToken({ endpoint: 'token', fields: {} }, found).result;
  }

  async createTrade(trade: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult> {
    const request = createRequest(trade);
    // Before the budget: what is not sent takes nothing of it, and asking for a token takes a place of its own.
    const found = await this.tokens.find(customer);
    if (found.kind === 'none') return this.unsent(withoutToken(request, found));
    const { token } = found;
    const allowHttp = this.ramp.baseUrl.startsWith('http:');
    const read = (data: WireValue) => readCreatedTrade(data, allowHttp);
    const result = await this.call('customer', { request, read, create: { stamp: trade.stamp, token, maySend } });
    if (result.kind !== 'refused' || result.reason !== 'access_token') return result;
    this.tokens.discard(customer, token);
    // The same token again would be refused again, and only its sender may have another one.
    return isHandedIn(customer) ? { ...result, reason: 'handed_in_token', resendable: false } : result;
  }

  async queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>> {
    return this.call(priority, {
      ...this.queryCall(query),
      atOnce: (answer) => (this.notFound.says(answer, query) ? { value: null } : null),
    });
  }

  /** The answer to a question about a BUY trade, as it came; null: there was none. For {@link LearnedNotFound}. */
  async rawAnswerAbout(tradeNo: string): Promise<WireAnswer | null> {
    let came: WireAnswer | null = null;
    await this.call('poll', {
      ...this.queryCall({ side: 'BUY', tradeNo, orderNo: null }),
      atOnce: (answer) => {
        came = answer;
        return null;
      },
    });
    return came;
  }

  /** Does the provider accept what we sign? Asks it. */
  async acceptsOurSignature(): Promise<boolean> {
    return (await this.call('poll', listCall(PROBE_FIAT))).kind === 'answered';
  }

  async quote(request: QuoteRequest): Promise<RampResult<readonly Quote[]>> {
    return this.call('customer', { request: quoteRequest(request), read: (data) => readQuotes(data, request) });
  }

  async listCryptos(fiat: string): Promise<RampResult<readonly CryptoPair[]>> {
    return this.call('customer', listCall(fiat));
  }

  pollsAllowedNow(): number {
    return this.breaker.isOpen ? 0 : this.budget.pollsAllowedNow();
  }

  private queryCall(query: TradeQuery): Call<TradeSnapshot | null> {
    return { request: queryRequest(query), read: (data) => readTradeAnswer(data, query.side, this.ramp) };
  }

  /** A server of somebody else's has nothing to do with the provider's rate and breaker; the time limit is the same. */
  private async fetchToken(user: string, when: 'now' | 'ahead'): Promise<IssuedToken | NoToken> {
    const { source } = this.ramp.accessToken;
    if (source.kind !== 'endpoint') throw new TypeError('there is no token endpoint');
    const { endpoint } = source;
    const call = tokenCall(endpoint, user, () => this.clock.now(), this.ramp.timeZone);
    const result = endpoint.isAtProvider
      ? await this.call(when === 'now' ? 'customer' : 'poll', call)
      : (await this.attempt({ ...call, elsewhere: endpoint.base })).result;
    const { found, as } = tokenFetched(result);
    this.metrics.tokenFetches.inc({ result: as });
    if (found.kind === 'none') this.logger.warn({ msg: 'no access token was issued', result: as, why: found.detail });
    return found;
  }

  private async call<T>(priority: CallPriority, call: Call<T>): Promise<RampResult<T>> {
    // Before the budget: what is not sent takes nothing of it.
    const held = this.holdBack(call);
    if (held !== null) return this.unsent(notSent(call.request, held, HELD_BACK[held]));
    const release = await this.budget.acquire(priority);
    const startedAt = this.time.now();
    try {
      const outcome =
        release === null ? notSent(call.request, 'budget', 'over our own budget of calls') : await this.attempt(call);
      this.report(outcome, this.time.now() - startedAt);
      return outcome.result;
    } finally {
      release?.();
    }
  }

  /** A call that our own side keeps from being sent. */
  private unsent(outcome: Unsent): RampNotSent {
    this.report(outcome, 0);
    return outcome.result;
  }

  /** Why the call may not be sent at this moment; null: it may. Asked again after each wait. */
  private holdBack({ create, isProbe, elsewhere }: Call<unknown>): HoldBack | null {
    if (create?.maySend() === false) return 'too_late';
    return this.breaker.isOpen && isProbe !== true && elsewhere === undefined ? 'breaker_open' : null;
  }

  private async attempt<T>(call: Call<T>): Promise<Outcome<T>> {
    const { request, create } = call;
    const held = this.holdBack(call);
    if (held !== null) return notSent(request, held, HELD_BACK[held]);
    const { baseUrl, signature: preset, appId, appSecret } = this.ramp;
    const stamp = create?.stamp ?? this.clock.now().getTime();
    const token = create?.token.reveal() ?? null;
    const signing = { baseUrl: call.elsewhere ?? baseUrl, preset, key: { appId, secret: appSecret } };
    const signed = call.unsigned ?? signedCall(request, stamp, token, signing);
    // What must not come back in the evidence, should the provider quote it.
    const secrets = [appSecret.reveal(), signed.headers['sign'] ?? '', token ?? ''];
    const exchange = await this.transport.send(signed, () => this.holdBack(call));
    return exchange.kind === 'reply' ? this.answered(call, exchange, secrets) : unanswered(request, exchange, secrets);
  }

  private answered<T>({ request, read, atOnce }: Call<T>, reply: Reply, secrets: readonly string[]): Outcome<T> {
    const { endpoint, fields } = request;
    const answer = openAnswer(reply.status, reply.date, reply.body);
    const { meaning, returnCode, traceId } = understand(answer, {
      data: read,
      bareRecords: endpoint === 'query',
      accessTokenCodes: this.ramp.accessToken.refusedCodes,
    });
    const evidence = collectEvidence(endpoint, fields, answer, traceId, secrets);
    const known = atOnce?.(answer) ?? null;
    if (known !== null) return { result: { kind: 'answered', value: known.value, evidence }, returnCode };
    if (meaning.kind !== 'refused') return { result: { ...meaning, evidence }, returnCode };
    const returnMsg = maskText(meaning.returnMsg, secrets, LONGEST_MESSAGE);
    return { result: { ...meaning, returnMsg, evidence }, returnCode };
  }

  /** Neither numbers of orders nor addresses, and nothing secret. */
  private report({ result, returnCode }: Outcome<unknown>, milliseconds: number): void {
    const { endpoint, httpStatus } = result.evidence;
    this.provider.note(result);
    this.metrics.rampCalls.observe({ endpoint, result: result.kind }, milliseconds / 1000);
    this.logger.debug({ endpoint, kind: result.kind, httpStatus, returnCode, ms: Math.round(milliseconds) });
  }
}

function listCall(fiat: string): Call<readonly CryptoPair[]> {
  return { request: listRequest(fiat), read: readCryptoList };
}

function notSent(request: Asked, reason: RampNotSent['reason'], detail: string): Unsent {
  return { result: { kind: 'not_sent', reason, detail, evidence: evidenceOf(request, []) }, returnCode: null };
}

function unanswered(
  request: RampRequest,
  exchange: Exclude<Exchange, Reply>,
  secrets: readonly string[],
): Outcome<never> {
  if (exchange.kind === 'held_back') return notSent(request, exchange.reason, HELD_BACK[exchange.reason]);
  if (exchange.kind === 'not_sent') return notSent(request, 'connection', exchange.detail);
  const { reason, detail } = exchange;
  return { result: { kind: 'unknown', reason, detail, evidence: evidenceOf(request, secrets) }, returnCode: null };
}

function withoutToken(request: Asked, { reason, detail }: NoToken): Unsent {
  return notSent(request, reason, detail);
}

function evidenceOf({ endpoint, fields }: Asked, secrets: readonly string[]): Evidence {
  return collectEvidence(endpoint, fields, null, null, secrets);
}
