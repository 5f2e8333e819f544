import express from 'express';
import type { ErrorRequestHandler, Router } from 'express';
import { LONGEST_WAIT_MS } from '../settings/settings.js';
import { Refusal } from '../wire/refusal.js';
import type { World } from '../world.js';
import { ControlError, ControlInput } from './control-input.js';
import { addOrderRoutes } from './order-routes.js';
import { readFaultRules } from './read-fault-rules.js';

const UNKNOWN_ORDER_ANSWERS = ['null-data', 'refusal'] as const;
const CENTURY_MS = 100 * 365 * 86_400_000;

/**
 * What tests and people use to look inside and to make things happen: JSON, unsigned, meant for the loopback address.
 * `--help` lists every route with its body. Not part of what it simulates.
 */
export function controlApi(world: World): Router {
  const router = express.Router();
  router.use(express.json({ limit: '1mb' }));
  addOrderRoutes(router, world);
  addSwitches(router, world);
  addFaultRoutes(router, world);

  router.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/ledger', (request, response) => {
    const { merchantOrderNo, since } = request.query;
    const filter = {
      merchantOrderNo: typeof merchantOrderNo === 'string' ? merchantOrderNo : null,
      since: typeof since === 'string' && /^\d{1,15}$/.test(since) ? Number(since) : 0,
    };
    response.json({ entries: world.ledger.read(filter) });
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

function addSwitches(router: Router, world: World): void {
  const { behaviour, clock } = world;
  router.post('/callbacks', (request, response) => {
    behaviour.callbacks = ControlInput.of(request.body).flag('enabled');
    response.json({ enabled: behaviour.callbacks });
  });
  router.post('/pace', (request, response) => {
    behaviour.paceMs = ControlInput.of(request.body).integer('ms', 0, LONGEST_WAIT_MS);
    response.json({ ms: behaviour.paceMs });
  });
  router.post('/clock', (request, response) => {
    clock.offsetMs = ControlInput.of(request.body).integer('offsetMs', -CENTURY_MS, CENTURY_MS);
    response.json({ offsetMs: clock.offsetMs, now: clock.iso() });
  });
  router.post('/behaviour', (request, response) => {
    const input = ControlInput.of(request.body);
    const refusalHttpStatus = input.integer('refusalHttpStatus', 200, 599, behaviour.refusalHttpStatus);
    if (input.has('unknownOrder')) behaviour.unknownOrder = input.oneOf('unknownOrder', UNKNOWN_ORDER_ANSWERS);
    behaviour.refusalHttpStatus = refusalHttpStatus;
    response.json(behaviour);
  });
}

function addFaultRoutes(router: Router, world: World): void {
  const waiting = () => ({
    faults: world.faultRules.waiting().map(({ fault, ...target }) => ({ ...target, ...fault })),
  });
  router.get('/faults', (_request, response) => {
    response.json(waiting());
  });
  router.post('/faults', (request, response) => {
    world.faultRules.add(readFaultRules(request.body));
    response.status(201).json(waiting());
  });
  router.delete('/faults', (_request, response) => {
    world.faultRules.clear();
    response.json(waiting());
  });
}

const answerError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof ControlError) response.status(error.httpStatus).json({ error: error.message });
  else if (error instanceof Refusal) response.status(400).json({ error: error.message });
  else if (error instanceof SyntaxError) response.status(400).json({ error: 'the body is not JSON' });
  else next(error);
};
