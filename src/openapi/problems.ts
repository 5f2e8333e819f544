import type { OpenAPIObject } from '@nestjs/swagger';
import { RETRY_AFTER } from '../platform/http/input/api-fields.js';
import { problemBody, problemType, PROBLEMS_EXTENSION } from '../platform/http/problem-response.js';
import { Problem, PROBLEM_CODES, problemRow } from '../platform/problems/problem.js';
import type { ProblemCode } from '../platform/problems/problem.js';
import type { JsonSchema } from './schemas.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type ProblemResponse = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

/** Adds to an operation its own problems and those of the edge. */
export function addProblems(operation: Operation, path: string): void {
  const extensions = operation as { [PROBLEMS_EXTENSION]?: readonly ProblemCode[] };
  const own = extensions[PROBLEMS_EXTENSION] ?? [];
  Reflect.deleteProperty(extensions, PROBLEMS_EXTENSION);
  const common = commonProblems({
    isApi: path.startsWith('/v1/'),
    isOpen: operation.security?.length === 0,
    hasBody: operation.requestBody !== undefined,
  });
  Object.assign(operation.responses, problemResponses([...common, ...own]), { default: ANY_OTHER_PROBLEM });
}

/** Problems that the edge may answer with before any controller runs. */
export function commonProblems(operation: {
  readonly isApi: boolean;
  readonly isOpen: boolean;
  readonly hasBody: boolean;
}): readonly ProblemCode[] {
  return [
    'invalid_request',
    'uri_too_long',
    'headers_too_large',
    'internal',
    ...(operation.isApi ? (['rate_limited', 'unavailable'] as const) : []),
    ...(operation.isOpen ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(operation.hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ];
}

/** Statuses with a `Retry-After`, since the problem may pass. */
const MAY_PASS: ReadonlySet<number> = new Set([429, 503]);

export function problemResponses(codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  const all = [...new Set(codes)];
  const statusOf = (code: ProblemCode): number => problemRow(code).status;
  const ofStatus = (status: number): ProblemCode[] => all.filter((code) => statusOf(code) === status);
  return Object.fromEntries(all.map(statusOf).map((status) => [status, responseOf(status, ofStatus(status))]));
}

function responseOf(status: number, codes: readonly ProblemCode[]): ProblemResponse {
  const description = codes.map((code) => `\`${code}\`: ${problemRow(code).title}.`).join(' ');
  const response = responseWith(description, anyProblemOf(codes), codes);
  return MAY_PASS.has(status) ? { ...response, headers: RETRY_AFTER } : response;
}

function responseWith(description: string, schema: JsonSchema, codes: readonly ProblemCode[]): ProblemResponse {
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return { description, content: { 'application/problem+json': { schema, examples } } };
}

/** Later versions have further problems, and a proxy may answer in our place. The schema covers all problems. */
const ANY_OTHER_PROBLEM = responseWith('Any other problem.', { $ref: '#/components/schemas/Problem' }, [
  'method_not_allowed',
]);

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

export function problemExample(code: ProblemCode): Record<string, unknown> {
  const { detail, ...extras } = problemRow(code).example;
  return problemBody(new Problem(code, detail, extras), TRACE_ID, null);
}

export function problemExamples(): Record<string, { summary: string; value: object }> {
  return Object.fromEntries(
    PROBLEM_CODES.map((code) => [code, { summary: problemRow(code).title, value: problemExample(code) }]),
  );
}

/** The schema name of a code: `amount_out_of_range` has `AmountOutOfRangeProblem`. */
export function problemName(code: ProblemCode): string {
  return `${code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Problem`;
}

const ref = (code: ProblemCode): { $ref: string } => ({ $ref: `#/components/schemas/${problemName(code)}` });

/** A union of these codes' problems, with `code` as the discriminator. */
export function anyProblemOf(codes: readonly ProblemCode[]): JsonSchema {
  const [only] = codes;
  if (only !== undefined && codes.length === 1) return ref(only);
  const mapping = Object.fromEntries(codes.map((code) => [code, ref(code).$ref]));
  return { oneOf: codes.map(ref), discriminator: { propertyName: 'code', mapping } };
}

export function problemSchemas(): Record<string, JsonSchema> {
  const each = PROBLEM_CODES.map((code) => [problemName(code), problemSchema(code)] as const);
  const description = 'Any problem, in the form of RFC 9457. Decide by `code`.';
  return { ...Object.fromEntries(each), Problem: { description, ...anyProblemOf(PROBLEM_CODES) } };
}

function problemSchema(code: ProblemCode): JsonSchema {
  const { status, title, example, members } = problemRow(code);
  const more = Object.entries(members);
  return {
    type: 'object',
    description: `${title}.`,
    required: [
      'type',
      'title',
      'status',
      'detail',
      'code',
      'traceId',
      ...more.flatMap(([name, { always }]) => (always ? [name] : [])),
    ],
    properties: {
      type: word('A stable name for the code; not an address.', problemType(code)),
      title: { type: 'string', description: 'The code in words, in English.', examples: [title] },
      status: { type: 'integer', const: status, description: 'The HTTP status.', examples: [status] },
      detail: { type: 'string', description: 'The fault of this request, in English.', examples: [example.detail] },
      code: word('Stable; decide by it.', code),
      traceId: {
        type: 'string',
        pattern: '^[0-9a-f]{32}$',
        description: 'Identifies the request in the logs; also in the header `x-request-id`.',
        examples: [TRACE_ID],
      },
      ...Object.fromEntries(more.map(([name, { schema }]) => [name, schema])),
    },
  };
}

const word = (description: string, value: string): JsonSchema => ({
  type: 'string',
  const: value,
  description,
  examples: [value],
});
