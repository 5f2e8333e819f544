import type { OpenAPIObject } from '@nestjs/swagger';
import type { ProblemCode } from '../platform/problems/problem.js';
import { PROBLEMS_EXTENSION } from '../platform/http/problem-response.js';
import { operationsOf } from './operations.js';
import type { Operation } from './operations.js';
import { anyOtherProblem, problemResponses } from './problem-responses.js';

/** Adds to every operation its own problems and those of the edge. */
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

/** Removes and returns the codes that the controller declared; responses take their place. */
function takeCodes(operation: Operation): readonly ProblemCode[] {
  const extensions = operation as { [PROBLEMS_EXTENSION]?: readonly ProblemCode[] };
  const codes = extensions[PROBLEMS_EXTENSION] ?? [];
  Reflect.deleteProperty(extensions, PROBLEMS_EXTENSION);
  return codes;
}

/** Traits of an operation that decide which problems the edge may answer with. */
interface OperationTraits {
  /** Below `/v1`. */
  readonly isApi: boolean;
  readonly isOpen: boolean;
  readonly hasBody: boolean;
}

/** Problems that the edge may answer with before any controller runs. */
export function commonProblems({ isApi, isOpen, hasBody }: OperationTraits): readonly ProblemCode[] {
  return [
    ...(['invalid_request', 'request_timeout', 'uri_too_long', 'headers_too_large', 'internal'] as const),
    ...(isApi ? (['rate_limited', 'unavailable'] as const) : []),
    ...(isOpen ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ];
}
