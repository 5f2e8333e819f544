import type { CallEntry } from '../ledger/entry.js';
import type { Call } from '../wire/call.js';
import { refusalEnvelope, successEnvelope } from '../wire/envelope.js';
import { NoSuchPage } from '../wire/no-such-page.js';
import { Refusal, refusals } from '../wire/refusal.js';
import type { Answer } from '../wire/reply.js';
import { answerReply } from '../wire/reply.js';
import type { World } from '../world.js';
import type { Endpoint } from './endpoint.js';
import { admit } from './gate.js';

/** Runs the endpoint (null: unknown path) and records in the entry that it acted. */
export function answer(world: World, endpoint: Endpoint | null, call: Call, entry: CallEntry): Answer {
  const { behaviour } = world;
  try {
    if (endpoint === null) throw refusals.path();
    const holder = admit(world, call, endpoint);
    let isBare = false;
    const data = endpoint.act(world, {
      call,
      holder,
      noteOrder: (orderNo) => {
        entry.orderNo = orderNo;
      },
      answerBare: () => {
        isBare = true;
      },
    });
    entry.acted = true;
    const envelope = successEnvelope(data, behaviour);
    return { reply: answerReply(envelope, 200, isBare), envelope, isBare };
  } catch (error) {
    if (error instanceof NoSuchPage) return { reply: error.reply, envelope: null, isBare: false };
    if (!(error instanceof Refusal)) throw error;
    const envelope = refusalEnvelope(error, behaviour);
    const httpStatus = error.httpStatus || behaviour.refusalHttpStatus;
    return { reply: answerReply(envelope, httpStatus, false), envelope, isBare: false };
  }
}
