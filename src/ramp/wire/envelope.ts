import { isWireRecord, member, WireNumber } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

const SUCCESS_CODE = '0000';
/** The success code, with any number of digits. */
const NO_ERROR = /^0+$/;
const WHOLE_NUMBER = /^-?\d+$/;
const LONGEST_TRACE_ID = 200;

interface SuccessEnvelope {
  readonly kind: 'success';
  readonly data: WireValue;
  readonly traceId: string | null;
}

export interface RefusalWords {
  readonly returnCode: string;
  readonly returnMsg: string | null;
}

interface RefusalEnvelope extends RefusalWords {
  readonly kind: 'refusal';
  readonly traceId: string | null;
}

/** Not the contract's envelope; `detail` quotes nothing of the answer. */
interface NoEnvelope {
  readonly kind: 'none';
  readonly detail: string;
  readonly traceId: string | null;
}

export type Envelope = SuccessEnvelope | RefusalEnvelope | NoEnvelope;

/**
 * Reads the contract's envelope strictly: `success` and `returnCode` must agree, and a refusal must carry a code and no
 * order.
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
  // Contradictory: treating it as a refusal could create the order twice.
  if (namesAnOrder(data)) return none('a refusal names an order', traceId);
  return { kind: 'refusal', ...words, traceId };
}

/** From an envelope, or from an entry in a list of quotes; null: no code, or the success code. */
export function refusalWords(record: WireRecord): RefusalWords | null {
  const returnCode = returnCodeIn(record);
  if (returnCode === null || NO_ERROR.test(returnCode)) return null;
  const message = member(record, 'returnMsg');
  return { returnCode, returnMsg: typeof message === 'string' && message !== '' ? message : null };
}

/** Any non-empty text or whole number is a code (assumption: the contract shows four digits). */
function returnCodeIn(record: WireRecord): string | null {
  const code = member(record, 'returnCode');
  if (code instanceof WireNumber) return WHOLE_NUMBER.test(code.digits) ? code.digits : null;
  return typeof code === 'string' && code.trim() !== '' ? code : null;
}

/**
 * Query answers occur with and without the envelope (assumption: the contract does not show whether the SELL record is
 * wrapped). A bare record is an object without `success` that names an order or its status.
 */
export function isBareRecord(json: WireValue | undefined): json is WireRecord {
  if (!isWireRecord(json) || member(json, 'success') !== undefined || member(json, 'returnCode') !== undefined) {
    return false;
  }
  return isSaid(member(json, 'orderNo')) || isSaid(member(json, 'status'));
}

/** Does this data hold a field that only orders have? */
function namesAnOrder(data: WireValue | undefined): boolean {
  return isWireRecord(data) && (isSaid(member(data, 'orderNo')) || isSaid(member(data, 'payUrl')));
}

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
