import type { Reply } from '../wire/reply.js';
import { HTML, jsonReply } from '../wire/reply.js';
import type { Fault } from './fault.js';

/** A bare HTTP status with the fault's body. */
export function statusReply({ code, body }: Fault): Reply {
  return typeof body === 'string'
    ? { kind: 'send', httpStatus: code, contentType: HTML, text: body }
    : jsonReply(body, code);
}
