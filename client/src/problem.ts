import type { components } from './schema.js';

type Documented = components['schemas']['Problem'];
type Code = Documented['code'];

export type AmountOutOfRange = Extract<Documented, { code: 'amount_out_of_range' }>;
export type QuoteMoved = Extract<Documented, { code: 'quote_moved' }>;
export type InvalidRequest = Required<Pick<InvalidRequestBody, 'errors'>> & Omit<InvalidRequestBody, 'errors'>;
type InvalidRequestBody = Extract<Documented, { code: 'invalid_request' }>;
export type FieldError = InvalidRequest['errors'][number];

/** A code unknown to this version of the client. */
export interface UnrecognisedProblem {
  readonly code: 'unrecognised';
  readonly sentCode: string;
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly traceId: string;
}

/** Why the service refused the request (RFC 9457). Branch on `code`. */
export type Problem = Exclude<Documented, InvalidRequestBody> | InvalidRequest | UnrecognisedProblem;

/** All codes of the OpenAPI document. A difference between the two does not compile. */
const CODES: Readonly<Record<Code, true>> = {
  invalid_request: true,
  unauthenticated: true,
  forbidden: true,
  challenge_required: true,
  not_found: true,
  method_not_allowed: true,
  request_timeout: true,
  merchant_order_no_conflict: true,
  order_not_retryable: true,
  order_in_review: true,
  order_not_ended: true,
  key_not_rotatable: true,
  kept_by_settings: true,
  cursor_expired: true,
  payload_too_large: true,
  uri_too_long: true,
  unsupported_media_type: true,
  amount_precision: true,
  amount_out_of_range: true,
  crypto_not_available: true,
  pay_way_not_available: true,
  address_invalid: true,
  address_at_risk: true,
  memo_required: true,
  redirect_not_allowed: true,
  quote_moved: true,
  rate_limited: true,
  headers_too_large: true,
  internal: true,
  ramp_configuration: true,
  ramp_refused: true,
  ramp_protocol: true,
  ramp_unavailable: true,
  unavailable: true,
};

/** Parses a response body; null if it is not a problem of the service, such as a proxy's error page. */
export function parseProblem(body: unknown): Problem | null {
  if (!isRecord(body)) return null;
  const { code, status } = body;
  if (typeof code !== 'string' || typeof status !== 'number') return null;
  const facts = {
    ...body,
    status,
    type: textOf(body['type']),
    title: textOf(body['title']),
    detail: textOf(body['detail']),
    traceId: textOf(body['traceId']),
  };
  if (!Object.hasOwn(CODES, code)) return { ...facts, code: 'unrecognised', sentCode: code };
  return { ...facts, code, ...membersOf(code as Code, body) } as unknown as Problem;
}

/** Ensures that the typed members exist, since a proxy may have changed the answer. */
function membersOf(code: Code, { errors, min, max, quote }: Readonly<Record<string, unknown>>): object {
  const named = NAME_FIELDS.has(code) ? { errors: Array.isArray(errors) ? errors.filter(isRecord) : [] } : {};
  if (code === 'amount_out_of_range') return { ...named, min: textOrNull(min), max: textOrNull(max) };
  if (code === 'quote_moved') return { quote: isRecord(quote) ? quote : null };
  return named;
}

const NAME_FIELDS: ReadonlySet<Code> = new Set([
  'invalid_request',
  'amount_precision',
  'amount_out_of_range',
  'crypto_not_available',
  'pay_way_not_available',
  'address_invalid',
  'address_at_risk',
  'memo_required',
  'redirect_not_allowed',
]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
