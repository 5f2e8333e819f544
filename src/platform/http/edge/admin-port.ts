import type { RequestListener } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../../config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import type { EdgeAdapter } from './edge-adapter.js';

const FOR_OPERATORS = /^\/(?:metrics|docs|openapi\.json)(?:\/|$)/i;
const CONSOLE = /^\/console\/?$/i;
/** The files that the console loads, and its calls. */
const OF_CONSOLE = /^\/(?:assets\/|brand\.css$|v1\/admin\/)/i;
const HEALTH = /^\/health(?:\/|$)/i;

const operators = new WeakSet<object>();

/** May the response describe the state of the service and its provider? */
export function isForOperators(request: object): boolean {
  return operators.has(request);
}

export function separatePorts(app: NestExpressApplication, { http }: Settings): void {
  const { operatorRoutesArePublic, adminPort } = http;
  app.use((request: Request, _response: Response, next: NextFunction) => {
    const { path } = request;
    const isConsole = adminPort !== null && CONSOLE.test(path);
    const isOwn = FOR_OPERATORS.test(path);
    const isShared = HEALTH.test(path) || OF_CONSOLE.test(path);
    const isAtAdminPort = operators.has(request);
    if (operatorRoutesArePublic) operators.add(request);
    const isServed = isAtAdminPort ? isOwn || isConsole || isShared : !isConsole && (operatorRoutesArePublic || !isOwn);
    next(isServed ? undefined : new Problem('not_found', PROBLEM_TEXTS.nothingHere));
  });
}

/** Listens until the application's server has closed, so that monitoring sees the shutdown. */
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
