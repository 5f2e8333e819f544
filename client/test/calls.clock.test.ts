import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConnectionError, createRampCheckout, newIdempotencyKey, ProblemError } from '../src/index.js';
import { uuidOf } from '../src/idempotency-key.js';
import { retryAfterMs } from '../src/http/retry-after.js';
import { parseProblem } from '../src/problem.js';
import { json, offline, order, problem, ScriptedService } from './scripted-service.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SECRET = 'cs_1_planted-secret';
const thrown = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('it did not throw'),
    (error: unknown) => error as Error,
  );

describe('a call', () => {
  it('sends all credentials, fresh for each call', async () => {
    let count = 0;
    const service = new ScriptedService().on('order', json(order(1)));
    const ramp = createRampCheckout({ baseUrl: '/', fetch: service.fetch, token: () => `jwt-${++count}` });
    await ramp.order('A-1', { clientSecret: SECRET });
    await ramp.order('A/1?x', { clientSecret: null });
    expect(service.seen.map(({ headers, url }) => [url, headers['authorization'], headers['x-client-secret']])).toEqual(
      [
        ['/v1/orders/A-1', 'Bearer jwt-1', SECRET],
        ['/v1/orders/A%2F1%3Fx', 'Bearer jwt-2', undefined],
      ],
    );
  });

  it.each<[what: string, reply: Parameters<ScriptedService['on']>[1], status: number | null]>([
    ['no connection', offline, null],
    ['a truncated answer', () => new Response(`{"clientSecret":"${SECRET}"`), null],
    [
      'a truncated answer with a length',
      () => new Response(`{"clientSecret":"${SECRET}`, { headers: { 'content-length': '60' } }),
      null,
    ],
    ['a text without quotes', () => new Response(SECRET), null],
    ['an empty answer', () => new Response(''), null],
    ['an answer without a body', () => new Response(null, { status: 204 }), null],
    ['a JSON string', json(SECRET), null],
    ["a proxy's error page", () => new Response(`<p>${SECRET}</p>`, { status: 502 }), 502],
    ['a JSON error of another server', json({ error: SECRET, status: 403 }, 403), 403],
  ])('%s is a ConnectionError without the content', async (_what, reply, status) => {
    const service = new ScriptedService().on('order', reply);
    const ramp = createRampCheckout({ baseUrl: '', fetch: service.fetch });
    const error = await thrown(ramp.order('A-1', { clientSecret: SECRET }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'ConnectionError', status });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(SECRET);
  });

  it.each(['token', 'apiKey', 'clientSecret'])('with an invalid %s is not sent, and does not show it', async (name) => {
    const service = new ScriptedService().on('order', json(order(1)));
    for (const bad of [`${SECRET}\r\nx: y`, 'é', '']) {
      const given = name === 'token' ? { token: () => bad } : name === 'apiKey' ? { apiKey: bad } : {};
      const ramp = createRampCheckout({ baseUrl: '', fetch: service.fetch, ...given });
      const error = await thrown(ramp.order('A-1', name === 'clientSecret' ? { clientSecret: bad } : {}));
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toContain(name);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(SECRET);
    }
    expect(service.seen).toEqual([]);
  });
});

describe('a problem', () => {
  it('is thrown with all of its members', async () => {
    const service = new ScriptedService().on('order', problem('not_found', 404, { 'retry-after': '3' }));
    const error = await thrown(createRampCheckout({ baseUrl: '', fetch: service.fetch }).order('A-1'));
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      name: 'ProblemError',
      message: 'not_found: said',
      code: 'not_found',
      status: 404,
      retryAfterMs: 3000,
      problem: { code: 'not_found', detail: 'said', traceId: 'x' },
    });
  });

  const facts = { type: 't', title: 't', status: 422, detail: 'd', traceId: 'x' };
  it.each<[what: string, body: unknown, problem: unknown]>([
    [
      'limits',
      { ...facts, code: 'amount_out_of_range', min: '15', max: null },
      { code: 'amount_out_of_range', min: '15', max: null },
    ],
    ['missing limits', { ...facts, code: 'amount_out_of_range', max: 7 }, { min: null, max: null }],
    ['the current price', { ...facts, code: 'quote_moved', quote: { crypto: 'USDT' } }, { quote: { crypto: 'USDT' } }],
    ['no price', { ...facts, code: 'quote_moved' }, { quote: null }],
    [
      'fields',
      { ...facts, code: 'invalid_request', errors: [{ field: 'a', message: 'b' }, 1] },
      { errors: [{ field: 'a', message: 'b' }] },
    ],
    ['no fields', { ...facts, code: 'invalid_request' }, { errors: [] }],
    ['further members', { ...facts, code: 'ramp_unavailable', merchantOrderNo: 'A-1' }, { merchantOrderNo: 'A-1' }],
    [
      'a code of a newer service',
      { ...facts, code: 'constructor' },
      { code: 'unrecognised', sentCode: 'constructor', detail: 'd' },
    ],
    ['only a code', { code: 'internal', status: 500 }, { code: 'internal', title: '', detail: '', traceId: '' }],
  ])('is read with %s', (_what, body, read) => {
    expect(parseProblem(body)).toMatchObject(read as object);
  });

  it.each([
    null,
    undefined,
    'internal',
    7,
    [],
    {},
    { code: 'internal' },
    { code: 7, status: 500 },
    { code: 'x', status: '500' },
  ])("is not read from another server's answer: %j", (body) => {
    expect(parseProblem(body)).toBeNull();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  it.each([
    [null, null],
    ['0', 0],
    ['3', 3000],
    [' 3 ', 3000],
    ['Sat, 31 Jan 2026 12:00:05 GMT', 5000],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['999999999', 600_000],
    ['soon', null],
    ['', null],
  ])('%j is %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a key', () => {
  it('is a UUID of version 7 on every platform', () => {
    const { crypto } = globalThis;
    const keys = [newIdempotencyKey(), newIdempotencyKey()];
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
    keys.push(newIdempotencyKey(), newIdempotencyKey());
    expect(new Set(keys).size).toBe(4);
    for (const key of keys) expect(key).toMatch(UUID);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const key = uuidOf(1_700_000_000_000, bytes);
        expect(key).toMatch(UUID);
        expect(key.startsWith('018bcfe5-6800-')).toBe(true);
      }),
    );
  });

  it('is refused without secure randomness', () => {
    vi.stubGlobal('crypto', {});
    expect(newIdempotencyKey).toThrow('getRandomValues');
    vi.stubGlobal('crypto', undefined);
    expect(newIdempotencyKey).toThrow('getRandomValues');
  });
});
