import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../shared/problem.js';

const MAX_URL = 4096;
const MAX_HEADERS = 100;

/** Requests that no client of ours sends, refused before anybody looks at what they ask for. */
export function refuseOddRequests(request: Request, _response: Response, next: NextFunction): void {
  next(oddity(request));
}

function oddity({ url, rawHeaders, headers, httpVersion }: Request): Problem | undefined {
  if (url.length > MAX_URL) return new Problem('uri_too_long', 'The address may have 4096 characters at most.');
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new Problem('headers_too_large', 'A request may have 100 header fields at most.');
  }
  if (headers.host === undefined && httpVersion !== '1.0') {
    return new Problem('invalid_request', 'The Host header is missing.');
  }
  return undefined;
}
