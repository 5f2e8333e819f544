import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import type { Request, Response, Router } from 'express';
import { replyAfter } from '../faults/reply-after.js';
import { replyInstead } from '../faults/reply-instead.js';
import type { CallEntry } from '../ledger.js';
import type { Call } from '../wire/call.js';
import { fieldText, readCall } from '../wire/call.js';
import type { Envelope } from '../wire/envelope.js';
import { refusalEnvelope, successEnvelope } from '../wire/envelope.js';
import { Refusal, refusals } from '../wire/refusal.js';
import type { Reply } from '../wire/reply.js';
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
  const fault = endpoint === null ? null : world.nextFault({ endpoint: name, merchantOrderNo: entry.merchantOrderNo });
  entry.fault = fault?.act ?? null;
  if (fault !== null && fault.act !== 'delay-after' && fault.ms > 0) await pause(fault.ms);

  let reply = fault === null ? null : replyInstead(fault);
  if (reply === null) {
    const envelope = answer(world, endpoint, call, entry);
    const httpStatus = envelope.success ? 200 : world.behaviour.refusalHttpStatus;
    reply = fault === null ? envelopeReply(envelope, httpStatus) : replyAfter(fault, envelope, httpStatus);
  }
  if (fault?.act === 'delay-after') await pause(fault.ms);
  note(entry, reply);
  response.locals['returnCode'] = entry.returnCode;
  transmit(response, reply, world.clock.now());
}

function answer(world: World, endpoint: Endpoint | null, call: Call, entry: CallEntry): Envelope {
  try {
    if (endpoint === null) throw refusals.path();
    const holder = admit(world, call, endpoint.needsAccessToken);
    const noteOrder = (orderNo: string): void => {
      entry.orderNo = orderNo;
    };
    const data = endpoint.act(world, { call, holder, noteOrder });
    entry.acted = true;
    return successEnvelope(data);
  } catch (error) {
    if (error instanceof Refusal) return refusalEnvelope(error);
    throw error;
  }
}

/** The merchant's number that a call is about, also where it names only the provider's. */
function merchantNumber(world: World, call: Call): string | null {
  const named = fieldText(call, 'merchantOrderNo') ?? '';
  if (named !== '') return named;
  return world.orders.byNumber(fieldText(call, 'orderNo') ?? '')?.merchantOrderNo ?? null;
}

/** Writes into the ledger what really goes over the wire, which a fault may have made something else than the answer. */
function note(entry: CallEntry, reply: Reply): void {
  switch (reply.kind) {
    case 'send': {
      entry.outcome = 'answered';
      entry.httpStatus = reply.httpStatus;
      const { returnCode, returnMsg } = envelopeIn(reply.text);
      entry.returnCode = returnCode ?? null;
      entry.returnMsg = returnMsg ?? null;
      return;
    }
    case 'redirect':
      entry.outcome = 'answered';
      entry.httpStatus = 302;
      return;
    case 'break-halfway':
    case 'reset':
      entry.outcome = 'broken';
      return;
    case 'silence':
      entry.outcome = 'silence';
      return;
  }
}

function envelopeIn(text: string): Partial<Envelope> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Does not keep the process from stopping. */
function pause(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}
