import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../../shared/problem.js';

/** Where the codes stand between the controller and the document, which has responses in their place. */
export const PROBLEMS_EXTENSION = 'x-problems';

/** Documents the problems of an operation. Those that are decided before its controller are added by themselves. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator {
  return ApiExtension(PROBLEMS_EXTENSION, [...codes]);
}
