import { ApiExtension } from '@nestjs/swagger';
import type { ProblemCode } from '../problems/problem.js';
import { seesProviderMessages } from '../callers/caller.js';
import type { Caller } from '../callers/caller.js';
import { HttpException, Catch, Logger } from '@nestjs/common';
import { Problem, PROBLEM_TEXTS } from '../problems/problem.js';
import { isDatabaseAway, isOverload, NotMigrated } from '../database/database-errors.js';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentTraceId, newTraceId } from '../telemetry/trace-context.js';
import { callerOf } from './request.js';
import { isLogged } from '../telemetry/outages.js';
import { logEvent } from '../telemetry/log-events.js';
import type { SecurityLog } from '../telemetry/security-log.js';
import type { Chance } from '../chance.js';

/** Carries the codes from the controller to the document, which replaces them with responses. */
export const PROBLEMS_EXTENSION = 'x-problems';

export function ApiProblems(...codes: readonly ProblemCode[]): MethodDecorator {
  return ApiExtension(PROBLEMS_EXTENSION, [...codes]);
}

export function problemType(code: string): string {
  return `urn:ramp-checkout:problem:${code}`;
}

/** RFC 9457. Extra members never replace the standard ones; the provider's words are for staff and servers only. */
export function problemBody(problem: Problem, traceId: string, caller: Caller | null): Record<string, unknown> {
  const { errors, ramp, members } = problem.extras;
  const seesProvider = caller !== null && seesProviderMessages(caller);
  const standard = {
    type: problemType(problem.code),
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    traceId,
    ...(errors === undefined ? {} : { errors }),
    ...(ramp === undefined || !seesProvider ? {} : { ramp }),
  };
  return { ...standard, ...members, ...standard };
}

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

@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger('Problem');

  constructor(
    private readonly security: Pick<SecurityLog, 'tell'>,
    private readonly chance: Chance,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const problem = problemOf(error);
    this.#log(problem, error);
    this.#tell(problem, request);
    if (response.headersSent) {
      // Part of the response is sent: only closing the connection tells the caller that the rest is missing.
      response.destroy();
      return;
    }
    if (problem.extras.retryAfter !== undefined) response.setHeader('Retry-After', problem.extras.retryAfter);
    if (problem.code === 'unauthenticated') response.setHeader('WWW-Authenticate', 'Bearer');
    response
      .status(problem.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemBody(problem, currentTraceId() ?? newTraceId(this.chance), callerOf(request))));
  }

  #tell({ extras: { security } }: Problem, request: Request): void {
    if (security === undefined) return;
    const { event, actor = callerOf(request)?.id ?? null, facts } = security;
    this.security.tell(event, { actor, address: request.ip ?? null, ...facts });
  }

  #log(problem: Problem, error: unknown): void {
    if (isLogged(error)) return;
    if (problem.code === 'internal') {
      logEvent(this.#logger, 'unexpected_error', { err: error instanceof Error ? error : new Error(String(error)) });
    } else if (isDatabaseAway(error)) {
      logEvent(this.#logger, isOverload(error) ? 'database_busy' : 'database_unavailable', { err: error });
    } else if (problem.code === 'ramp_configuration') {
      logEvent(this.#logger, 'provider_misconfigured', { code: problem.code, ramp: problem.extras.ramp });
    } else if (problem.code.startsWith('ramp_') && problem.extras.isLogged !== true) {
      logEvent(this.#logger, 'provider_did_not_serve', { code: problem.code, ramp: problem.extras.ramp });
    }
  }
}
