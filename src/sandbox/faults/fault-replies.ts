import type { Reply } from '../wire/reply.js';
import { jsonReply } from '../wire/reply.js';
import type { Fault } from './fault.js';

export const HTML = 'text/html;charset=UTF-8';

/** A bare HTTP status, with the fault's own body. */
export function statusReply({ code, body }: Fault): Reply {
  return typeof body === 'string'
    ? { kind: 'send', httpStatus: code, contentType: HTML, text: body }
    : jsonReply(body, code);
}
