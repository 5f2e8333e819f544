import { Injectable, Logger } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import type { RampSettings } from '../../config/settings.js';
import { Clock } from '../../shared/clock.js';
import { Metrics } from '../../telemetry/metrics.js';
import { Breaker } from '../breaker.js';
import { CallBudget } from '../call-budget.js';
import { MonotonicTime } from '../monotonic-time.js';
import { ProviderState } from '../provider-state.js';
import type { CreateResult, Evidence, HoldBack, RampNotSent, RampResult } from '../ramp.errors.js';
import { RampGateway } from '../ramp.gateway.js';
import type { CallPriority } from '../ramp.gateway.js';
import type {
  CryptoPair,
  Quote,
  QuoteRequest,
  Side,
  TradeCustomer,
  TradeQuery,
  TradeRequest,
  TradeSnapshot,
} from '../ramp.types.js';
import { chooseAccessToken } from './access-token.js';
import { understand } from './answer.js';
import { readCryptoList, readQuotes } from './catalog-records.js';
import { readCreatedTrade } from './created-record.js';
import { collectEvidence } from './evidence.js';
import { LearnedNotFound } from './learned-not-found.js';
import { maskText } from './masking.js';
import { createRequest, listRequest, queryRequest, quoteRequest } from './requests.js';
import type { RampRequest } from './requests.js';
import { signedCall } from './signed-call.js';
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
  /** Only a create has them: the stamp that was committed before, whose token it needs, and whether it still may go. */
  readonly create?: { readonly stamp: number; readonly customer: TradeCustomer; readonly maySend: () => boolean };
  /** What the answer means as it came, before it is read; null: read it. */
  readonly atOnce?: (answer: WireAnswer) => { readonly value: T } | null;
  /** The breaker's own call, which it does not hold back. */
  readonly isProbe?: true;
}

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
    // Customers wait for what a probe finds out.
    breaker.probeWith(() => this.call('customer', { ...listCall(PROBE_FIAT), isProbe: true }));
  }

  onModuleDestroy(): void {
    this.breaker.stop();
  }

  async createTrade(trade: TradeRequest, customer: TradeCustomer, maySend: () => boolean): Promise<CreateResult> {
    const allowHttp = this.ramp.baseUrl.startsWith('http:');
    const call = { request: createRequest(trade), read: (data: WireValue) => readCreatedTrade(data, allowHttp) };
    return this.call('customer', { ...call, create: { stamp: trade.stamp, customer, maySend } });
  }

  async queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>> {
    return this.call(priority, {
      ...this.queryCall(query),
      atOnce: (answer) => (this.notFound.says(answer, query) ? { value: null } : null),
    });
  }

  /** The answer to a question about a trade, as it came; null: there was none. For {@link LearnedNotFound}. */
  async rawAnswerAbout(side: Side, tradeNo: string): Promise<WireAnswer | null> {
    let came: WireAnswer | null = null;
    await this.call('poll', {
      ...this.queryCall({ side, tradeNo, orderNo: null }),
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

  private async call<T>(priority: CallPriority, call: Call<T>): Promise<RampResult<T>> {
    // Before the budget: what is not sent takes nothing of it.
    const held = this.holdBack(call);
    if (held !== null) return this.unsent(notSent(call.request, held, HELD_BACK[held]));
    const token = call.create ? chooseAccessToken(call.create.customer.accessToken, this.ramp.accessToken) : null;
    if (call.create && token === null) {
      return this.unsent(notSent(call.request, 'no_access_token', 'there is no access token that could be sent'));
    }
    const release = await this.budget.acquire(priority);
    const startedAt = this.time.now();
    try {
      const outcome =
        release === null
          ? notSent(call.request, 'budget', 'over our own budget of calls')
          : await this.attempt(call, token);
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
  private holdBack({ create, isProbe }: Call<unknown>): HoldBack | null {
    if (create?.maySend() === false) return 'too_late';
    return this.breaker.isOpen && isProbe !== true ? 'breaker_open' : null;
  }

  private async attempt<T>(call: Call<T>, token: string | null): Promise<Outcome<T>> {
    const { request, create } = call;
    const held = this.holdBack(call);
    if (held !== null) return notSent(request, held, HELD_BACK[held]);
    const { baseUrl, signature: preset, appId, appSecret } = this.ramp;
    const stamp = create?.stamp ?? this.clock.now().getTime();
    const signed = signedCall(request, stamp, token, { baseUrl, preset, key: { appId, secret: appSecret } });
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
      accessTokenCodes: this.ramp.accessTokenCodes,
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

function notSent(request: RampRequest, reason: RampNotSent['reason'], detail: string): Unsent {
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

function evidenceOf({ endpoint, fields }: RampRequest, secrets: readonly string[]): Evidence {
  return collectEvidence(endpoint, fields, null, null, secrets);
}
