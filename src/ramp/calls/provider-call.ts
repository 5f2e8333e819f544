import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/time/time.js';
import type { Secret } from '../../platform/callers/secret.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { ProviderClock } from '../provider/provider-clock.js';
import type { Evidence, HoldBack, RampNotSent, RampRefused, RampResult } from '../port/ramp.errors.js';
import { understand } from '../wire/answer.js';
import type { AnswerReading } from '../wire/answer.js';
import type { RefusalWords } from '../wire/envelope.js';
import { collectEvidence } from '../wire/evidence.js';
import { plainText } from '../../platform/text/text.js';
import { maskText } from '../../platform/redaction/forms.js';
import type { RampRequest } from '../wire/requests.js';
import { readRetryAfter } from '../../platform/text/http-response.js';
import { signedCall } from './signed-call.js';
import type { SignedCall } from './signed-call.js';
import { Transport } from './transport.js';
import type { Exchange, Reply } from './transport.js';
import { openAnswer } from '../wire/wire.js';
import type { WireAnswer } from '../wire/wire.js';

const LONGEST_MESSAGE = 500;
const LONGEST_CODE = 64;

const HELD_BACK: Readonly<Record<HoldBack, string>> = {
  breaker_open: 'the provider has not been answering',
  too_late: 'it waited until somebody else might send',
};

/** One call: the request, and how to read the data of its answer. */
export interface Call<T> {
  readonly request: RampRequest;
  readonly read: AnswerReading<T>['data'];
  /** Creates only: the committed timestamp, the access token, and whether sending is still allowed. */
  readonly create?: {
    readonly stamp: number;
    readonly token: Secret;
    /** The token came with the checkout, not from the operator's settings. */
    readonly isTokenHandedIn: boolean;
    readonly maySend: () => boolean;
  };
  /** Token requests only: the base address of the token server, unless it is the provider's. */
  readonly elsewhere?: string;
  /** Token requests only: the path has no prefix of the contract. */
  readonly isWholePath?: true;
  /** The unsigned request to send instead of a signed one. */
  readonly unsigned?: SignedCall | null;
  /** Interprets the raw answer before it is parsed as the contract says; null: parse it. */
  readonly atOnce?: (answer: WireAnswer) => { readonly value: T } | null;
  /** Refines a refusal whose code alone is ambiguous. */
  readonly explain?: (refused: RampRefused) => Promise<RampRefused>;
  /** The circuit breaker's own probe, sent even while the breaker is open. */
  readonly isProbe?: true;
}

export interface Outcome<T> {
  readonly result: RampResult<T>;
  readonly returnCode: string | null;
  /** Present when the provider wants fewer calls; `afterMs` null: it named no time. */
  readonly slowDown?: { readonly afterMs: number | null };
}

export interface Unsent {
  readonly result: RampNotSent;
  readonly returnCode: null;
}

/** Signs and sends one call, once, and interprets the answer. No rate limit here: see `RationedCalls`. */
@Injectable()
export class ProviderCall {
  private readonly ramp: RampSettings;

  constructor(
    settings: Settings,
    private readonly transport: Transport,
    private readonly clock: Clock,
    private readonly providerClock: ProviderClock,
    private readonly secrets: AppSecrets,
  ) {
    this.ramp = settings.ramp;
  }

  /**
   * Calls `holdBack` once the connection is open, before the first byte. Never throws for faults of the provider or the
   * network.
   */
  async send<T>(call: Call<T>, secret: Secret, holdBack: () => HoldBack | null = () => null): Promise<Outcome<T>> {
    const { request, create } = call;
    const stamp = create?.stamp ?? this.providerClock.stampNow();
    const token = create?.token.reveal() ?? null;
    const signed = call.unsigned ?? this.sign(call, stamp, token, secret);
    // Values to mask in the evidence, in case the provider quotes them.
    const hidden = [...this.hidden(), signed.signature, token ?? '', ...addressesIn(request.fields)];
    const sentAt = this.clock.now().getTime();
    const exchange = await this.transport.send(signed, holdBack);
    if (exchange.kind !== 'reply') return unanswered(request, exchange, hidden);
    const outcome = ofWhoseToken(this.answered(call, exchange, hidden), create?.isTokenHandedIn === true);
    if (call.elsewhere !== undefined) return outcome;
    this.noteDate(outcome.result, stamp, sentAt);
    const afterMs = readRetryAfter(exchange.retryAfter, this.clock.now());
    const { result } = outcome;
    const isNotNow = result.kind === 'refused' && result.reason === 'rate_limited';
    const isTooMuch = isNotNow || exchange.status === 429 || (exchange.status === 503 && afterMs !== null);
    return isTooMuch ? { ...outcome, slowDown: { afterMs } } : outcome;
  }

  /** Secrets to mask in every text. */
  hidden(): string[] {
    return this.secrets.all.map((each) => each.reveal());
  }

  readonly mask = (words: RefusalWords): RefusalWords => maskWords(words, this.hidden());

  private sign(
    { request, elsewhere, isWholePath }: Call<unknown>,
    stamp: number,
    token: string | null,
    secret: Secret,
  ) {
    const { baseUrl, signature, appId } = this.ramp;
    return signedCall(request, stamp, token, {
      baseUrl: elsewhere ?? baseUrl,
      signature: isWholePath ? { ...signature, pathPrefix: '' } : signature,
      key: { appId, secret },
    });
  }

  private noteDate(result: RampResult<unknown>, stamp: number, sentAt: number): void {
    const { answeredAt } = result.evidence;
    if (answeredAt === null) return;
    const isStampRefused = result.kind === 'refused' && result.reason === 'timestamp_expired';
    const answer = { sentAt, receivedAt: this.clock.now().getTime(), date: answeredAt.getTime() };
    this.providerClock.note(answer, isStampRefused ? stamp : null);
  }

  private answered<T>({ request, read, atOnce }: Call<T>, reply: Reply, secrets: readonly string[]): Outcome<T> {
    const { endpoint, fields } = request;
    const answer = openAnswer(reply.status, reply.date, reply.body);
    const { meaning, returnCode, traceId } = understand(answer, {
      data: read,
      bareRecords: endpoint === 'query',
      codes: this.ramp,
    });
    const evidence = collectEvidence(endpoint, fields, answer, traceId, secrets);
    const early = atOnce?.(answer) ?? null;
    // Logged, and shown to more people than the sender; evidence redacts its quotes of these where it is stored.
    const mask = (words: RefusalWords) => maskWords(words, [...secrets, ...personalIn(fields)]);
    const code = returnCode === null ? null : mask({ returnCode, returnMsg: null }).returnCode;
    if (early !== null) return { result: { kind: 'answered', value: early.value, evidence }, returnCode: code };
    const masked = meaning.kind === 'refused' ? { ...meaning, ...mask(meaning) } : meaning;
    return { result: { ...masked, evidence }, returnCode: code };
  }
}

function maskWords({ returnCode, returnMsg }: RefusalWords, secrets: readonly string[]): RefusalWords {
  return {
    returnCode: maskText(returnCode, secrets, LONGEST_CODE),
    // Logs and terminals show it, where control characters could forge lines.
    returnMsg: returnMsg === null ? null : plainText(maskText(returnMsg, secrets, LONGEST_MESSAGE)),
  };
}

/** A resend would carry the same token, and only its sender can supply another. */
function ofWhoseToken<T>({ result, returnCode }: Outcome<T>, isHandedIn: boolean): Outcome<T> {
  const isTheirs = isHandedIn && result.kind === 'refused' && result.reason === 'access_token';
  return { result: isTheirs ? { ...result, reason: 'handed_in_token', resendable: false } : result, returnCode };
}

/** Wallet addresses and memos; the history redacts them in its own, recognisable way. */
function personalIn({ address, memo }: Asked['fields']): string[] {
  return [address, memo].filter((value) => typeof value === 'string');
}

/** Redirect addresses may identify the customer, and the callback token would let anyone request polls. */
function addressesIn({ redirectUrl, failRedirectUrl, callbackUrl }: Asked['fields']): string[] {
  const callbackToken = typeof callbackUrl === 'string' ? callbackUrl.split('/').at(-1) : undefined;
  return [redirectUrl, failRedirectUrl, callbackToken].filter((value) => typeof value === 'string');
}

type Asked = Pick<RampRequest, 'endpoint' | 'fields'>;

export function notSent(request: Asked, reason: RampNotSent['reason'], detail: string): Unsent {
  return { result: { kind: 'not_sent', reason, detail, evidence: evidenceOf(request, []) }, returnCode: null };
}

export function heldBack(request: Asked, reason: HoldBack): Unsent {
  return notSent(request, reason, HELD_BACK[reason]);
}

function unanswered(
  request: RampRequest,
  exchange: Exclude<Exchange, Reply>,
  secrets: readonly string[],
): Outcome<never> {
  if (exchange.kind === 'held_back') return heldBack(request, exchange.reason);
  if (exchange.kind === 'not_sent') return notSent(request, 'connection', exchange.detail);
  const { reason, detail } = exchange;
  return { result: { kind: 'unknown', reason, detail, evidence: evidenceOf(request, secrets) }, returnCode: null };
}

function evidenceOf({ endpoint, fields }: Asked, secrets: readonly string[]): Evidence {
  return collectEvidence(endpoint, fields, null, null, secrets);
}
