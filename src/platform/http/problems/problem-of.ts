import { HttpException } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import type { ProblemCode } from '../../problems/problem.js';
import { isDatabaseAway, isOverload, NotMigrated } from '../../database/database-errors.js';

/** Seconds; a failover takes about twenty, a restart about two. */
const DATABASE_RETRY_AFTER = 3;

/** The framework's own refusals in our codes and words: its messages repeat the caller's input. */
const FRAMEWORK: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  401: ['unauthenticated', PROBLEM_TEXTS.authenticationRequired],
  403: ['forbidden', PROBLEM_TEXTS.notPermitted],
  404: ['not_found', PROBLEM_TEXTS.nothingHere],
  405: ['method_not_allowed', PROBLEM_TEXTS.methodNotAllowed],
  413: ['payload_too_large', PROBLEM_TEXTS.bodyTooLarge],
  415: ['unsupported_media_type', PROBLEM_TEXTS.mediaType],
  429: ['rate_limited', PROBLEM_TEXTS.rateLimited],
};

/** The problem for an error. Unexpected errors become `internal`, without their message. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HttpException) return frameworkProblem(error);
  if (isDatabaseAway(error)) {
    const isNew = error instanceof NotMigrated;
    const text = isNew ? 'notMigrated' : isOverload(error) ? 'overloaded' : 'databaseAway';
    return new Problem('unavailable', PROBLEM_TEXTS[text], { retryAfter: DATABASE_RETRY_AFTER });
  }
  return internal();
}

function frameworkProblem(error: HttpException): Problem {
  const status = error.getStatus();
  const own = FRAMEWORK[status];
  if (own !== undefined) return new Problem(...own);
  if (status < 400 || status >= 500) return internal();
  // An undecodable path causes a URIError.
  const isUndecodable = error.cause instanceof URIError;
  return new Problem('invalid_request', isUndecodable ? PROBLEM_TEXTS.urlEncoding : PROBLEM_TEXTS.unreadableRequest);
}

const internal = (): Problem => new Problem('internal', PROBLEM_TEXTS.internal);
