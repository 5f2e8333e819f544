import { Controller, Get, Post } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSocket, parse, readToEnd, sendRaw } from '../../../support/raw-http.js';
import type { RawAnswer } from '../../../support/raw-http.js';
import { startEdge } from './edge.js';
import type { Edge } from './edge.js';

@Controller()
class SomeController {
  @Get('v1/cryptos')
  list(): object {
    return {};
  }

  @Post(['v1/quotes', 'callbacks/ramp/:token'])
  take(): object {
    return {};
  }
}

let edge: Edge;
let port: number;
beforeAll(async () => {
  // Long enough for a busy machine to send a whole request.
  const timeouts = { headersTimeout: 1000, requestTimeout: 2000 };
  edge = await startEdge({ controllers: [SomeController], timeouts });
  port = Number(new URL(edge.url).port);
});
afterAll(() => edge.close());

function expectTimeout(answer: RawAnswer): void {
  expect(answer.statuses, answer.text).toEqual([408]);
  expect(answer.headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/problem+json; charset=utf-8',
  });
  expect(JSON.parse(answer.body)).toMatchObject({ status: 408, code: 'request_timeout' });
}

const HOST = 'Host: localhost\r\n';
const QUOTE = `POST /v1/quotes HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

it('slow senders get a 408 and are disconnected, without delaying others', async () => {
  const slow = [
    ...['', 'GET /v1/cr', `GET /v1/cryptos HTTP/1.1\r\n${HOST}X-A: `],
    ...[`${QUOTE}Content-Length: 100\r\n\r\n{"side":`, `${QUOTE}Transfer-Encoding: chunked\r\n\r\n5\r\n{"si`],
    `POST /callbacks/ramp/x HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\nabc`,
  ];
  const sent = slow.flatMap((bytes) => [bytes, bytes, bytes]).map((bytes) => sendRaw(port, bytes));
  expect((await edge.get('/v1/cryptos')).status).toBe(200);
  for (const answer of await Promise.all(sent)) expectTimeout(answer);
});

it('slow senders cannot prolong it with a byte now and then', async () => {
  const socket = await openSocket(port);
  const answer = readToEnd(socket);
  socket.write(`GET /v1/cryptos HTTP/1.1\r\n${HOST}X-A: `);
  const drip = setInterval(() => socket.write('a'), 50);
  const text = await answer;
  clearInterval(drip);
  expectTimeout(parse(text));
});
