import { Catch, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isDatabaseAway, isOverload } from '../../database/database-errors.js';
import type { Problem } from '../../problems/problem.js';
import { currentTraceId, newTraceId } from '../../telemetry/trace-context.js';
import { problemBody } from './problem-body.js';
import { problemOf } from './problem-of.js';
import { callerOf } from '../request-caller.js';
import { isTold } from '../../telemetry/outages.js';
import { logEvent } from '../../telemetry/log-events.js';
import type { SecurityLog } from '../../telemetry/security-log.js';

/** Answers every error as `application/problem+json`, and logs those that need attention. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #logger = new Logger('Problem');

  constructor(private readonly security: Pick<SecurityLog, 'tell'>) {}

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
      .send(JSON.stringify(problemBody(problem, currentTraceId() ?? newTraceId(), callerOf(request))));
  }

  #tell({ extras: { security } }: Problem, request: Request): void {
    if (security === undefined) return;
    const { event, actor = callerOf(request)?.id ?? null, facts } = security;
    this.security.tell(event, { actor, address: request.ip ?? null, ...facts });
  }

  #log(problem: Problem, error: unknown): void {
    if (isTold(error)) return;
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
