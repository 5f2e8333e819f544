import { describe, expect, it } from 'vitest';
import {
  anyProblemOf,
  commonProblems,
  problemExample,
  problemName,
  problemResponses,
  problemSchemas,
} from '#src/openapi/problems.js';
import { Problem, PROBLEM_CODES } from '#src/platform/problems/problem.js';

describe('the schema of a problem', () => {
  const schemas = problemSchemas();

  it('is named after its code, uniquely', () => {
    expect(problemName('amount_out_of_range')).toBe('AmountOutOfRangeProblem');
    expect(new Set(PROBLEM_CODES.map(problemName)).size).toBe(PROBLEM_CODES.length);
    expect(Object.keys(schemas).sort()).toEqual([...PROBLEM_CODES.map(problemName), 'Problem'].sort());
  });

  it.each(PROBLEM_CODES.map((code) => [code]))('%s has its code, status and the members of its example', (code) => {
    const { properties, required } = schemas[problemName(code)] as { properties: object; required: string[] };
    expect(properties).toMatchObject({ code: { const: code }, status: { const: new Problem(code, '').status } });
    const example = problemExample(code);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(example)));
    expect(Object.keys(example)).toEqual(expect.arrayContaining(required));
    expect(example).toMatchObject({ code, detail: expect.stringMatching(/[.]$/) as string });
  });
});

describe('anyProblemOf', () => {
  it('several are discriminated by code', () => {
    expect(anyProblemOf(['not_found', 'forbidden'])).toEqual({
      oneOf: [{ $ref: '#/components/schemas/NotFoundProblem' }, { $ref: '#/components/schemas/ForbiddenProblem' }],
      discriminator: {
        propertyName: 'code',
        mapping: {
          not_found: '#/components/schemas/NotFoundProblem',
          forbidden: '#/components/schemas/ForbiddenProblem',
        },
      },
    });
  });
});

describe('problemResponses', () => {
  it('has one response for each status, and each code once', () => {
    const responses = problemResponses(['not_found', 'unavailable', 'ramp_unavailable', 'unavailable']);
    expect(Object.keys(responses)).toEqual(['404', '503']);
    const media = responses[503]?.content?.['application/problem+json'];
    expect(Object.keys(media?.examples ?? {})).toEqual(['unavailable', 'ramp_unavailable']);
    expect(responses[503]?.description).toMatch(/^`unavailable`: .*`ramp_unavailable`: /);
  });

  it.each([
    ['rate_limited', true],
    ['unavailable', true],
    ['internal', false],
    ['not_found', false],
  ] as const)('%s has a Retry-After: %s', (code, says) => {
    const [response] = Object.values(problemResponses([code]));
    expect('Retry-After' in (response?.headers ?? {})).toBe(says);
  });
});

describe('commonProblems', () => {
  const traits = { isApi: true, isOpen: false, hasBody: false };

  it.each([
    [
      'of the API: how often, and whether at all',
      { ...traits },
      ['rate_limited', 'unavailable', 'unauthenticated', 'forbidden'],
      ['payload_too_large'],
    ],
    [
      'with a body: its size and type',
      { ...traits, hasBody: true },
      ['payload_too_large', 'unsupported_media_type'],
      [],
    ],
    [
      'open to all: not who',
      { isApi: false, isOpen: true, hasBody: false },
      ['internal', 'headers_too_large'],
      ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
    ],
  ] as const)('%s', (_, given, has, hasNot) => {
    const codes = commonProblems(given);
    expect(codes).toEqual(expect.arrayContaining([...has]));
    for (const code of hasNot) expect(codes).not.toContain(code);
  });
});
