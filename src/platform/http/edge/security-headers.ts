import type { RequestHandler } from 'express';
import helmet from 'helmet';

const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** An answer of the API is read by programs: a browser that shows it as a page may load and run nothing. */
const API_POLICY = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * Safe headers for every answer, and the strictest content policy that there is. What is served for people to look at sets
 * its own policy afterwards.
 */
export function securityHeaders(): RequestHandler {
  const common = helmet({
    frameguard: { action: 'deny' },
    contentSecurityPolicy: { useDefaults: false, directives: API_POLICY },
  });
  return (request, response, next) => {
    response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    common(request, response, next);
  };
}

/** The pages at `/docs`: their own scripts and styles, and the API that they show. The pictures are in the style sheet. */
const DOCS_POLICY = {
  ...API_POLICY,
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

/** The policy for `/docs`. */
export function docsPolicy(): RequestHandler {
  return helmet.contentSecurityPolicy({ useDefaults: false, directives: DOCS_POLICY });
}
