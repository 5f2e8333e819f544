import { Controller, Get, Param, Post, Req } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CurrentCaller } from '#src/access/caller.decorator.js';
import type { Caller } from '#src/platform/callers/caller.js';
import { getRaw, lineWhere, startEdge } from './edge.js';
import type { Edge } from './edge.js';
import { serviceKey } from '../../../support/service-keys.js';

@Controller()
class SomeController {
  @Get('v1/cryptos')
  who(@CurrentCaller() caller: Caller): object {
    return caller;
  }

  @Get('v1/orders/:merchantOrderNo')
  order(@Param('merchantOrderNo') merchantOrderNo: string): object {
    return { merchantOrderNo };
  }

  @Post('callbacks/ramp/:token')
  callback(@Req() request: { body: Buffer }): object {
    return { length: request.body.length };
  }
}

const corsOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

const APP_ORIGINS = [
  'capacitor://localhost',
  'ionic://localhost',
  'tauri://localhost',
  'app://obsidian.md',
  'app://-',
  'app://.',
  'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
  'moz-extension://8d9e6c3e-0f4a-4c6e-9b3a-2f1d5a7b9c0d',
  'safari-web-extension://8D9E6C3E-0F4A-4C6E-9B3A-2F1D5A7B9C0D',
  'com.example.app://app.example:8080',
];

describe('the edge', () => {
  let edge: Edge;
  let closed: Edge;

  beforeAll(async () => {
    closed = await startEdge({
      controllers: [SomeController],
      environment: { AUTH: 'required', SERVICE_KEY: serviceKey('1') },
    });
    // Started last: Nest's logger is global, and this test reads its lines.
    edge = await startEdge({
      controllers: [SomeController],
      environment: { CORS_ORIGINS: ['https://shop.example', 'http://localhost:5173', ...APP_ORIGINS].join(',') },
    });
  });
  afterAll(() => Promise.all([edge.close(), closed.close()]));

  describe('access', () => {
    it.each([
      ['localhost:3000', 200],
      ['127.0.0.1', 200],
      ['[::1]:3000', 200],
      ['evil.example', 400],
      ['127.0.0.1.evil.example:3000', 400],
      ['localhost@evil.example', 400],
    ])('with AUTH=none on loopback a request for the host %j gets %d', async (host, status) => {
      expect((await getRaw(edge.url, '/v1/cryptos', 'GET', { host })).status).toBe(status);
    });

    it.each([
      ['a page of another site', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 400],
      ['a page without an origin', 'POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 400],
      ['another method of it', 'PATCH', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 400],
      [
        'a page that CORS_ORIGINS lists',
        'POST',
        { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
        405,
      ],
      ['a page of the service', 'POST', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1' }, 405],
      ['a program', 'POST', {}, 405],
      ['a link on another site', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, 200],
    ])('with AUTH=none %s: %s', async (_, method, headers, status) => {
      const answer = await getRaw(edge.url, '/v1/orders/some', method, headers);
      expect(answer.status, answer.text).toBe(status);
    });

    it.each([
      '/v1',
      '/v1/',
      '/v1/cryptos',
      '/v1/orders/x',
      '/V1/cryptos',
      '/v1/cryptos/',
      '/v1/admin/orders',
      '/v1/no/such',
    ])('with AUTH=required %s is 401', async (path) => {
      const { status, text } = await getRaw(closed.url, path);
      expect(status).toBe(401);
      expect(JSON.parse(text)).toMatchObject({ code: 'unauthenticated' });
    });

    it.each(['/health/live', '/health/ready'])('with AUTH=required %s is open', async (path) => {
      expect((await closed.get(path)).json).toEqual({ status: 'ok' });
    });

    it('with AUTH=required callbacks are open', async () => {
      expect((await closed.post('/callbacks/ramp/token', 'abc')).json).toEqual({ length: 3 });
    });
  });

  describe('CORS', () => {
    it.each(['https://shop.example', 'http://localhost:5173', ...APP_ORIGINS])('allows %s', async (origin) => {
      const { headers } = await edge.get('/v1/cryptos', { origin });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-expose-headers')).toMatch(/Retry-After/);
    });

    it.each([
      'https://evil.example',
      'https://shop.example.evil.example',
      'https://evilshop.example',
      'https://shop.example:8443',
      'http://shop.example',
      'https://shop.example/',
      'HTTPS://SHOP.EXAMPLE',
      'https://shop.example, https://evil.example',
      'null',
      '*',
      'file://',
      'file:///',
      'about:blank',
      'data:',
      'blob:https://shop.example/1',
      'capacitor://localhost/',
      'capacitor://localhost:80',
      'capacitor://evil.example',
      'Capacitor://localhost',
      'ionic://localhost, capacitor://localhost',
      'app://other',
      'chrome-extension://abcdefghijklmnopabcdefghijklmnoq',
      'http://localhost',
      'https://localhost',
      'capacitor:',
      'capacitor://',
    ])('does not allow %s', async (origin) => {
      const { headers } = await edge.get('/v1/cryptos', { origin });
      expect([corsOf(headers), headers.get('vary')]).toEqual([{}, 'Origin, Accept-Encoding']);
    });

    it('separates cached responses by origin', async () => {
      const { headers } = await edge.get('/v1/cryptos');
      expect([corsOf(headers), headers.get('vary')]).toEqual([{}, 'Origin, Accept-Encoding']);
    });

    it('answers a preflight request', async () => {
      const answer = await fetch(`${edge.url}/v1/checkouts`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,idempotency-key,x-api-key',
        },
      });
      expect(answer.status).toBe(204);
      expect(corsOf(answer.headers)).toEqual({
        'access-control-allow-origin': 'https://shop.example',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, X-Client-Secret, X-Challenge-Response, Last-Event-ID, traceparent, tracestate, baggage, sentry-trace',
        'access-control-expose-headers': 'Location, Retry-After, X-Request-Id',
        'access-control-max-age': '600',
      });
      expect(answer.headers.get('vary')).toBe('Origin');
    });

    it("does not answer another origin's preflight", async () => {
      const answer = await fetch(`${edge.url}/v1/checkouts`, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      expect([answer.status, corsOf(answer.headers), answer.headers.get('vary')]).toEqual([204, {}, 'Origin']);
    });

    it('lets a page read problems', async () => {
      const answer = await edge.post('/v1/cryptos', '{', { origin: 'https://shop.example' });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    });

    it('is off when no origin is listed', async () => {
      const { headers } = await closed.get('/v1/cryptos', { origin: 'https://shop.example' });
      expect([corsOf(headers), headers.get('vary')]).toEqual([{}, null]);
    });
  });

  it('sends safe headers, and hides the framework', async () => {
    const { headers } = await edge.get('/v1/cryptos');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // Not for subdomains: the service may be on one of the shop's.
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  describe('request log lines', () => {
    it('name the route, never the path', async () => {
      const { headers } = await edge.get('/v1/orders/secret-number?text=secret-text');
      const line = await lineWhere(edge, ({ traceId }) => traceId === headers.get('x-request-id'));
      expect(line).toMatchObject({ level: 'info', method: 'GET', route: '/v1/orders/:merchantOrderNo', status: 200 });
      expect(line['ms']).toBeGreaterThanOrEqual(0);
    });

    it('never hold a callback token, even without a route', async () => {
      const first = await edge.post('/callbacks/ramp/very-secret-token', 'x');
      const second = await edge.post('/callbacks/ramp/very-secret-token/typo', 'x');
      for (const { headers } of [first, second]) {
        await lineWhere(
          edge,
          ({ traceId, context }) => traceId === headers.get('x-request-id') && context === 'Request',
        );
      }
      expect(JSON.stringify(edge.lines)).not.toMatch(/very-secret|secret-number|secret-text/);
    });

    it('of probes have the level debug', async () => {
      const { headers } = await edge.get('/health/live');
      expect(await lineWhere(edge, ({ traceId }) => traceId === headers.get('x-request-id'))).toMatchObject({
        level: 'debug',
        route: '/health/live',
      });
    });
  });
});
