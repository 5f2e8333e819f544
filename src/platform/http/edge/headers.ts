import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** `X-Api-Key` is missing on purpose: keys belong on servers, never in pages. */
const ALLOWED_HEADERS = [
  'Authorization, Content-Type, Idempotency-Key, X-Client-Secret, X-Challenge-Response, Last-Event-ID',
  // Browsers' tracing adds them to each call; only the first is read.
  'traceparent, tracestate, baggage, sentry-trace',
].join(', ');
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

/** API responses are for programs: a browser that shows one as a page may load and run nothing. */
const API_POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The pages' own scripts and styles, and the API that they show. The style sheet embeds the pictures. */
const DOCS_POLICY = `${API_POLICY};script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'`;

const HEADERS = Object.entries({
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Content-Security-Policy': API_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // Switches off a browser filter that could itself be exploited; no current browser has it.
  'X-XSS-Protection': '0',
});

export function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
}

export function docsPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', DOCS_POLICY);
  next();
}
