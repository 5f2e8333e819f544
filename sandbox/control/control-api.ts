import express from 'express';
import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import { Refusal } from '../wire/refusal.js';
import type { World } from '../world.js';
import { ControlError } from './control-input.js';
import { addFaultRoutes } from './fault-routes.js';
import { addLedgerRoutes } from './ledger-routes.js';
import { addOrderRoutes } from './order-routes.js';
import { addSwitches } from './switches.js';
import { SCENARIOS } from '../scenarios/table.js';

/**
 * The control API for tests and people: JSON, unsigned, for the loopback address. `--help` lists every route with its
 * body. Not part of the simulated provider.
 */
export function controlApi(world: World): Router {
  const router = express.Router();
  router.use(refusePages(world));
  router.use(express.json({ limit: '1mb' }));
  addOrderRoutes(router, world);
  addSwitches(router, world);
  addFaultRoutes(router, world);
  addLedgerRoutes(router, world);
  addScenarioRoutes(router);

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.delete('/tokens', (_request, response) => {
    world.tokens.clear();
    world.commit();
    response.json({ tokens: [] });
  });
  router.post('/reset', (_request, response) => {
    world.reset();
    response.json({ status: 'reset' });
  });
  router.use((_request, response) => {
    response.status(404).json({ error: 'no such control; --help lists all' });
  });
  router.use(answerError);
  return router;
}

/**
 * Refuses requests of web pages: those with an Origin header, and on a loopback sandbox those with a foreign host
 * name (DNS rebinding). A page that the developer visits must not control the sandbox.
 */
function refusePages({ settings }: World): RequestHandler {
  const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)(:\d+)?$/.test(host);
  return ({ headers }, response, next) => {
    const isRebound = isLoopback(settings.host) && !isLoopback(headers.host ?? 'localhost');
    if (headers.origin === undefined && !isRebound) next();
    else response.status(403).json({ error: 'the control API is for programs on this machine' });
  };
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof ControlError) response.status(error.httpStatus).json({ error: error.message });
  else if (error instanceof Refusal) response.status(400).json({ error: error.message });
  else if (error instanceof SyntaxError) response.status(400).json({ error: 'the body is not JSON' });
  else next(error);
};

/** The magic values with the expected end of a checkout. */
function addScenarioRoutes(router: Router): void {
  router.get('/scenarios', (_request, response) => {
    const scenarios = SCENARIOS.map(({ word, side, what, ends }) => ({ word, suffix: `..${word}`, side, what, ends }));
    response.json({ scenarios });
  });
}
