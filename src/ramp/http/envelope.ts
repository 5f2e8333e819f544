import { isMerchantsCode } from './refusals.js';
import type { MerchantsCodes } from './refusals.js';
import { isWireRecord, member } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

const CODE = /^\d{4}$/;
const SUCCESS_CODE = '0000';
const LONGEST_TRACE_ID = 200;

interface SuccessEnvelope {
  readonly kind: 'success';
  readonly data: WireValue;
  readonly traceId: string | null;
}

export interface RefusalEnvelope {
  readonly kind: 'refusal';
  readonly returnCode: string;
  readonly returnMsg: string;
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
 * same, and a refusal has to carry a code of four digits (or one that the merchant knows), a message and no order.
 */
export function readEnvelope(json: WireValue, codes: MerchantsCodes): Envelope {
  if (!isWireRecord(json)) return none('the answer is not a JSON object', null);
  const traceId = readTraceId(json);
  const success = member(json, 'success');
  const returnCode = member(json, 'returnCode');
  const data = member(json, 'data');
  if (typeof success !== 'boolean') return none('success is not a boolean', traceId);
  if (typeof returnCode !== 'string') return none('returnCode is not a string', traceId);
  if (success !== (returnCode === SUCCESS_CODE)) return none('success and returnCode contradict each other', traceId);
  if (success) {
    return data === undefined ? none('data is missing', traceId) : { kind: 'success', data, traceId };
  }
  const returnMsg = member(json, 'returnMsg');
  if (!CODE.test(returnCode) && !isMerchantsCode(returnCode, codes)) return none('returnCode is malformed', traceId);
  if (typeof returnMsg !== 'string') return none('returnMsg is not a string', traceId);
  // "Refused" beside an order's number says two things at once; taking the first one could make the order twice.
  if (namesAnOrder(data)) return none('a refusal names an order', traceId);
  return { kind: 'refusal', returnCode, returnMsg, traceId };
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
export function namesAnOrder(data: WireValue | undefined): boolean {
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
