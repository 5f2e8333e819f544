import { HTML } from './reply.js';
import type { TextReply } from './reply.js';

/** Thrown like a `Refusal` to answer with a web server's 404 page, without an envelope. */
export class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage';

  readonly reply: TextReply = {
    kind: 'send',
    httpStatus: 404,
    contentType: HTML,
    text: '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>',
  };
}
