import type { Request, RequestHandler } from 'express';
import { currentTrace, moveToTrace, newTraceId, withTraceId } from '../../telemetry/trace-context.js';
import type { Tracing } from '../../telemetry/tracing.js';
import { Logger } from '@nestjs/common';
import type { Metrics } from '../../telemetry/metrics.js';
import type { Time } from '../../time/time.js';
import { streamOpenedAt } from './request-deadline.js';
import { logEvent } from '../../telemetry/log-events.js';
import type { Chance } from '../../chance.js';
import { callerOf } from '../request.js';

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace id of a `traceparent` header (W3C); null: malformed. Versions after 00 may append parts. */
export function traceIdOf(traceparent: string | undefined): string | null {
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return null;
  return traceId;
}

/** Machines request these every few seconds; at `info` they would bury the rest. */
const ROUTINE = /^\/(?:health|metrics)(?:\/|$)/;

export function traceRequests(chance: Chance, tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const span = ROUTINE.test(request.path) ? null : tracing.begin(request.method, 'server');
    const traceId = span?.traceId ?? newTraceId(chance);
    response.setHeader('x-request-id', traceId);
    withTraceId(traceId, next, span);
  };
}

/** Continues the traces of servers. A stranger's `traceparent` must not choose an id of our log, or what is sampled. */
export function continueTraces(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const traceparent = request.get('traceparent');
    const { kind } = callerOf(request) ?? {};
    const traceId = kind === 'key' || kind === 'everybody' ? traceIdOf(traceparent) : null;
    if (traceId !== null) {
      moveToTrace(traceId, tracing.begin(request.method, 'server', traceparent));
      response.setHeader('x-request-id', traceId);
    }
    next();
  };
}

/** For requests without a route. Their path is not logged: it may hold anything, such as a mistyped token. */
const NO_ROUTE = '(no route)';

/** Paths hold order numbers and callback tokens, so the route's pattern is logged. */
export function logRequests(metrics: Metrics, time: Time): RequestHandler {
  const logger = new Logger('Request');
  const durations = metrics.histogram(
    'ramp_checkout_http_request_duration_seconds',
    'Requests answered, by method, route pattern and status.',
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    'method',
    'route',
    'status',
  );
  return (request, response, next) => {
    const begun = time.monotonic();
    const trace = currentTrace();
    // `close` comes once, whether the response was sent completely or the caller disconnected.
    response.once('close', () => {
      const ended = time.monotonic();
      const ms = ended - begun;
      const openedAt = streamOpenedAt(response);
      const route = routeOf(request);
      const line = { method: request.method, route, status: response.statusCode, ms: Math.round(ms * 10) / 10 };
      // A stream counts until its headers are sent: its duration says nothing about our speed.
      const answeredMs = (openedAt ?? ended) - begun;
      durations.observe({ method: request.method, route, status: String(response.statusCode) }, answeredMs / 1000);
      const isAborted = openedAt === null && !response.writableFinished;
      const error = isAborted ? 'aborted' : line.status >= 500 ? String(line.status) : null;
      // Without `url.path`, which may hold an order number or a callback token.
      trace.span?.end(
        error,
        { 'http.request.method': line.method, 'http.route': route, 'http.response.status_code': line.status },
        `${line.method} ${route}`,
      );
      withTraceId(trace.traceId, () => {
        if (openedAt !== null) logEvent(logger, 'stream_ended', line);
        else if (isAborted) logEvent(logger, 'request_aborted', line);
        else logEvent(logger, ROUTINE.test(route) ? 'routine_request' : 'request', line);
      });
    });
    next();
  };
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : NO_ROUTE;
}
