import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import type { Request, Response, Router } from 'express';
import type { Fault } from '../faults/fault.js';
import { replyAfter } from '../faults/reply-after.js';
import { replyInstead } from '../faults/reply-instead.js';
import type { CallEntry } from '../ledger/entry.js';
import { noteReply } from '../ledger/note-reply.js';
import type { Call } from '../wire/call.js';
import { fieldText, readCall } from '../wire/call.js';
import type { Envelope } from '../wire/envelope.js';
import { refusalEnvelope, successEnvelope } from '../wire/envelope.js';
import { NoSuchPage } from '../wire/no-such-page.js';
import { Refusal, refusals } from '../wire/refusal.js';
import type { Answer, Reply } from '../wire/reply.js';
import { envelopeReply, transmit } from '../wire/reply.js';
import type { World } from '../world.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints.js';
import { admit } from './gate.js';

/** Everything under /open/api: faults, the gate, the endpoints, and the ledger that saw it all. */
export function merchantApi(world: World): Router {
  const router = express.Router({ strict: true, caseSensitive: true });
  router.use(express.raw({ type: () => true, limit: '256kb' }));
  for (const endpoint of ENDPOINTS) {
    router[endpoint.method](endpoint.path, (request, response) => serve(world, endpoint, request, response));
  }
  router.use((request, response) => serve(world, null, request, response));
  return router;
}

/** `endpoint` is null where there is none. */
async function serve(world: World, endpoint: Endpoint | null, request: Request, response: Response): Promise<void> {
  const call = readCall(request);
  const name = endpoint?.name ?? 'unknown';
  const entry = world.ledger.recordCall(name, call, world.clock.iso());
  entry.merchantOrderNo = merchantNumber(world, call);
  const number = entry.merchantOrderNo ?? fieldText(call, 'orderNo') ?? '';
  const target = { endpoint: name, merchantOrderNo: entry.merchantOrderNo, number };
  const fault = endpoint === null ? null : world.nextFault(target);
  entry.fault = fault?.act ?? null;

  const reply = await decide(world, endpoint, call, entry, fault);
  noteReply(entry, reply);
  response.locals['returnCode'] = entry.returnCode;
  transmit(response, reply, world.clock.now());
}

/** Waits where the fault says so. A reset or a stop in the meantime cuts the connection, and nothing more is done. */
async function decide(
  world: World,
  endpoint: Endpoint | null,
  call: Call,
  entry: CallEntry,
  fault: Fault | null,
): Promise<Reply> {
  if (fault === null) return answer(world, endpoint, call, entry).reply;
  const { era } = world;
  const cutOff: Reply = { kind: 'reset' };
  if (fault.act !== 'delay-after' && !(await outwaits(fault.ms, era))) return cutOff;
  const instead = replyInstead(fault);
  if (instead !== null) return instead;
  const reply = replyAfter(fault, answer(world, endpoint, call, entry));
  return fault.act === 'delay-after' && !(await outwaits(fault.ms, era)) ? cutOff : reply;
}

function answer(world: World, endpoint: Endpoint | null, call: Call, entry: CallEntry): Answer {
  try {
    if (endpoint === null) throw refusals.path();
    const holder = admit(world, call, endpoint.needsAccessToken);
    const noteOrder = (orderNo: string): void => {
      entry.orderNo = orderNo;
    };
    const data = endpoint.act(world, { call, holder, noteOrder });
    entry.acted = true;
    return enveloped(successEnvelope(data), 200);
  } catch (error) {
    if (error instanceof Refusal) return enveloped(refusalEnvelope(error), world.behaviour.refusalHttpStatus);
    if (error instanceof NoSuchPage) return { reply: error.reply, envelope: null };
    throw error;
  }
}

function enveloped(envelope: Envelope, httpStatus: number): Answer {
  return { reply: envelopeReply(envelope, httpStatus), envelope };
}

/** The merchant's number that a call is about, also where it names only the provider's. */
function merchantNumber(world: World, call: Call): string | null {
  const named = fieldText(call, 'merchantOrderNo') ?? '';
  if (named !== '') return named;
  return world.orders.byNumber(fieldText(call, 'orderNo') ?? '')?.merchantOrderNo || null;
}

/** Whether nothing has cut the waiting short. By the machine's clock; does not keep the process from stopping. */
async function outwaits(ms: number, cut: AbortSignal): Promise<boolean> {
  if (ms > 0) await wait(ms, undefined, { ref: false, signal: cut }).catch(() => undefined);
  return !cut.aborted;
}
