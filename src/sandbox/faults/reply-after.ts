import type { Envelope } from '../wire/envelope.js';
import type { Reply } from '../wire/reply.js';
import { envelopeReply, jsonReply } from '../wire/reply.js';
import type { Fault } from './fault.js';
import { statusReply } from './fault-replies.js';

/** What becomes of the answer of an endpoint that has acted, or has refused. */
export function replyAfter(fault: Fault, envelope: Envelope, httpStatus: number): Reply {
  const text = JSON.stringify(envelope);
  switch (fault.act) {
    case 'hang-after':
      return { kind: 'silence' };
    case 'reset-after':
      return { kind: 'reset' };
    case 'reset-during':
      return { kind: 'break-halfway', text };
    case 'status-after':
      return statusReply(fault);
    case 'cut':
      return { kind: 'send', httpStatus, contentType: 'application/json', text: text.slice(0, text.length / 2) };
    case 'mutate':
      return envelopeReply({ ...envelope, data: mutated(envelope.data, fault.data) }, httpStatus);
    case 'bare':
      return jsonReply(envelope.data, httpStatus);
    case 'wrong-content':
      return { kind: 'send', httpStatus, contentType: 'text/plain', text };
    case 'delay':
    case 'delay-after':
    case 'hang':
    case 'reset-before':
    case 'status':
    case 'garbage':
    case 'redirect':
    case 'answer':
      return envelopeReply(envelope, httpStatus);
  }
}

/** A list has the change in each of its entries; where there is no data, the change is all there is. */
function mutated(data: unknown, change: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(data)) return data.map((entry: unknown) => mutated(entry, change));
  return typeof data === 'object' ? { ...data, ...change } : data;
}
