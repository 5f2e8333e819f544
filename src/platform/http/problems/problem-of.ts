import { HttpException } from '@nestjs/common';
import { Problem } from '../../shared/problem.js';
import type { ProblemCode } from '../../shared/problem.js';
import { isDatabaseAway } from '../../database/database-errors.js';

/** Seconds; a failover takes about twenty, a restart about two. */
const DATABASE_RETRY_AFTER = 3;

/** What the framework refuses by itself, in our codes and words: its own messages repeat what the caller sent. */
const FRAMEWORK: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  401: ['unauthenticated', 'Please say who you are.'],
  403: ['forbidden', 'You may not do this.'],
  404: ['not_found', 'There is nothing at this address.'],
  405: ['method_not_allowed', 'This address does not take this method.'],
  413: ['payload_too_large', 'The body may have 64 KiB at most.'],
  415: ['unsupported_media_type', 'Send the body as application/json in UTF-8.'],
  429: ['rate_limited', 'You are asking too often. Please wait a moment.'],
  503: ['unavailable', 'The service is not available for the moment.'],
};

/** What a caller is told about an error. Whatever is not meant for callers becomes `internal`, without its message. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HttpException) return frameworkProblem(error);
  if (isDatabaseAway(error)) {
    return new Problem('unavailable', 'The service cannot reach its database for the moment. Please try again.', {
      retryAfter: DATABASE_RETRY_AFTER,
    });
  }
  return internal();
}

function frameworkProblem(error: HttpException): Problem {
  const status = error.getStatus();
  const known = FRAMEWORK[status];
  if (known !== undefined) return new Problem(...known);
  if (status >= 400 && status < 500) return new Problem('invalid_request', invalidDetail(error));
  return internal();
}

function invalidDetail(error: HttpException): string {
  // The body parser's SyntaxError is the cause; an undecodable path has a URIError.
  if (error.cause instanceof SyntaxError) return 'The body is not a JSON object.';
  if (error.cause instanceof URIError) return 'The address is not encoded correctly.';
  return 'The request cannot be read.';
}

function internal(): Problem {
  return new Problem('internal', 'Something went wrong on our side. The trace id tells the operator what.');
}
