import type { NextFunction, Request, Response } from 'express';
import { newTraceId, withTraceId } from '../../telemetry/trace-context.js';

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * The trace id of a `traceparent` header (W3C Trace Context); null: absent or malformed, and then ignored. Version 00
 * has four parts; later versions may append more.
 */
export function traceIdOf(traceparent: string | undefined): string | null {
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return null;
  return traceId;
}

/** Continues the caller's trace or begins one; the response's `x-request-id` carries it. */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  const traceId = traceIdOf(request.get('traceparent')) ?? newTraceId();
  response.setHeader('x-request-id', traceId);
  withTraceId(traceId, next);
}
