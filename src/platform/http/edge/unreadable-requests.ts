import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, PROBLEM_TEXTS } from '../../shared/problem.js';
import { newTraceId } from '../../telemetry/trace-context.js';
import { problemBody } from '../problems/problem-body.js';

/** A sender that is still sending would lose the answer if the connection were torn down at once. */
const LINGER_MS = 1000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers what Node's parser does not let become a request, as the problem that it is, and closes the connection: where
 * one request ends and the next begins cannot be told any more.
 */
export function answerUnreadable(server: Server): void {
  const newest = new WeakMap<Socket, Exchange>();
  const closing = new WeakSet<Socket>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    newest.set(request.socket, { request, response });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What comes after the first unreadable byte is unreadable again.
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.on('error', () => undefined);
    const exchange = newest.get(socket);
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (exchange === undefined || isToBeAnswered(exchange)) hangUp(socket, answer(problemOfParser(error.code)));
    else
      afterwards(exchange, () => {
        hangUp(socket);
      });
  });
  // Without a listener Node hangs up without a word.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    hangUp(socket, answer(new Problem('method_not_allowed', PROBLEM_TEXTS.connectNotSupported)));
  });
  // An expectation that is not known may be left unmet; Node would answer without a body.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/**
 * Is an answer to what is unreadable the next thing that the sender expects? In the body of a request it is the answer to
 * that, unless there is one. Behind a request it must not be taken for the answer to that; nor does anybody wait for one
 * who has said that this was the last request.
 */
function isToBeAnswered({ request, response }: Exchange): boolean {
  if (!request.complete) return !response.headersSent;
  return response.writableFinished && response.shouldKeepAlive;
}

/** Once the answer that is under way is out. */
function afterwards({ response }: Exchange, then: () => void): void {
  if (response.writableFinished) then();
  else response.once('close', then);
}

function problemOfParser(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headers_too_large', PROBLEM_TEXTS.headersTooLarge);
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem('request_timeout', PROBLEM_TEXTS.requestTimeout);
  }
  return new Problem('invalid_request', PROBLEM_TEXTS.malformedHttp);
}

function answer(problem: Problem): string {
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
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** `last`: what is still to be sent. */
function hangUp(socket: Socket, last = ''): void {
  socket.end(last);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}
