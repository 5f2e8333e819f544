import type { Behaviour } from '../behaviour.js';
import { refusalEnvelope } from '../wire/envelope.js';
import type { Reply } from '../wire/reply.js';
import { envelopeReply, PLAIN } from '../wire/reply.js';

const MESSAGE = 'Too many requests';

/** What a call beyond the rate limit is answered with; nothing is done. */
export function tooMany(behaviour: Behaviour): Reply {
  const { rateLimitHttpStatus: httpStatus, rateLimitCode: returnCode } = behaviour;
  if (returnCode === null) return { kind: 'send', httpStatus, contentType: PLAIN, text: MESSAGE };
  return envelopeReply(refusalEnvelope({ returnCode, returnMsg: MESSAGE }, behaviour), httpStatus);
}
