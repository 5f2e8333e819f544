import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { RampSettings } from '../../platform/config/settings.js';
import { Clock } from '../../platform/shared/clock.js';
import type { Secret } from '../../platform/shared/secret.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { ProviderClock } from '../provider/provider-clock.js';
import type { Evidence, HoldBack, RampNotSent, RampRefused, RampResult } from '../port/ramp.errors.js';
import { understand } from '../wire/answer.js';
import type { AnswerReading } from '../wire/answer.js';
import type { RefusalWords } from '../wire/envelope.js';
import { collectEvidence } from '../wire/evidence.js';
import { plainText } from '../../platform/shared/plain-text.js';
import { maskText } from '../../platform/redaction/forms.js';
import type { RampRequest } from '../wire/requests.js';
import { readRetryAfter } from '../../platform/shared/retry-after.js';
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

/** One call: what is asked, and how the answer's data is read. */
export interface Call<T> {
  readonly request: RampRequest;
  readonly read: AnswerReading<T>['data'];
  /** Only a create has them: the stamp that was committed before, its access token, and whether it still may go. */
  readonly create?: {
    readonly stamp: number;
    readonly token: Secret;
    /** By the caller of the checkout: the operator's settings have nothing to do with it. */
    readonly isTokenHandedIn: boolean;
    readonly maySend: () => boolean;
  };
  /** Only a request for a token has it: the base address of its server, when that is not the provider's. */
  readonly elsewhere?: string;
  /** Only a request for a token has it: it does not stand below the prefix of the contract's paths. */
  readonly isWholePath?: true;
  /** The request as it goes out without a signature. */
  readonly unsigned?: SignedCall | null;
  /** What the answer means as it came, before it is read; null: read it. */
  readonly atOnce?: (answer: WireAnswer) => { readonly value: T } | null;
  /** What a refusal means that its code alone does not tell. */
  readonly explain?: (refused: RampRefused) => Promise<RampRefused>;
  /** The breaker's own call, which it does not hold back. */
  readonly isProbe?: true;
}

export interface Outcome<T> {
  readonly result: RampResult<T>;
  readonly returnCode: string | null;
  /** The provider wants fewer calls, for so long at least; `afterMs` null: it does not say when to come again. */
  readonly slowDown?: { readonly afterMs: number | null };
}

export interface Unsent {
  readonly result: RampNotSent;
  readonly returnCode: null;
}

/** Signs one call, sends it once, and says what came of it. It rations nothing: see `RationedCalls`. */
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

  /** `holdBack` is asked when the connection is open, before the first byte. Never throws for what others do. */
  async send<T>(call: Call<T>, secret: Secret, holdBack: () => HoldBack | null = () => null): Promise<Outcome<T>> {
    const { request, create } = call;
    const stamp = create?.stamp ?? this.providerClock.stampNow();
    const token = create?.token.reveal() ?? null;
    const signed = call.unsigned ?? this.sign(call, stamp, token, secret);
    // What must not come back in the evidence, should the provider quote it.
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

  /** What must never be shown, whoever quotes it. */
  hidden(): string[] {
    return this.secrets.all.map((each) => each.reveal());
  }

  /** Words of the provider's, as far as they may be shown. */
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
    const known = atOnce?.(answer) ?? null;
    // It is logged, and told to others than who asked; what evidence quotes of these is redacted where it is kept.
    const mask = (words: RefusalWords) => maskWords(words, [...secrets, ...personalIn(fields)]);
    const code = returnCode === null ? null : mask({ returnCode, returnMsg: null }).returnCode;
    if (known !== null) return { result: { kind: 'answered', value: known.value, evidence }, returnCode: code };
    const shown = meaning.kind === 'refused' ? { ...meaning, ...mask(meaning) } : meaning;
    return { result: { ...shown, evidence }, returnCode: code };
  }
}

function maskWords({ returnCode, returnMsg }: RefusalWords, secrets: readonly string[]): RefusalWords {
  return {
    returnCode: maskText(returnCode, secrets, LONGEST_CODE),
    // It goes to logs and terminals, where control characters would write lines of their own.
    returnMsg: returnMsg === null ? null : plainText(maskText(returnMsg, secrets, LONGEST_MESSAGE)),
  };
}

/** The same token again would be refused again, and only its sender may have another one. */
function ofWhoseToken<T>({ result, returnCode }: Outcome<T>, isHandedIn: boolean): Outcome<T> {
  const isTheirs = isHandedIn && result.kind === 'refused' && result.reason === 'access_token';
  return { result: isTheirs ? { ...result, reason: 'handed_in_token', resendable: false } : result, returnCode };
}

/** Of where a customer's money goes: the history redacts it in a way that lets it be recognised. */
function personalIn({ address, memo }: Asked['fields']): string[] {
  return [address, memo].filter((value) => typeof value === 'string');
}

/** Where a customer returns to, which may say who it is; and what a callback has to show, by which anybody could request a poll. */
function addressesIn({ redirectUrl, failRedirectUrl, callbackUrl }: Asked['fields']): string[] {
  const callbackToken = typeof callbackUrl === 'string' ? callbackUrl.split('/').at(-1) : undefined;
  return [redirectUrl, failRedirectUrl, callbackToken].filter((value) => typeof value === 'string');
}

/** What evidence is made of. */
type Asked = Pick<RampRequest, 'endpoint' | 'fields'>;

export function notSent(request: Asked, reason: RampNotSent['reason'], detail: string): Unsent {
  return { result: { kind: 'not_sent', reason, detail, evidence: evidenceOf(request, []) }, returnCode: null };
}

/** Our own side holds it back. */
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
