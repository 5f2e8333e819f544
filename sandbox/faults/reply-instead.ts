import type { Behaviour } from '../switches/behaviour.js';
import { refusalEnvelope } from '../wire/envelope.js';
import type { Reply } from '../wire/reply.js';
import { envelopeReply, HTML } from '../wire/reply.js';
import type { Fault } from './fault.js';
import { statusReply } from './fault-replies.js';

/** The reply of a fault before the endpoint acts; null: the endpoint acts. */
export function replyInstead(fault: Fault, behaviour: Pick<Behaviour, 'traceId'>): Reply | null {
  switch (fault.act) {
    case 'hang':
      return { kind: 'silence' };
    case 'reset-before':
      return { kind: 'reset' };
    case 'status':
      return statusReply(fault);
    case 'garbage':
      return { kind: 'send', httpStatus: 200, contentType: HTML, text: '<html><body>Please wait…</body></html>' };
    case 'redirect':
      return { kind: 'redirect', location: '/elsewhere' };
    case 'answer':
      return envelopeReply(refusalEnvelope(fault, behaviour), fault.http);
    case 'delay':
    case 'delay-after':
    case 'hang-after':
    case 'reset-after':
    case 'reset-during':
    case 'status-after':
    case 'cut':
    case 'mutate':
    case 'bare':
    case 'wrong-content':
      return null;
  }
}
