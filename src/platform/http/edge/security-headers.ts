import type { NextFunction, Request, Response } from 'express';

/** API responses are for programs: a browser that shows one as a page may load and run nothing. */
const API_POLICY = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'";

/**
 * The pages at `/docs`: their own scripts and styles, and the API that they show. The style sheet embeds the pictures.
 */
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
  // Switches off a browser filter that could itself be exploited; no current browser has it.
  'X-XSS-Protection': '0',
});

/** Safe headers for every response, with the strictest content policy. Pages for people set their own policy later. */
export function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  next();
}

export function docsPolicy(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', DOCS_POLICY);
  next();
}
