import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Fault } from '../faults/fault.js';
import { replyAfter } from '../faults/reply-after.js';
import { replyInstead } from '../faults/reply-instead.js';
import type { CallEntry } from '../ledger/entry.js';
import { noteReply } from '../ledger/note-reply.js';
import type { Order } from '../orders/order.js';
import type { Scenario } from '../scenarios/scenario.js';
import { scenarioOf } from '../scenarios/table.js';
import type { Call } from '../wire/call.js';
import { fieldText, readCall } from '../wire/call.js';
import type { Reply } from '../wire/reply.js';
import { transmit, envelopeReply, PLAIN } from '../wire/reply.js';
import type { World } from '../world.js';
import { answer } from './answer.js';
import type { Endpoint } from './endpoint.js';
import { endpointAt, isMerchantPath } from './endpoints.js';
import type { Behaviour } from '../switches/behaviour.js';
import { refusalEnvelope } from '../wire/envelope.js';

/** The merchant API: rate limit, faults, admission, endpoints, ledger. */
export function merchantApi(world: World): Router {
  const router = express.Router();
  router.use((request, _response, next) => {
    next(isMerchantPath(world.behaviour, request.path) ? undefined : 'router');
  });
  router.use(express.raw({ type: () => true, limit: '256kb' }));
  router.use((request, response) => serve(world, request, response));
  return router;
}

async function serve(world: World, request: Request, response: Response): Promise<void> {
  const { behaviour, clock } = world;
  const call = readCall(request);
  const endpoint = endpointAt(behaviour, call.method, call.path);
  const name = endpoint?.name ?? 'unknown';
  const { sign, 'access-token': token } = behaviour.signatureHeaders;
  const entry = world.ledger.recordCall(name, call, clock.iso(), [sign ?? '', token ?? '']);
  const order = namedOrder(world, call);
  entry.merchantOrderNo = fieldText(call, 'merchantOrderNo') || order?.merchantOrderNo || null;

  const reply = await decide(world, endpoint, call, entry, order);
  noteReply(entry, reply);
  response.locals['returnCode'] = entry.returnCode;
  transmit(response, reply, behaviour.dateHeader ? clock.now() + behaviour.dateSkewMs : null);
}

/** Waits as the fault says. A reset or stop during the wait cuts the connection without further effect. */
async function decide(
  world: World,
  endpoint: Endpoint | null,
  call: Call,
  entry: CallEntry,
  order: Order | null,
): Promise<Reply> {
  const { era, behaviour } = world;
  if (!world.rate.admits(behaviour.rateLimit)) return tooMany(behaviour);
  const fault = endpoint === null ? null : faultFor(world, endpoint, call, entry, order);
  entry.fault = fault?.act ?? null;

  const cutOff: Reply = { kind: 'reset' };
  if (behaviour.latencyMs > 0 && !(await outwaits(behaviour.latencyMs, era))) return cutOff;
  if (fault === null) return answer(world, endpoint, call, entry).reply;
  if (fault.act !== 'delay-after' && !(await outwaits(fault.ms, era))) return cutOff;
  const instead = replyInstead(fault, behaviour);
  if (instead !== null) return instead;
  const reply = replyAfter(fault, answer(world, endpoint, call, entry));
  return fault.act === 'delay-after' && !(await outwaits(fault.ms, era)) ? cutOff : reply;
}

function faultFor(
  world: World,
  { name }: Endpoint,
  call: Call,
  { merchantOrderNo }: CallEntry,
  order: Order | null,
): Fault | null {
  const number = merchantOrderNo ?? fieldText(call, 'orderNo') ?? '';
  return world.nextFault({ endpoint: name, merchantOrderNo, number }, scenarioFor(world, name, call, order));
}

/** A create names its scenario; other calls concern an order that has one. */
function scenarioFor({ stage }: World, endpoint: string, call: Call, order: Order | null): Scenario | null {
  if (endpoint !== 'create') return scenarioOf(order?.scenario);
  return stage.castBuy(fieldText(call, 'merchantOrderNo') ?? '', fieldText(call, 'merchantName') ?? '');
}

/** The order of a call; of several with one number, the newest. */
function namedOrder({ orders }: World, call: Call): Order | null {
  const byOrderNo = orders.byNumber(fieldText(call, 'orderNo') ?? '');
  const merchantOrderNo = fieldText(call, 'merchantOrderNo') ?? '';
  return byOrderNo ?? (merchantOrderNo === '' ? null : (orders.withMerchantNumber(merchantOrderNo).at(-1) ?? null));
}

/** Waits on the machine's clock. False if `cut` was aborted. Does not keep the process alive. */
async function outwaits(ms: number, cut: AbortSignal): Promise<boolean> {
  if (ms > 0) await wait(ms, undefined, { ref: false, signal: cut }).catch(() => undefined);
  return !cut.aborted;
}

const MESSAGE = 'Too many requests';

/** The answer beyond the rate limit; the call has no effect. */
function tooMany(behaviour: Behaviour): Reply {
  const { rateLimitHttpStatus: httpStatus, rateLimitCode: returnCode } = behaviour;
  if (returnCode === null) return { kind: 'send', httpStatus, contentType: PLAIN, text: MESSAGE };
  return envelopeReply(refusalEnvelope({ returnCode, returnMsg: MESSAGE }, behaviour), httpStatus);
}
