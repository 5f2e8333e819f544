import { errorCode } from '../problems/error-code.js';
import { withTraceId } from './trace-context.js';
import type { Attributes, Span } from './trace-context.js';

/** Begins traces. This one is off: it makes no spans. */
export class Tracing {
  /** `traceparent`: where the trace of a request comes from. Returns null where nothing is traced. */
  begin(_name: string, _kind: 'server' | 'internal', _traceparent?: string): Span | null {
    return null;
  }

  /** Runs background work as a trace of its own; if tracing is off, in the current one. */
  root<T>(name: string, work: () => Promise<T>): Promise<T> {
    const span = this.begin(name, 'internal');
    return span === null ? work() : withTraceId(span.traceId, () => endAfter(span, work()), span);
  }
}

export function endAfter<T>(span: Span, work: Promise<T>, attributes: Attributes = {}): Promise<T> {
  void work.then(
    () => span.end(null, attributes),
    (error: unknown) => span.end(errorCode(error) ?? (error as Error).name, attributes),
  );
  return work;
}
