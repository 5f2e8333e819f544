import type { Envelope } from '../wire/envelope.js';
import type { Reply } from '../wire/reply.js';
import type { CallEntry } from './entry.js';

/** Records what is really sent, which a fault may have changed. */
export function noteReply(entry: CallEntry, reply: Reply): void {
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
