import { Problem, problemRow } from '../platform/problems/problem.js';
import type { ProblemCode } from '../platform/problems/problem.js';
import { problemBody } from '../platform/http/problem-response.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';

export function problemExample(code: ProblemCode): Record<string, unknown> {
  const { detail, ...extras } = problemRow(code).example;
  return problemBody(new Problem(code, detail, extras), TRACE_ID, null);
}
