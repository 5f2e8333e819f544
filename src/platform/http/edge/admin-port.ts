import type { RequestListener } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../../config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../../shared/problem.js';
import type { EdgeAdapter } from './edge-adapter.js';

/** What operators and their programs look at, and nobody else has to. */
const FOR_OPERATORS = ['/metrics', '/docs', '/openapi.json'];
/** What is served at the port of its own. */
const SERVED = /^\/(?:metrics|docs|openapi\.json|health)(?:\/|$)/i;

const operators = new WeakSet<object>();

/** May the answer to this request tell how the service and its provider are? */
export function isForOperators(request: object): boolean {
  return operators.has(request);
}

/** Keeps the two ports apart; without a port of their own operators come where everybody comes. */
export function separatePorts(app: NestExpressApplication, { http: { adminPort } }: Settings): void {
  if (adminPort === null) {
    app.use('/health', noteOperator);
    return;
  }
  const nothing = (_request: Request, _response: Response, next: NextFunction): void => {
    next(new Problem('not_found', PROBLEM_TEXTS.nothingHere));
  };
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (isForOperators(request) && !SERVED.test(request.path)) nothing(request, response, next);
    else next();
  });
  app.use(FOR_OPERATORS, (request: Request, response: Response, next: NextFunction) => {
    if (isForOperators(request)) next();
    else nothing(request, response, next);
  });
}

/**
 * Listens at the port of its own, if there is one, until the application's server has closed: whoever watches it sees how it
 * ends.
 */
export async function listenForOperators(app: NestExpressApplication, settings: Settings): Promise<void> {
  const { adminPort, host } = settings.http;
  if (adminPort === null) return;
  const adapter = app.getHttpAdapter() as unknown as EdgeAdapter;
  const express = adapter.getInstance<RequestListener>();
  const server = adapter.newServer((request, response) => {
    operators.add(request);
    express(request, response);
  });
  await new Promise<void>((ready, fail) => {
    server.once('error', fail).listen(adminPort, host, ready);
  });
  app.getHttpServer().once('close', () => {
    server.close();
    server.closeAllConnections();
  });
}

function noteOperator(request: Request, _response: Response, next: NextFunction): void {
  operators.add(request);
  next();
}
