import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Problem } from '../shared/problem.js';
import type { ProblemCode } from '../shared/problem.js';
import { problemType } from './problem-body.js';

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const text = (description: string): Schema => ({ type: 'string', description });
const textOrNull: Schema = { type: 'string', nullable: true };

/** How every problem looks; each response of the document refers to it. */
export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'traceId'],
  additionalProperties: true,
  description: 'A problem, in the form of RFC 9457. Some codes have further members, such as `min` and `max`.',
  properties: {
    type: { ...text('A stable name for the code; not an address.'), example: problemType('not_found') },
    title: text('The code in words.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('What is the matter this time.'),
    code: { ...text('Stable; decide by it.'), example: 'not_found' },
    traceId: text('Names the request in the logs; also the header `x-request-id`.'),
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: text('Path of the field, such as `quote.tolerancePercent`.'),
          message: text('What is wrong.'),
        },
      },
    },
    ramp: {
      type: 'object',
      description: 'What the provider said; for staff and servers.',
      properties: { returnCode: textOrNull, returnMsg: textOrNull, traceId: textOrNull },
    },
  },
};

interface ProblemResponse {
  readonly description: string;
  readonly content: Record<string, { schema: { $ref: string } }>;
}

/** How these problems are documented: one response for each HTTP status. */
export function problemResponses(codes: readonly ProblemCode[]): ReadonlyMap<number, ProblemResponse> {
  const described = new Map<number, string[]>();
  for (const code of codes) {
    const { status, title } = new Problem(code, '');
    described.set(status, [...(described.get(status) ?? []), `\`${code}\`: ${title}.`]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return new Map([...described].map(([status, texts]) => [status, { description: texts.join(' '), content }]));
}

/** Documents the problems that an endpoint may answer with, beside those that all may. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator & ClassDecorator {
  const responses = [...problemResponses(codes)];
  return applyDecorators(...responses.map(([status, response]) => ApiResponse({ status, ...response })));
}
