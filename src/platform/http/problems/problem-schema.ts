import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../../shared/problem.js';

/** Where the codes stand between the controller and the document, which has responses in their place. */
export const PROBLEMS_EXTENSION = 'x-problems';

/** What a request with a body about one thing may be answered with. */
export const OF_A_BODY: readonly ProblemCode[] = [
  ...(['invalid_request', 'unauthenticated', 'forbidden', 'not_found', 'payload_too_large', 'unavailable'] as const),
];

/** Documents the problems that an operation may answer with, beside those that all may. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator {
  return ApiExtension(PROBLEMS_EXTENSION, [...codes]);
}
