import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../shared/problem.js';
import { newTraceId } from '../telemetry/trace-context.js';
import { problemBody } from './problem-body.js';

/** A sender that is still sending would lose the answer if the connection were torn down at once. */
const LINGER_MS = 1000;

/**
 * Answers what Node's parser does not let become a request, as the problem that it is, and closes the connection: where
 * one request ends and the next begins cannot be told any more.
 */
export function answerUnreadable(server: Server): void {
  const answering = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();
  const closing = new WeakSet<Socket>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answering.set(request.socket, { request, response });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What comes after the first unreadable byte is unreadable again.
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.on('error', () => undefined);
    const current = answering.get(socket);
    const isAnswered = current === undefined || current.response.writableFinished;
    // Half of an answer is out, or the unreadable one waits behind one that has its answer still to come.
    const wouldMix = !isAnswered && (current.response.headersSent || current.request.complete);
    if (!socket.writable || wouldMix || error.code === 'ECONNRESET') socket.destroy();
    else closeWith(socket, problemOfParser(error.code));
  });
  // Without a listener Node hangs up without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    closeWith(socket, new Problem('method_not_allowed', 'This is no proxy.'));
  });
  // An expectation that is not known may be left unmet; Node would answer without a body.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

function problemOfParser(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headers_too_large', 'Address and headers may have 16 KiB at most.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request_timeout', 'The request did not come in time.');
  }
  return new Problem('invalid_request', 'The request is not HTTP as it has to be.');
}

function closeWith(socket: Socket, problem: Problem): void {
  const traceId = newTraceId();
  const body = JSON.stringify(problemBody(problem, traceId, null));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `x-request-id: ${traceId}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}
