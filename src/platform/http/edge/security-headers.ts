import type { NextFunction, Request, Response } from 'express';

/** An answer of the API is read by programs: a browser that shows it as a page may load and run nothing. */
const API_POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/** The pages at `/docs`: their own scripts and styles, and the API that they show. The pictures are in the style sheet. */
const DOCS_POLICY = `${API_POLICY};script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'`;

const HEADERS = Object.entries({
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Content-Security-Policy': API_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  // The filter that it names could be turned against a page; no browser of today has it.
  'X-XSS-Protection': '0',
});

/**
 * Safe headers for every answer, and the strictest content policy that there is. What is served for people to look at sets
 * its own policy afterwards.
 */
export function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
}

/** The policy for `/docs`. */
export function docsPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', DOCS_POLICY);
  next();
}
