import { LONGEST_WAIT_MS } from './longest-wait.js';
import { RETURN_CODE } from './forms.js';
import { httpStatus, onOff, text, whole, word } from './kinds.js';

export const ANSWERS = {
  refusalHttpStatus: httpStatus('SANDBOX_REFUSAL_HTTP_STATUS', 200, 'HTTP status of refusals'),
  traceId: onOff('SANDBOX_TRACE_ID', true, 'whether envelopes have a traceId'),
  dateHeader: onOff('SANDBOX_DATE_HEADER', true, 'whether answers have a Date header'),
  dateSkewMs: whole(
    'SANDBOX_DATE_SKEW_MS',
    0,
    { min: -86_400_000, max: 86_400_000 },
    'by how much the Date header is ahead of the clock by which timestamps are checked',
  ),
  stamps: word('SANDBOX_STAMPS', ['virtual', 'machine'], 'the clock by which timestamps are checked'),
  latencyMs: whole('SANDBOX_LATENCY_MS', 0, { max: LONGEST_WAIT_MS }, 'every call waits so long before it is acted on'),
  rateLimit: whole('SANDBOX_RATE_LIMIT', 0, { max: 100_000 }, 'calls within any second; more are refused; 0: no limit'),
  rateLimitHttpStatus: httpStatus('SANDBOX_RATE_LIMIT_HTTP_STATUS', 429, 'HTTP status of what is too much'),
  rateLimitCode: text(
    'SANDBOX_RATE_LIMIT_CODE',
    null,
    RETURN_CODE,
    'returnCode of what is too much; a plain text without envelope unless set',
  ),
};
