import { currentTraceId } from '../../platform/telemetry/trace-context.js';
import type { Cause } from './order.types.js';

/** The cause of what this request, or this round of work, changes. `by`: see `Cause`. */
export function causeOf(kind: Cause['kind'], by?: string): Cause {
  const traceId = currentTraceId();
  return { kind, ...(by === undefined ? {} : { by }), ...(traceId === null ? {} : { traceId }) };
}
