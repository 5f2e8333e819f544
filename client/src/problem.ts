import { PROBLEM_MEMBERS } from './problem-codes.js';
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
  if (!Object.hasOwn(PROBLEM_MEMBERS, code)) return { ...facts, code: 'unrecognised', sentCode: code };
  return { ...facts, code, ...membersOf(code as Code, body) } as unknown as Problem;
}

/** Ensures that the typed members exist, since a proxy may have changed the answer. */
function membersOf(code: Code, body: Readonly<Record<string, unknown>>): object {
  const names: readonly string[] = code === 'invalid_request' ? ['errors'] : PROBLEM_MEMBERS[code];
  return Object.fromEntries(names.flatMap((name) => (name in READ ? [[name, READ[name]?.(body[name])]] : [])));
}

const READ: Readonly<Record<string, (value: unknown) => unknown>> = {
  errors: (value) => (Array.isArray(value) ? value.filter(isRecord) : []),
  min: (value) => textOrNull(value),
  max: (value) => textOrNull(value),
  until: (value) => textOrNull(value),
  quote: (value) => (isRecord(value) ? value : null),
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
