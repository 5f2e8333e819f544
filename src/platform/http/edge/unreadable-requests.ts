import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import { newTraceId } from '../../telemetry/trace-context.js';
import { problemBody } from '../problem-response.js';
import type { Chance } from '../../chance.js';
import { SECOND } from '../../time/time.js';
import type { Time } from '../../time/time.js';

/** Closing at once would lose the response for a sender that is still sending. */
const LINGER_MS = SECOND;

/** Refuses what Node's parser rejects with a problem, and hangs up: the start of the next request is unknown. */
export function answerUnreadable(server: Server, time: Time, chance: Chance): void {
  const refuse = (socket: Socket, problem: Problem): void => hangUp(time, socket, answer(problem, time, chance));
  const newest = new WeakMap<Socket, ServerResponse>();
  const closing = new WeakSet<Socket>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    newest.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Everything after the first unreadable byte is unreadable too.
    if (closing.has(socket)) return;
    closing.add(socket);
    socket.on('error', () => undefined);
    const response = newest.get(socket);
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (response === undefined || isAnswerExpected(response)) refuse(socket, problemOfParser(error.code));
    else if (response.writableFinished) hangUp(time, socket);
    else response.once('close', () => hangUp(time, socket));
  });
  // Without a listener Node closes the connection without a response.
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    refuse(socket, new Problem('method_not_allowed', PROBLEM_TEXTS.connectNotSupported));
  });
  // An unknown expectation may be ignored; Node would answer without a body.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** Bytes within an unanswered body belong to it; a sender that announced its last request expects no answer. */
function isAnswerExpected(response: ServerResponse): boolean {
  if (!response.req.complete) return !response.headersSent;
  return response.writableFinished && response.shouldKeepAlive;
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

function answer(problem: Problem, time: Time, chance: Chance): string {
  const traceId = newTraceId(chance);
  const body = JSON.stringify(problemBody(problem, traceId, null));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `x-request-id: ${traceId}`,
    `Date: ${time.now().toUTCString()}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

function hangUp(time: Time, socket: Socket, last = ''): void {
  socket.end(last);
  const timer = time.after(LINGER_MS, () => socket.destroy());
  socket.once('close', () => timer.cancel());
}
