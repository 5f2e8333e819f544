import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { Time } from '../../platform/time/time.js';
import type { Secret } from '../../platform/callers/secret.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { ProviderClock } from '../provider/provider-clock.js';
import type { Evidence, HoldReason, RampNotSent, RampRefused, RampResult } from '../port/ramp.errors.js';
import { interpretAnswer } from '../wire/answer.js';
import type { AnswerReader } from '../wire/answer.js';
import type { RefusalMessage } from '../wire/refusals.js';
import { collectEvidence } from '../wire/evidence.js';
import { plainText } from '../../platform/text/text.js';
import { maskText } from '../../platform/redaction/forms.js';
import type { RampRequest } from '../wire/requests.js';
import { readRetryAfter } from '../../platform/text/http-response.js';
import { currentSpan } from '../../platform/telemetry/trace-context.js';
import type { Span } from '../../platform/telemetry/trace-context.js';
import { signedCall } from './signed-call.js';
import type { SignedCall } from './signed-call.js';
import { Transport } from './transport.js';
import type { Reply, SendResult } from './transport.js';
import { openAnswer } from '../wire/wire.js';
import type { WireAnswer } from '../wire/wire.js';

const LONGEST_MESSAGE = 500;
const LONGEST_CODE = 64;

const HELD_BACK: Readonly<Record<HoldReason, string>> = {
  breaker_open: 'the provider has not been answering',
  too_late: 'it waited longer than the lease allows, or was paused meanwhile',
};

type CallSubject = Pick<RampRequest, 'endpoint' | 'fields'>;

export interface Call<T> {
  readonly request: RampRequest;
  readonly read: AnswerReader<T>['data'];
  /** Creates only. */
  readonly create?: {
    readonly stamp: number;
    readonly token: Secret;
    /** The token came with the checkout, not from the operator's settings. */
    readonly isTokenHandedIn: boolean;
    readonly maySend: () => boolean;
  };
  /** Token requests only: the path stands below this base address, without the prefix of the contract. */
  readonly server?: { readonly base: string; readonly isAtProvider: boolean };
  /** The unsigned request to send instead of a signed one. */
  readonly unsigned?: SignedCall | null;
  /** Interprets the raw answer before it is parsed as the contract says; null: parse it. */
  readonly atOnce?: (answer: WireAnswer) => { readonly value: T } | null;
  /** Refines a refusal whose code alone is ambiguous. */
  readonly explain?: (refused: RampRefused) => Promise<RampRefused>;
  /** Sent even while the breaker is open. */
  readonly isProbe?: true;
  /** It repeats a call of this request. */
  readonly resends?: number;
}

export interface Outcome<T> {
  readonly result: RampResult<T>;
  readonly returnCode: string | null;
  /** Present when the provider wants fewer calls; `afterMs` null: it named no time. */
  readonly slowDown?: { readonly afterMs: number | null };
}

export interface Unsent extends Outcome<never> {
  readonly result: RampNotSent;
}

/** No rate limit here: see `RationedCalls`. */
@Injectable()
export class ProviderCall {
  private readonly ramp: RampSettings;

  constructor(
    settings: Settings,
    private readonly transport: Transport,
    private readonly time: Time,
    private readonly providerClock: ProviderClock,
    private readonly secrets: AppSecrets,
  ) {
    this.ramp = settings.ramp;
  }

  /** Calls `holdBack` before the first byte. Never throws for faults of the provider or the network. */
  async send<T>(call: Call<T>, secret: Secret, holdBack: () => HoldReason | null = () => null): Promise<Outcome<T>> {
    const { request, create } = call;
    const stamp = create?.stamp ?? this.providerClock.timestampNow();
    const token = create?.token.reveal() ?? null;
    const signed = call.unsigned ?? this.sign(call, stamp, token, secret);
    // Values to mask in the evidence, in case the provider quotes them.
    const hidden = [...this.hidden(), signed.signature, token ?? '', ...addressesIn(request.fields)];
    const sentAt = this.time.now().getTime();
    const span = currentSpan()?.call(`${request.method} ${request.endpoint}`) ?? null;
    // No scheme signs other headers than its own.
    const sent = span === null ? signed : { ...signed, headers: { ...signed.headers, traceparent: span.traceparent } };
    const exchange = await this.transport.send(sent, holdBack);
    const isReply = exchange.kind === 'reply';
    const outcome = isReply ? this.answered(call, exchange, hidden) : unanswered(request, exchange, hidden);
    if (span !== null) endSpan(span, call, outcome.result);
    if (!isReply || call.server?.isAtProvider === false) return outcome;
    this.noteDate(outcome.result, stamp, sentAt);
    const afterMs = readRetryAfter(exchange.retryAfter, this.time.now());
    const { result } = outcome;
    const isNotNow = result.kind === 'refused' && result.reason === 'rate_limited';
    const isTooMuch = isNotNow || exchange.status === 429 || (exchange.status === 503 && afterMs !== null);
    return isTooMuch ? { ...outcome, slowDown: { afterMs } } : outcome;
  }

  readonly mask = (words: RefusalMessage): RefusalMessage => maskWords(words, this.hidden());

  private hidden(): string[] {
    return this.secrets.all.map((each) => each.reveal());
  }

  private sign({ request, server }: Call<unknown>, stamp: number, token: string | null, secret: Secret): SignedCall {
    const { baseUrl, signature, appId } = this.ramp;
    return signedCall(request, stamp, token, {
      baseUrl: server?.base ?? baseUrl,
      signature: server === undefined ? signature : { ...signature, pathPrefix: '' },
      key: { appId, secret },
    });
  }

  private noteDate(result: RampResult<unknown>, stamp: number, sentAt: number): void {
    const { answeredAt } = result.evidence;
    if (answeredAt === null) return;
    const isStampRefused = result.kind === 'refused' && result.reason === 'timestamp_expired';
    const answer = { sentAt, receivedAt: this.time.now().getTime(), date: answeredAt.getTime() };
    this.providerClock.note(answer, isStampRefused ? stamp : null);
  }

  private answered<T>(
    { request, read, atOnce, create }: Call<T>,
    reply: Reply,
    secrets: readonly string[],
  ): Outcome<T> {
    const { endpoint, fields } = request;
    const answer = openAnswer(reply.status, reply.date, reply.body);
    const { meaning, returnCode, traceId } = interpretAnswer(answer, {
      data: read,
      bareRecords: endpoint === 'query',
      codes: this.ramp,
    });
    const evidence = collectEvidence(endpoint, fields, answer, traceId, secrets);
    const early = atOnce?.(answer) ?? null;
    // Logged, and shown to more people than the sender; evidence redacts its quotes of these where it is stored.
    const mask = (words: RefusalMessage) => maskWords(words, [...secrets, ...personalIn(fields)]);
    const code = returnCode === null ? null : mask({ returnCode, returnMsg: null }).returnCode;
    if (early !== null) return { result: { kind: 'answered', value: early.value, evidence }, returnCode: code };
    if (meaning.kind !== 'refused') return { result: { ...meaning, evidence }, returnCode: code };
    const isTheirToken = create?.isTokenHandedIn === true && meaning.reason === 'access_token';
    // A resend would carry the same token, and only its sender can supply another.
    const refusal = isTheirToken ? ({ reason: 'handed_in_token', resendable: false } as const) : {};
    return { result: { ...meaning, ...refusal, ...mask(meaning), evidence }, returnCode: code };
  }
}

/** A refusal is an error too. */
function endSpan(span: Span, { request, resends }: Call<unknown>, result: RampResult<unknown>): void {
  const error = result.kind === 'answered' ? null : 'reason' in result ? result.reason : result.kind;
  span.end(error, {
    'http.request.method': request.method,
    'http.response.status_code': result.evidence.httpStatus ?? undefined,
    'http.request.resend_count': resends,
  });
}

function maskWords({ returnCode, returnMsg }: RefusalMessage, secrets: readonly string[]): RefusalMessage {
  return {
    returnCode: maskText(returnCode, secrets, LONGEST_CODE),
    // Logs and terminals show it, where control characters could forge lines.
    returnMsg: returnMsg === null ? null : plainText(maskText(returnMsg, secrets, LONGEST_MESSAGE)),
  };
}

/** Wallet addresses and memos; the history redacts them in its own, recognisable way. */
function personalIn({ address, memo }: RampRequest['fields']): string[] {
  return [address, memo].filter((value) => typeof value === 'string');
}

/** Redirect addresses may identify the customer, and the callback token would let anyone request polls. */
function addressesIn({ redirectUrl, failRedirectUrl, callbackUrl }: RampRequest['fields']): string[] {
  const callbackToken = typeof callbackUrl === 'string' ? callbackUrl.split('/').at(-1) : undefined;
  return [redirectUrl, failRedirectUrl, callbackToken].filter((value) => typeof value === 'string');
}

export function notSent(request: CallSubject, reason: RampNotSent['reason'], detail: string): Unsent {
  return { result: { kind: 'not_sent', reason, detail, evidence: evidenceOf(request, []) }, returnCode: null };
}

export function heldBack(request: CallSubject, reason: HoldReason): Unsent {
  return notSent(request, reason, HELD_BACK[reason]);
}

function unanswered(
  request: RampRequest,
  exchange: Exclude<SendResult, Reply>,
  secrets: readonly string[],
): Outcome<never> {
  if (exchange.kind === 'held_back') return heldBack(request, exchange.reason);
  if (exchange.kind === 'not_sent') return notSent(request, 'connection', exchange.detail);
  const { reason, detail } = exchange;
  return { result: { kind: 'unknown', reason, detail, evidence: evidenceOf(request, secrets) }, returnCode: null };
}

const evidenceOf = ({ endpoint, fields }: CallSubject, secrets: readonly string[]): Evidence =>
  collectEvidence(endpoint, fields, null, null, secrets);
