import type { ProblemCode } from '../../shared/problem.js';

/** What is known of an operation that decides which problems it may answer before its controller is reached. */
export interface OperationTraits {
  /** Below `/v1`. */
  readonly isApi: boolean;
  /** Anybody may call it. */
  readonly isOpen: boolean;
  readonly hasBody: boolean;
}

/** What an operation may answer whatever it does: it is decided at the edge. */
export function commonProblems({ isApi, isOpen, hasBody }: OperationTraits): readonly ProblemCode[] {
  return [
    ...(['invalid_request', 'request_timeout', 'uri_too_long', 'headers_too_large', 'internal'] as const),
    ...(isApi ? (['rate_limited', 'unavailable'] as const) : []),
    ...(isOpen ? [] : (['unauthenticated', 'forbidden'] as const)),
    ...(hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
  ];
}
