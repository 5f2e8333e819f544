import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import type { RampSettings } from '../../config/settings.js';
import { Clock } from '../../shared/clock.js';
import { Metrics } from '../../telemetry/metrics.js';
import { CallBudget } from '../call-budget.js';
import { MonotonicTime } from '../monotonic-time.js';
import { ProviderState } from '../provider-state.js';
import type { CreateResult, Evidence, RampNotSent, RampResult } from '../ramp.errors.js';
import { RampGateway } from '../ramp.gateway.js';
import type { CallPriority } from '../ramp.gateway.js';
import type {
  CryptoPair,
  Quote,
  QuoteRequest,
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
import { maskText } from './masking.js';
import { createRequest, listRequest, queryRequest, quoteRequest } from './requests.js';
import type { RampRequest } from './requests.js';
import { signedCall } from './signed-call.js';
import { readTradeAnswer } from './trade-answer.js';
import { Transport } from './transport.js';
import type { Exchange, Reply } from './transport.js';
import { openAnswer } from './wire.js';
import type { Reading, WireValue } from './wire.js';

const LONGEST_MESSAGE = 500;

/** One call: what is asked, and how the answer's data is read. */
interface Call<T> {
  readonly request: RampRequest;
  readonly read: (data: WireValue) => Reading<T>;
  /** Only a create has them: the stamp that was committed before, and the customer whose token it needs. */
  readonly create?: { readonly stamp: number; readonly customer: TradeCustomer };
}

interface Outcome<T> {
  readonly result: RampResult<T>;
  readonly returnCode: string | null;
}

/** The provider over HTTP: budget, access token, signature, one request, and what its answer means. */
@Injectable()
export class RampHttpGateway extends RampGateway {
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
  ) {
    super();
    this.ramp = settings.ramp;
  }

  async createTrade(trade: TradeRequest, customer: TradeCustomer): Promise<CreateResult> {
    const allowHttp = this.ramp.baseUrl.startsWith('http:');
    const call = { request: createRequest(trade), read: (data: WireValue) => readCreatedTrade(data, allowHttp) };
    return this.call('customer', { ...call, create: { stamp: trade.stamp, customer } });
  }

  async queryTrade(query: TradeQuery, priority: CallPriority): Promise<RampResult<TradeSnapshot | null>> {
    return this.call(priority, {
      request: queryRequest(query),
      read: (data) => readTradeAnswer(data, query.side, this.ramp),
    });
  }

  async quote(request: QuoteRequest): Promise<RampResult<readonly Quote[]>> {
    return this.call('customer', { request: quoteRequest(request), read: (data) => readQuotes(data, request) });
  }

  async listCryptos(fiat: string): Promise<RampResult<readonly CryptoPair[]>> {
    return this.call('customer', { request: listRequest(fiat), read: readCryptoList });
  }

  pollsAllowedNow(): number {
    return this.budget.pollsAllowedNow();
  }

  private async call<T>(priority: CallPriority, call: Call<T>): Promise<RampResult<T>> {
    const token = call.create ? chooseAccessToken(call.create.customer.accessToken, this.ramp.accessToken) : null;
    if (call.create && token === null) {
      // Before the budget: what cannot be sent takes nothing of it.
      const outcome = notSent(call.request, 'no_access_token', 'there is no access token that could be sent');
      this.report(outcome, 0);
      return outcome.result;
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

  private async attempt<T>({ request, read, create }: Call<T>, token: string | null): Promise<Outcome<T>> {
    const { baseUrl, signature: preset, appId, appSecret } = this.ramp;
    const stamp = create?.stamp ?? this.clock.now().getTime();
    const call = signedCall(request, stamp, token, { baseUrl, preset, key: { appId, secret: appSecret } });
    // What must not come back in the evidence, should the provider quote it.
    const secrets = [appSecret.reveal(), call.headers['sign'] ?? '', token ?? ''];
    const exchange = await this.transport.send(call);
    return exchange.kind === 'reply'
      ? this.answered(request, exchange, read, secrets)
      : unanswered(request, exchange, secrets);
  }

  private answered<T>(
    { endpoint, fields }: RampRequest,
    reply: Reply,
    read: (data: WireValue) => Reading<T>,
    secrets: readonly string[],
  ): Outcome<T> {
    const answer = openAnswer(reply.status, reply.date, reply.body);
    const { meaning, returnCode, traceId } = understand(answer, {
      data: read,
      bareRecords: endpoint === 'query',
      accessTokenCodes: this.ramp.accessTokenCodes,
    });
    const evidence = collectEvidence(endpoint, fields, answer, traceId, secrets);
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

function notSent(request: RampRequest, reason: RampNotSent['reason'], detail: string): Outcome<never> {
  return { result: { kind: 'not_sent', reason, detail, evidence: evidenceOf(request, []) }, returnCode: null };
}

function unanswered(
  request: RampRequest,
  exchange: Exclude<Exchange, Reply>,
  secrets: readonly string[],
): Outcome<never> {
  if (exchange.kind === 'not_sent') return notSent(request, 'connection', exchange.detail);
  const { reason, detail } = exchange;
  return { result: { kind: 'unknown', reason, detail, evidence: evidenceOf(request, secrets) }, returnCode: null };
}

function evidenceOf({ endpoint, fields }: RampRequest, secrets: readonly string[]): Evidence {
  return collectEvidence(endpoint, fields, null, null, secrets);
}
