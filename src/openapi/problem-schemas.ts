import { PROBLEM_CODES, problemRow } from '../platform/problems/problem.js';
import type { ProblemCode } from '../platform/problems/problem.js';
import { problemType } from '../platform/http/problem-response.js';
import type { JsonSchema } from './json-schema.js';

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
  const any = {
    description: 'Any problem, in the form of RFC 9457. Decide by `code`.',
    ...anyProblemOf(PROBLEM_CODES),
  };
  return { ...Object.fromEntries(each), Problem: any };
}

function problemSchema(code: ProblemCode): JsonSchema {
  const row = problemRow(code);
  const { status, title } = row;
  const members = Object.entries(row.members);
  return {
    type: 'object',
    description: `${title}.`,
    required: [
      ...['type', 'title', 'status', 'detail', 'code', 'traceId'],
      ...members.flatMap(([name, { always }]) => (always ? [name] : [])),
    ],
    properties: {
      type: word('A stable name for the code; not an address.', problemType(code)),
      title: { type: 'string', description: 'The code in words, in English.', examples: [title] },
      status: { type: 'integer', const: status, description: 'The HTTP status.', examples: [status] },
      detail: {
        type: 'string',
        description: 'The fault of this request, in English.',
        examples: [row.example.detail],
      },
      code: word('Stable; decide by it.', code),
      traceId: {
        type: 'string',
        pattern: '^[0-9a-f]{32}$',
        description: 'Identifies the request in the logs; also in the header `x-request-id`.',
        examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
      },
      ...Object.fromEntries(members.map(([name, { schema }]) => [name, schema])),
    },
  };
}

const word = (description: string, value: string): JsonSchema => ({
  type: 'string',
  const: value,
  description,
  examples: [value],
});
