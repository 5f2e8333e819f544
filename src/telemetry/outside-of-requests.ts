import { withPayer } from './payer-context.js';
import { newTraceId, withTraceId } from './trace-context.js';

/**
 * Begins work that goes on after the request which happened to begin it, and is done for all: under a trace id of its own,
 * on nobody's account.
 */
export function outsideOfRequests<T>(work: () => T): T {
  return withTraceId(newTraceId(), () => withPayer(null, work));
}
