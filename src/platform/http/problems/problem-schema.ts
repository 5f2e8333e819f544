import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../../problems/problem.js';

/** Carries the codes from the controller to the document, which replaces them with responses. */
export const PROBLEMS_EXTENSION = 'x-problems';

/** Declares the problems of an operation, beside those of the edge. */
export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator {
  return ApiExtension(PROBLEMS_EXTENSION, [...codes]);
}
