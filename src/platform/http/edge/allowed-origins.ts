import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `X-Api-Key` is missing on purpose: keys belong on servers, never in pages. */
const ALLOWED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, X-Client-Secret, X-Challenge-Response, traceparent, Last-Event-ID';
const METHODS = 'GET, POST';
const EXPOSED_HEADERS = 'Location, Retry-After, X-Request-Id';
const KEPT_SECONDS = '600';

/** CORS: only pages of these origins may read responses. Without credentials: there are no cookies. */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    // A cache must not serve one origin's response to another, or to a page without an origin.
    response.vary('Origin');
    const origin = request.get('origin');
    const isAllowed = origin !== undefined && origins.includes(origin);
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    const isPreflight = request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined;
    if (!isPreflight) {
      next();
      return;
    }
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Methods', METHODS);
      response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      response.setHeader('Access-Control-Max-Age', KEPT_SECONDS);
    }
    response.status(204).end();
  };
}
