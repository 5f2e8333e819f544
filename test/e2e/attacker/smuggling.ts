import { exchange, statusesIn } from './wire.js';
import type { Attacker, Stage } from './tour.js';

const EVIL = 'evil.example';

interface RawCase {
  readonly what: string;
  readonly bytes: string;
  /** How many answers there may be at most. */
  readonly answers?: number;
  readonly allowed: readonly number[];
}

/** A request that is hidden in another. */
const HIDDEN = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

const head = (lines: readonly string[], line = 'POST /v1/quotes HTTP/1.1'): string =>
  `${[line, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`;

const json = (length: number | string): string[] => ['Content-Type: application/json', `Content-Length: ${length}`];

/** Bytes that two programs in a row may read differently. */
function cases(apiKey: string, path: string): RawCase[] {
  const chunked = `0\r\n\r\n${HIDDEN}`;
  const key = `X-Api-Key: ${apiKey}`;
  const refused = [400, 501];
  const ambiguous = (what: string, lines: readonly string[], body = chunked): RawCase => ({
    what,
    bytes: head(['Content-Type: application/json', ...lines]) + body,
    answers: 1,
    allowed: [...refused, 401, 415],
  });
  return [
    ambiguous('a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
    ambiguous('chunks and a length', ['Transfer-Encoding: chunked', `Content-Length: ${chunked.length}`]),
    ambiguous('chunks in an odd spelling', ['Transfer-Encoding: xchunked', 'Content-Length: 5']),
    ambiguous('chunks behind a tab', ['Transfer-Encoding:\tchunked', 'Content-Length: 5']),
    ambiguous('chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 5']),
    ambiguous('chunks and something else', ['Transfer-Encoding: chunked, identity', 'Content-Length: 5']),
    ambiguous('chunks with a blank before the colon', ['Transfer-Encoding : chunked', 'Content-Length: 5']),
    ambiguous('chunks behind a vertical tab', ['Transfer-Encoding: \x0bchunked', 'Content-Length: 5']),
    ambiguous('chunks in a folded line', ['X-A: b', ' Transfer-Encoding: chunked', 'Content-Length: 5']),
    ambiguous('chunks behind a bare line feed', ['X-A: b\nTransfer-Encoding: chunked', 'Content-Length: 5']),
    ambiguous('chunks behind a bare carriage return', ['X-A: b\rTransfer-Encoding: chunked', 'Content-Length: 5']),
    ambiguous('two lengths', ['Content-Length: 2', `Content-Length: ${HIDDEN.length + 2}`], `{}${HIDDEN}`),
    ambiguous('two lengths in one line', ['Content-Length: 2, 2'], `{}${HIDDEN}`),
    ambiguous('a length with a sign', ['Content-Length: +2'], `{}${HIDDEN}`),
    ambiguous('a length below zero', ['Content-Length: -1'], `{}${HIDDEN}`),
    ambiguous('a length in hex', ['Content-Length: 0x2'], `{}${HIDDEN}`),
    ambiguous('a length of many digits', [`Content-Length: ${'9'.repeat(40)}`], '{}'),
    ambiguous('a length with blanks inside', ['Content-Length: 1 0'], `{}${HIDDEN}`),
    ambiguous('a chunk of an odd size', ['Transfer-Encoding: chunked'], `0x2\r\n{}\r\n${chunked}`),
    ambiguous('a chunk of a size below zero', ['Transfer-Encoding: chunked'], `-1\r\n{}\r\n${chunked}`),
    ambiguous('a chunk with a line feed alone', ['Transfer-Encoding: chunked'], `2\n{}\n${chunked}`),
    ambiguous('a chunk that is too long', ['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n{}\r\n${chunked}`),
    {
      what: 'a request hidden in a body',
      bytes: head([...json(HIDDEN.length), 'Connection: close']) + HIDDEN,
      answers: 1,
      allowed: [400, 401],
    },
    {
      what: 'a request behind one that has no body, shown a key in the first alone',
      bytes: head([key], 'GET /v1/admin/runs HTTP/1.1') + head(['Connection: close'], 'GET /v1/admin/runs HTTP/1.1'),
      answers: 2,
      // The first is answered, and shows nothing of the attacker's; the second has to stand for itself.
      allowed: [401, 403],
    },
    { what: 'a NUL in a header', bytes: head([`X-A: a\0b`], `GET ${path} HTTP/1.1`), allowed: refused },
    { what: 'a NUL in a path', bytes: head([], 'GET /v1/\0 HTTP/1.1'), allowed: refused },
    {
      what: 'a blank before a colon',
      bytes: head([`X-Api-Key : ${apiKey}`], 'GET /v1/admin/keys HTTP/1.1'),
      allowed: refused,
    },
    { what: 'a header without a name', bytes: head([': x'], `GET ${path} HTTP/1.1`), allowed: refused },
    { what: 'a header without a colon', bytes: head(['nonsense'], `GET ${path} HTTP/1.1`), allowed: refused },
    { what: 'a line without a version', bytes: 'GET /health/live\r\n\r\n', allowed: refused },
    { what: 'an unknown version', bytes: 'GET /health/live HTTP/3.0\r\n\r\n', allowed: [...refused, 505] },
    { what: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', allowed: [...refused, 505] },
    { what: 'no host', bytes: `GET ${path} HTTP/1.1\r\n\r\n`, allowed: refused },
    {
      what: 'an upgrade to HTTP/2',
      bytes: head(
        ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA'],
        `GET ${path} HTTP/1.1`,
      ),
      allowed: [400, 401],
    },
    {
      what: 'an upgrade to a web socket',
      bytes: head(
        [
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
        ],
        `GET ${path} HTTP/1.1`,
      ),
      allowed: [400, 401, 426],
    },
    { what: 'a tunnel', bytes: `CONNECT ${EVIL}:443 HTTP/1.1\r\nHost: ${EVIL}\r\n\r\n`, allowed: [400, 404, 405] },
    {
      what: 'the address of another host',
      bytes: head(['Connection: close'], `GET http://${EVIL}${path} HTTP/1.1`),
      allowed: [400, 401, 404],
    },
    {
      what: 'two hosts',
      bytes: head([`Host: ${EVIL}`, 'Connection: close'], 'GET /health/live HTTP/1.1'),
      allowed: [400],
    },
    { what: 'an asterisk', bytes: head(['Connection: close'], 'GET * HTTP/1.1'), allowed: [400, 404] },
    {
      what: 'an OPTIONS of an asterisk',
      bytes: head(['Connection: close'], 'OPTIONS * HTTP/1.1'),
      allowed: [200, 204, 400, 404],
    },
    {
      what: 'a path that goes up',
      bytes: head(['Connection: close'], 'GET /health/../v1/admin/keys HTTP/1.1'),
      allowed: [400, 401, 404],
    },
    {
      what: 'a path with backslashes',
      bytes: head(['Connection: close'], 'GET \\v1\\admin\\keys HTTP/1.1'),
      allowed: [400, 404],
    },
    {
      what: 'a path without a slash',
      bytes: head(['Connection: close'], 'GET v1/admin/keys HTTP/1.1'),
      allowed: [400, 401, 404],
    },
    {
      what: 'a method that there is not',
      bytes: head(['Connection: close'], `GETT ${path} HTTP/1.1`),
      allowed: refused,
    },
    {
      what: 'a line that does not end',
      bytes: `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      allowed: [400, 414, 431],
    },
    { what: 'TLS', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', allowed: refused },
  ];
}

/** Headers by which a proxy, or a program behind one, would be told another address, method or host. */
const OVERRIDES: readonly Readonly<Record<string, string | readonly string[]>>[] = [
  { 'x-original-url': '/health/live', 'x-rewrite-url': '/health/live' },
  { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'GET' },
  {
    'x-forwarded-host': EVIL,
    'x-host': EVIL,
    'x-forwarded-server': EVIL,
    forwarded: `for=127.0.0.1;host=${EVIL};proto=https`,
  },
  {
    'x-forwarded-prefix': '/evil',
    'x-forwarded-path': '/evil',
    'x-forwarded-proto': 'javascript',
    'x-forwarded-port': '1',
  },
  {
    'x-forwarded-for': '127.0.0.1',
    'x-real-ip': '127.0.0.1',
    'true-client-ip': '127.0.0.1',
    'x-client-ip': '127.0.0.1',
  },
  { host: EVIL },
  { host: `${EVIL}:80` },
  { host: `x@${EVIL}` },
  { host: '' },
  { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
  { origin: 'null' },
];

export const smuggling: Stage = {
  title: 'requests that two programs read differently',
  async run(attacker) {
    const { tour, address } = attacker;
    const victim = await tour.victim(await tour.login('alice'));
    const path = `/v1/orders/${victim.number}`;
    for (const { what, bytes, answers = 1, allowed } of cases(tour.keys.insider.key, path)) {
      const got = await exchange(address, tour.port, bytes);
      const statuses = statusesIn(got);
      if (statuses.length > answers)
        attacker.fault(`${what} was answered ${statuses.length} times: ${statuses.join(', ')}`);
      const odd = statuses.filter((status) => !allowed.includes(status) && status !== 429);
      if (odd.length > 0) attacker.fault(`${what} was answered ${odd.join(', ')}: ${got.slice(0, 300)}`);
      if (got.includes(EVIL)) attacker.fault(`${what} got its own host back`);
      for (const treasure of tour.treasures) if (got.includes(treasure)) attacker.fault(`${what} was told a secret`);
    }
    await overrides(attacker, path);
  },
};

async function overrides(attacker: Attacker, path: string): Promise<void> {
  for (const headers of OVERRIDES) {
    const what = JSON.stringify(headers);
    const pages = ['/docs', '/openapi.json', '/health/live', '/health/ready', '/'];
    const replies = await attacker.strikeAll([
      ...[path, '/v1/admin/keys', '/V1/ADMIN/keys'].map((at) => ({
        what: `${what} at ${at}`,
        path: at,
        headers,
        allowed: [400, 401],
      })),
      {
        what: `${what} and a POST`,
        method: 'POST',
        path: '/v1/cryptos',
        headers,
        body: {},
        allowed: [400, 401, 404, 405],
      },
      ...pages.map((at) => ({ what: `${what} at ${at}`, path: at, headers, allowed: [200, 301, 302, 400, 404] })),
    ]);
    for (const { headers: got, text } of replies) {
      if (`${JSON.stringify(got)}${text}`.includes(EVIL)) attacker.fault(`${what} stands in an answer`);
      if (got['access-control-allow-origin'] !== undefined) attacker.fault(`${what} was let in by CORS`);
    }
  }
  const made = await attacker.ownOrder();
  if (!made.number) attacker.fault('after all of that no order could be made');
}
