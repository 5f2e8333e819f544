import { PROBLEM_CODES, problemRow } from '../platform/problems/problem.js';
import type { ProblemCode } from '../platform/problems/problem.js';
import { RETRY_AFTER } from '../platform/http/input/api-fields.js';
import type { JsonSchema } from './json-schema.js';
import type { Operation } from './operations.js';
import { problemExample } from './problem-examples.js';
import { anyProblemOf } from './problem-schemas.js';

type Response = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;

/** Statuses with a `Retry-After`, since the problem may pass. */
const MAY_PASS: ReadonlySet<number> = new Set([429, 503]);

const titleOf = (code: ProblemCode): string => problemRow(code).title;

export function problemExamples(): Record<string, { summary: string; value: object }> {
  return Object.fromEntries(
    PROBLEM_CODES.map((code) => [code, { summary: titleOf(code), value: problemExample(code) }]),
  );
}

/**
 * The default response: later versions have further problems, and a proxy may answer in our place. Its schema covers
 * all problems, so that a generated client has a type for them.
 */
export function anyOtherProblem(): Response {
  return responseWith('Any other problem.', { $ref: '#/components/schemas/Problem' }, ['method_not_allowed']);
}

export function problemResponses(codes: readonly ProblemCode[]): Record<number, Response> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const { status } = problemRow(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, responseOf(status, some)]));
}

function responseOf(status: number, codes: readonly ProblemCode[]): Response {
  const description = codes.map((code) => `\`${code}\`: ${titleOf(code)}.`).join(' ');
  const response = responseWith(description, anyProblemOf(codes), codes);
  return MAY_PASS.has(status) ? { ...response, headers: RETRY_AFTER } : response;
}

function responseWith(description: string, schema: JsonSchema, codes: readonly ProblemCode[]): Response {
  return {
    description,
    content: {
      'application/problem+json': {
        schema,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
