import { isBareRecord } from '../../../../src/ramp/wire/answer.js';
import { readRefusalMessage } from '../../../../src/ramp/wire/refusals.js';
import { parseFault, isWireRecord, member } from '../../../../src/ramp/wire/wire.js';
import type { WireAnswer, WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';
import type { Exchange } from '../wire/exchange.js';

const TOO_MANY = 429;
const ONE_TOO_MANY = { kind: 'nothing', why: 'refused as one call too many (429): use a lower --rps' } as const;

/**
 * The meaning of an answer, read more tolerantly than by the service, so that deviations are reported instead of
 * refused.
 */
export type Said =
  | { readonly kind: 'success'; readonly data: WireValue; readonly envelope: WireRecord }
  | { readonly kind: 'refusal'; readonly code: string; readonly message: string; readonly envelope: WireRecord }
  | { readonly kind: 'bare'; readonly data: WireRecord }
  /** Neither an envelope nor a record. */
  | { readonly kind: 'strange'; readonly what: string }
  | { readonly kind: 'nothing'; readonly why: string };

export function saidBy(exchange: Exchange): Said {
  switch (exchange.kind) {
    case 'not_asked':
      return { kind: 'nothing', why: exchange.why };
    case 'unanswered':
      return { kind: 'nothing', why: `no answer (${exchange.detail})` };
    case 'answered':
      return read(exchange.answer);
  }
}

function read(answer: WireAnswer): Said {
  const { status, body, parsed } = answer;
  // A 429 says nothing about the probe.
  if (status === TOO_MANY) return ONE_TOO_MANY;
  if (body === null) return { kind: 'strange', what: `HTTP ${status} with too large an answer` };
  if (body.length === 0) return { kind: 'strange', what: `HTTP ${status} without a body` };
  if (parsed === null) return { kind: 'strange', what: `HTTP ${status} with an answer that is ${parseFault(answer)}` };
  const { json } = parsed;
  if (isBareRecord(json)) return { kind: 'bare', data: json };
  if (!isWireRecord(json)) return { kind: 'strange', what: `HTTP ${status} with JSON that is no object` };
  const success = member(json, 'success');
  if (success === true || (success === undefined && member(json, 'returnCode') === '0000')) {
    return { kind: 'success', data: member(json, 'data') ?? null, envelope: json };
  }
  const words = readRefusalMessage(json);
  if (words?.returnCode.trim() === String(TOO_MANY)) return ONE_TOO_MANY;
  if (success === false || words !== null) {
    return { kind: 'refusal', code: words?.returnCode ?? '', message: words?.returnMsg ?? '', envelope: json };
  }
  return { kind: 'strange', what: `HTTP ${status} with JSON that is no envelope` };
}
