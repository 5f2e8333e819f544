import { Agent, request } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '#src/openapi/describe-api.js';
import { everyRoute } from '../support/every-route.js';
import type { RouteRequest } from '../support/every-route.js';
import type { ApiDocument } from '../support/openapi/document.js';
import { startWholeApp } from '../support/whole-app.js';

const KIB = 1024;
/** A route takes up to 8 or 64 KiB; one byte more would be refused unread. */
const SIZES = [8 * KIB, 64 * KIB];
/** The most that a large request may cost, as a multiple of a small one's CPU. Quadratic work costs 10 to 70 times as much. */
const MOST_TIMES = 6;
/** Below this the CPU of an answer is mostly noise. */
const FLOOR_MS = 0.7;
const TRIES = 8;
const MOST_SHOWN = 2;
const LIMITS_OFF = { RATE_LIMIT_ADDRESS_RPS: '0', RATE_LIMIT_CALLER_RPS: '0', RATE_LIMIT_KEY_RPS: '0' };

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Service and client are this process: what a client spends on a body is linear in its bytes, and little. */
class Meter {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(
    readonly app: NestExpressApplication,
    private readonly port: number,
    readonly close: () => Promise<void>,
  ) {}

  static async start(environment: Readonly<Record<string, string>>): Promise<Meter> {
    const whole = await startWholeApp({ ...LIMITS_OFF, ...environment });
    const { app } = whole;
    const port = await listening(app);
    const meter: Meter = new Meter(app, port, async () => {
      meter.#agent.destroy();
      await whole.close();
    });
    return meter;
  }

  /** Milliseconds of CPU of the cheapest of some tries; no further one once it is less than `enough`. */
  async cost(sent: Sent, enough = 0): Promise<number> {
    let least = Infinity;
    for (let n = 0; n < TRIES && least > enough; n++) {
      const before = process.cpuUsage();
      await this.#send(sent);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  }

  #send({ method, path, headers = {}, body }: Sent): Promise<void> {
    const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve) => {
      const options = { port: this.port, host: '127.0.0.1', method, path, agent: this.#agent };
      request({ ...options, headers: { ...json, ...headers } }, (response) => {
        response.resume().once('close', resolve);
      })
        .once('error', () => {
          resolve();
        })
        .end(body);
    });
  }
}

async function listening(app: NestExpressApplication): Promise<number> {
  await app.listen(0, '127.0.0.1');
  return Number(new URL(await app.getUrl()).port);
}

const fill = (bytes: number, item: (n: number) => string, separator = ','): string => {
  const items: string[] = [];
  for (let [n, length] = [0, 0]; length < bytes; n++) {
    const next = item(n);
    items.push(next);
    length += next.length + separator.length;
  }
  return items.slice(0, -1).join(separator);
};

const ROOM = 100;
const TEXTS = ['1', 'a', ' ', '9.', '%41', 'https://a', '\u00e9', '\\"', '{', '1,', 'a@', '-'];

/** Bodies of so many bytes that a stranger could make; `fields`: what the route knows. */
function* hostileBodies(bytes: number, fields: readonly string[]): Generator<[shape: string, body: string]> {
  const room = bytes - ROOM;
  yield ['names', `{${fill(room, (n) => `"a${n}":0`)}}`];
  yield ['names like numbers', `{${fill(room, (n) => `"${n}":0`)}}`];
  yield ['levels of objects', `${'{"a":'.repeat(room / 7)}1${'}'.repeat(room / 7)}`];
  yield ['levels of lists', `{"a":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`];
  yield ['unclosed lists', '['.repeat(room)];
  yield ['unclosed texts', `{"a":"${'\\"'.repeat(room / 2)}`];
  yield ['blanks', `{"a":"b"${' '.repeat(room)}}`];
  for (const field of fields) {
    yield [`${field}: objects`, `{"${field}":[${fill(room, () => '{}')}]}`];
    yield [`${field}: values`, `{"${field}":[${fill(room, () => '0')}]}`];
    yield [`${field}: names`, `{"${field}":{${fill(room, (n) => `"a${n}":"0"`)}}}`];
    yield [`${field}: digits`, `{"${field}":${'1'.repeat(room)}}`];
    for (const text of TEXTS) {
      const long = text.repeat(room / Buffer.byteLength(text));
      yield [`${field}: ${text}`, `{"${field}":${text === '\\"' ? `"${long}"` : JSON.stringify(long)}}`];
    }
  }
}

const QUERY_BYTES = 3900;

/** Queries as long as a URL may be. */
function* hostileQueries(): Generator<[shape: string, query: string]> {
  yield ['names', fill(QUERY_BYTES, (n) => `a${n}`, '&')];
  yield ['members', fill(QUERY_BYTES, (n) => `metadata[${n}]=1`, '&')];
  yield ['one name', fill(QUERY_BYTES, () => 'status=PAID', '&')];
  yield ['a list', `status=${fill(QUERY_BYTES, () => 'PAID')}`];
  yield ['a long text', `text=${'1'.repeat(QUERY_BYTES)}`];
  yield ['a long cursor', `cursor=${'A'.repeat(QUERY_BYTES)}&after=${'A'.repeat(100)}`];
  yield ['percent signs', `text=${'%41'.repeat(QUERY_BYTES / 3)}`];
}

let routes: RouteRequest[];
let open: Meter;
let closed: Meter;

function readRoutes(): void {
  const id = '6f1d3c1e-8c1f-4c53-9f0e-2d0d6f1b7a10';
  const document = describeApi(open.app) as unknown as ApiDocument;
  routes = [
    ...everyRoute(document, { merchantOrderNo: 'A-1', id }),
    { route: 'POST /callbacks/ramp/{token}', method: 'POST', path: '/callbacks/ramp/x', body: {} },
  ];
}

async function tooDear(meter: Meter, small: Sent, sent: Iterable<[string, Sent]>): Promise<string[]> {
  const most = MOST_TIMES * Math.max(FLOOR_MS, await meter.cost(small));
  const dear: string[] = [];
  for (const [shape, large] of sent) {
    if (dear.length >= MOST_SHOWN) break;
    const ms = await meter.cost(large, most);
    if (ms > most)
      dear.push(`${large.method} ${large.path.split('?')[0]} ${shape}: ${ms.toFixed(1)} ms, not ${most.toFixed(1)}`);
  }
  return dear;
}

function* large({ method, path, body }: RouteRequest): Generator<[string, Sent]> {
  for (const bytes of SIZES) {
    for (const [shape, text] of hostileBodies(bytes, Object.keys(body ?? {}))) {
      yield [`${bytes} bytes of ${shape}`, { method, path, body: text }];
    }
  }
}

describe('the CPU of a request', () => {
  beforeAll(async () => {
    open = await Meter.start({ AUTH: 'none', HOST: '127.0.0.1' });
    closed = await Meter.start({ AUTH: 'required', AUTH_GUESTS: 'true' });
    readRoutes();
    // Compiled first.
    for (let n = 0; n < 50; n++) {
      await open.cost({ method: 'POST', path: '/v1/quotes', body: '{"a":1}' });
      await closed.cost({ method: 'POST', path: '/v1/quotes', body: '{"a":1}' });
    }
  });
  afterAll(() => Promise.all([open.close(), closed.close()]));

  it('of every route that takes a body does not grow faster than the body, for a caller who may do everything', async () => {
    const dear: string[] = [];
    const taking = routes.filter(({ body }) => body !== null);
    expect(taking.length).toBeGreaterThan(15);
    for (const route of taking) {
      const small = { ...route, body: `{${fill(KIB, (n) => `"a${n}":0`)}}` };
      dear.push(...(await tooDear(open, small, large(route))));
    }
    expect(dear).toEqual([]);
  });

  it.each([
    ['who shows nothing', {}],
    ['with a made-up secret', { 'x-client-secret': 'x' }],
    ['with a made-up secret of the right form', { 'x-client-secret': `cs_1_${'a'.repeat(43)}` }],
  ])('of a large body does not grow for a stranger %s', async (_who, headers) => {
    const dear: string[] = [];
    for (const route of routes.filter(({ body }) => body !== null)) {
      const { method, path } = route;
      const [[, many] = ['', '']] = hostileBodies(64 * KIB, []);
      const small = { method, path, headers, body: `{${fill(KIB, (n) => `"a${n}":0`)}}` };
      dear.push(...(await tooDear(closed, small, [['names', { method, path, headers, body: many }]])));
    }
    expect(dear).toEqual([]);
  });

  it('of every route does not grow faster than its query', async () => {
    const dear: string[] = [];
    for (const { method, path } of routes) {
      const small = { method, path };
      const queries = [...hostileQueries()].map(([shape, query]): [string, Sent] => [
        shape,
        { method, path: `${path.split('?')[0]}?${query}` },
      ]);
      dear.push(...(await tooDear(open, small, queries)));
    }
    expect(dear).toEqual([]);
  });
});
