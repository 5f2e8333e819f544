import { HTML } from './reply.js';
import type { TextReply } from './reply.js';

/** An endpoint answers as if a web server had no such page: thrown like a `Refusal`, but there is no envelope. */
export class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage';

  readonly reply: TextReply = {
    kind: 'send',
    httpStatus: 404,
    contentType: HTML,
    text: '<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>',
  };
}
