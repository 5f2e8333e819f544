import type { OpenAPIObject } from '@nestjs/swagger';
import type { ProblemCode } from '../../shared/problem.js';
import { PROBLEMS_EXTENSION } from '../problem-schema.js';
import { commonProblems } from './common-problems.js';
import { operationsOf } from './operations.js';
import type { Operation } from './operations.js';
import { anyOtherProblem, problemResponses } from './problem-responses.js';

/** Adds to every operation the problems that it may answer with: its own, and those that are decided before it is reached. */
export function addProblems(document: OpenAPIObject): void {
  for (const { route, operation } of operationsOf(document)) {
    const common = commonProblems({
      isApi: route.path.startsWith('/v1/'),
      isOpen: operation.security?.length === 0,
      hasBody: operation.requestBody !== undefined,
    });
    Object.assign(operation.responses, problemResponses([...common, ...takeCodes(operation)]), {
      default: anyOtherProblem(),
    });
  }
}

/** The codes that the controller named; the document has responses in their place. */
function takeCodes(operation: Operation): readonly ProblemCode[] {
  const extensions = operation as { [PROBLEMS_EXTENSION]?: readonly ProblemCode[] };
  const codes = extensions[PROBLEMS_EXTENSION] ?? [];
  Reflect.deleteProperty(extensions, PROBLEMS_EXTENSION);
  return codes;
}
