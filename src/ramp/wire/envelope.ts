import { isWireRecord, member, WireNumber } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

const SUCCESS_CODE = '0000';
/** The code of a success, however many digits it is written with. */
const NO_ERROR = /^0+$/;
const WHOLE_NUMBER = /^-?\d+$/;
const LONGEST_TRACE_ID = 200;

interface SuccessEnvelope {
  readonly kind: 'success';
  readonly data: WireValue;
  readonly traceId: string | null;
}

/** A refusal in the provider's own words. */
export interface RefusalWords {
  readonly returnCode: string;
  readonly returnMsg: string | null;
}

interface RefusalEnvelope extends RefusalWords {
  readonly kind: 'refusal';
  readonly traceId: string | null;
}

/** Not an envelope as the contract describes it; `detail` holds nothing of the answer. */
interface NoEnvelope {
  readonly kind: 'none';
  readonly detail: string;
  readonly traceId: string | null;
}

export type Envelope = SuccessEnvelope | RefusalEnvelope | NoEnvelope;

/**
 * Reads the contract's envelope and believes nothing that is half right: `success` and `returnCode` have to say the
 * same, and a refusal has to carry a code and no order.
 */
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
  const words = refusalWords(json);
  if (words === null) return none('success and returnCode contradict each other', traceId);
  // "Refused" beside an order's number says two things at once; taking the first one could make the order twice.
  if (namesAnOrder(data)) return none('a refusal names an order', traceId);
  return { kind: 'refusal', ...words, traceId };
}

/** Of an envelope, or of an entry in a list of quotes; null: it has no code, or the code of a success. */
export function refusalWords(record: WireRecord): RefusalWords | null {
  const returnCode = returnCodeIn(record);
  if (returnCode === null || NO_ERROR.test(returnCode)) return null;
  const message = member(record, 'returnMsg');
  return { returnCode, returnMsg: typeof message === 'string' && message !== '' ? message : null };
}

/** Any text or whole number that says something is a code (assumption: the contract shows four digits). */
function returnCodeIn(record: WireRecord): string | null {
  const code = member(record, 'returnCode');
  if (code instanceof WireNumber) return WHOLE_NUMBER.test(code.digits) ? code.digits : null;
  return typeof code === 'string' && code.trim() !== '' ? code : null;
}

/**
 * Query answers appear with and without the envelope (assumption: the contract does not show whether the SELL record is
 * wrapped). A bare record is an object that claims to be no envelope and says what an order is or how it stands.
 */
export function isBareRecord(json: WireValue | undefined): json is WireRecord {
  if (!isWireRecord(json) || member(json, 'success') !== undefined || member(json, 'returnCode') !== undefined) {
    return false;
  }
  return isSaid(member(json, 'orderNo')) || isSaid(member(json, 'status'));
}

/** Does this data hold what only an order has? */
function namesAnOrder(data: WireValue | undefined): boolean {
  return isWireRecord(data) && (isSaid(member(data, 'orderNo')) || isSaid(member(data, 'payUrl')));
}

/** Is there anything in this member? */
export function isSaid(value: WireValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

function readTraceId(json: WireRecord): string | null {
  const traceId = member(json, 'traceId');
  return typeof traceId === 'string' && traceId !== '' && traceId.length <= LONGEST_TRACE_ID ? traceId : null;
}

function none(detail: string, traceId: string | null): NoEnvelope {
  return { kind: 'none', detail, traceId };
}
