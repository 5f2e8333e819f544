import type { Answer, Reply } from '../wire/reply.js';
import { answerReply, jsonReply } from '../wire/reply.js';
import type { Fault } from './fault.js';
import { statusReply } from './fault-replies.js';

/** Changes the answer of an endpoint after it acted or refused. */
export function replyAfter(fault: Fault, { reply, envelope, isBare }: Answer): Reply {
  switch (fault.act) {
    case 'hang-after':
      return { kind: 'silence' };
    case 'reset-after':
      return { kind: 'reset' };
    case 'reset-during':
      return { kind: 'break-halfway', text: reply.text };
    case 'status-after':
      return statusReply(fault);
    case 'cut':
      return { ...reply, contentType: 'application/json', text: reply.text.slice(0, reply.text.length / 2) };
    case 'mutate':
      if (envelope === null) return reply;
      return answerReply({ ...envelope, data: mutated(envelope.data, fault.data) }, reply.httpStatus, isBare);
    case 'bare':
      return envelope === null ? reply : jsonReply(envelope.data, reply.httpStatus);
    case 'wrong-content':
      return { ...reply, contentType: 'text/plain' };
    case 'delay':
    case 'delay-after':
    case 'hang':
    case 'reset-before':
    case 'status':
    case 'garbage':
    case 'redirect':
    case 'answer':
      return reply;
  }
}

/** Applies the change to each entry of a list; replaces missing data. */
function mutated(data: unknown, change: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(data)) return data.map((entry: unknown) => mutated(entry, change));
  return typeof data === 'object' ? { ...data, ...change } : data;
}
