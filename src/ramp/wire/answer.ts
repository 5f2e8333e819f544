import type { RampAnswered, RampOutcomeUnknown, RampProtocolError, RampRefused } from '../port/ramp.errors.js';
import { refusalByCode, refusalFor, readRefusalMessage, returnCodeIn } from './refusals.js';
import type { MerchantsCodes, RefusalMessage } from './refusals.js';
import { parseFault, isPresent, isWireRecord, member } from './wire.js';
import type { ReadResult, WireAnswer, WireRecord, WireValue } from './wire.js';

type WithoutEvidence<T> = T extends unknown ? Omit<T, 'evidence'> : never;
type Meaning<T> = WithoutEvidence<RampAnswered<T> | RampRefused | RampOutcomeUnknown | RampProtocolError>;

export interface AnswerReader<T> {
  /** Maps the envelope's data, or a bare record, to our types; or finds that it refuses the whole call. */
  readonly data: (data: WireValue) => ReadResult<T> | RefusalMessage;
  readonly bareRecords: boolean;
  readonly codes: MerchantsCodes;
}

export interface AnswerMeaning<T> {
  readonly meaning: Meaning<T>;
  readonly returnCode: string | null;
  readonly traceId: string | null;
}

/**
 * The meaning of an answer, by envelope first and HTTP status second, since the contract shows no status:
 *
 * - A documented or configured refusal code is a refusal at any status: the provider understood and did not act.
 * - A redirect is not followed; its effect is unknown.
 * - Success counts on 2xx only, and only with valid data.
 * - 429, with or without an envelope, or a rate-limit code is a refusal that may be sent again.
 * - 5xx without a known code: unknown.
 * - An undocumented code is a refusal on 2xx and 4xx. Everything else is a protocol error.
 */
export function interpretAnswer<T>(answer: WireAnswer, reading: AnswerReader<T>): AnswerMeaning<T> {
  const envelope = envelopeOf(answer, reading);
  return {
    meaning: meaningOf(answer.status, envelope, reading),
    returnCode: envelope.kind === 'refusal' ? envelope.returnCode : null,
    traceId: envelope.traceId,
  };
}

function envelopeOf<T>(answer: WireAnswer, reading: AnswerReader<T>): Envelope {
  const { status, parsed } = answer;
  if (parsed === null) return { kind: 'none', detail: `the answer is ${parseFault(answer)}`, traceId: null };
  if (reading.bareRecords && is2xx(status) && isBareRecord(parsed.json)) {
    return { kind: 'success', data: parsed.json, traceId: null };
  }
  return readEnvelope(parsed.json);
}

function meaningOf<T>(status: number, envelope: Envelope, reading: AnswerReader<T>): Meaning<T> {
  if (envelope.kind === 'refusal') {
    const refusal = refused(envelope, reading.codes);
    if (refusal.reason !== 'undocumented') return refusal;
  }
  if (status >= 300 && status < 400) return unknown('redirect', status);
  if (envelope.kind === 'success') return is2xx(status) ? valueOf(envelope.data, reading) : contradiction(status);
  if (status === 429) return rateLimited(envelope);
  if (status >= 500) return unknown('server_error', status);
  if (envelope.kind === 'refusal') return refused(envelope, reading.codes);
  return { kind: 'protocol', detail: `${envelope.detail} (HTTP ${status})` };
}

function valueOf<T>(data: WireValue, reading: AnswerReader<T>): Meaning<T> {
  const read = reading.data(data);
  if ('returnCode' in read) return refused(read, reading.codes);
  return 'problem' in read ? { kind: 'protocol', detail: read.problem } : { kind: 'answered', value: read.value };
}

/** Success in the envelope, failure in the status line: the trade may well exist. */
function contradiction(status: number): WithoutEvidence<RampProtocolError> {
  return { kind: 'protocol', detail: `success with HTTP ${status}` };
}

function refused(words: RefusalMessage, codes: MerchantsCodes): WithoutEvidence<RampRefused> {
  const { returnCode, returnMsg } = words;
  return { kind: 'refused', returnCode, returnMsg, ...refusalByCode(words, codes) };
}

function rateLimited(envelope: Envelope): WithoutEvidence<RampRefused> {
  const words = envelope.kind === 'refusal' ? envelope : { returnCode: 'HTTP 429', returnMsg: null };
  return { kind: 'refused', returnCode: words.returnCode, returnMsg: words.returnMsg, ...refusalFor('rate_limited') };
}

function unknown(reason: 'redirect' | 'server_error', status: number): WithoutEvidence<RampOutcomeUnknown> {
  return { kind: 'unknown', reason, detail: `HTTP ${status}` };
}

function is2xx(status: number): boolean {
  return status >= 200 && status < 300;
}

const SUCCESS_CODE = '0000';
const LONGEST_TRACE_ID = 200;

/** `none`: not the contract's envelope; `detail` quotes nothing of the answer. */
type Envelope = { readonly traceId: string | null } & (
  | { readonly kind: 'success'; readonly data: WireValue }
  | ({ readonly kind: 'refusal' } & RefusalMessage)
  | { readonly kind: 'none'; readonly detail: string }
);

/** Strict: `success` and `returnCode` must agree, and a refusal must carry a code and no order. */
export function readEnvelope(json: WireValue): Envelope {
  if (!isWireRecord(json)) return none('the answer is not a JSON object', null);
  const traceId = readTraceId(json);
  const success = member(json, 'success');
  const returnCode = returnCodeIn(json);
  const data = member(json, 'data');
  if (typeof success !== 'boolean') return none('success is not a boolean', traceId);
  if (returnCode === null) return none('returnCode is neither text nor a whole number', traceId);
  if (success) {
    if (returnCode !== SUCCESS_CODE) return none('success and returnCode contradict each other', traceId);
    return data === undefined ? none('data is missing', traceId) : { kind: 'success', data, traceId };
  }
  const words = readRefusalMessage(json);
  if (words === null) return none('success and returnCode contradict each other', traceId);
  // Contradictory: treating it as a refusal could create the order twice.
  if (namesAnOrder(data)) return none('a refusal names an order', traceId);
  return { kind: 'refusal', ...words, traceId };
}

/** A record without envelope names an order or its status (assumption: SELL records may come without one). */
export function isBareRecord(json: WireValue | undefined): json is WireRecord {
  if (!isWireRecord(json) || member(json, 'success') !== undefined || member(json, 'returnCode') !== undefined) {
    return false;
  }
  return isPresent(member(json, 'orderNo')) || isPresent(member(json, 'status'));
}

function namesAnOrder(data: WireValue | undefined): boolean {
  return isWireRecord(data) && (isPresent(member(data, 'orderNo')) || isPresent(member(data, 'payUrl')));
}

function readTraceId(json: WireRecord): string | null {
  const traceId = member(json, 'traceId');
  return typeof traceId === 'string' && traceId !== '' && traceId.length <= LONGEST_TRACE_ID ? traceId : null;
}

function none(detail: string, traceId: string | null): Envelope {
  return { kind: 'none', detail, traceId };
}
