import type { NextFunction, Request, Response } from 'express';
import { newTraceId, withTraceId } from '../../telemetry/trace-context.js';

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * The trace id of a `traceparent` header (W3C Trace Context); null when the header is absent or malformed, and is then
 * to be ignored. Version 00 has four parts; later versions may have more behind them.
 */
export function traceIdOf(traceparent: string | undefined): string | null {
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return null;
  return traceId;
}

/** Continues the caller's trace or begins a new one; the answer's `x-request-id` names it. */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  const traceId = traceIdOf(request.get('traceparent')) ?? newTraceId();
  response.setHeader('x-request-id', traceId);
  withTraceId(traceId, next);
}
