import type { OpenAPIObject } from '@nestjs/swagger';
import type { ProblemCode } from '../shared/problem.js';
import { problemResponses } from './problem-schema.js';

/** What every operation of the API may answer, whatever it does: decided before its controller is reached. */
const COMMON: readonly ProblemCode[] = ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Adds those problems to all operations below `/v1`; what an operation says itself stays. */
export function addCommonProblems({ paths }: OpenAPIObject): void {
  const below = Object.entries(paths).filter(([path]) => path.startsWith('/v1/'));
  for (const operation of below.flatMap(([, item]) => METHODS.map((method) => item[method]))) {
    if (operation === undefined) continue;
    for (const [status, response] of problemResponses(COMMON)) operation.responses[status] ??= response;
  }
}
