import { BadRequestException, Controller, Get, HttpException, Param, Res } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#src/platform/shared/problem.js';
import type { ProblemCode } from '#src/platform/shared/problem.js';
import { getRaw, lineWhere, startEdge } from './edge.js';
import type { Edge } from './edge.js';

const STATUSES: Record<ProblemCode, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  challenge_required: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  merchant_order_no_conflict: 409,
  order_not_retryable: 409,
  order_in_review: 409,
  order_not_ended: 409,
  key_not_rotatable: 409,
  kept_by_settings: 409,
  cursor_expired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  amount_precision: 422,
  amount_out_of_range: 422,
  crypto_not_available: 422,
  pay_way_not_available: 422,
  address_invalid: 422,
  address_at_risk: 422,
  memo_required: 422,
  redirect_not_allowed: 422,
  quote_moved: 422,
  rate_limited: 429,
  internal: 500,
  ramp_configuration: 502,
  ramp_refused: 422,
  ramp_protocol: 502,
  ramp_unavailable: 503,
  request_timeout: 408,
  uri_too_long: 414,
  headers_too_large: 431,
  unavailable: 503,
};

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

const ERRORS: Record<string, () => unknown> = {
  bug: () => new TypeError('select * from orders where secret = 7'),
  text: () => 'thrown text',
  refused: () => coded('connect ECONNREFUSED 10.0.0.7:5432', 'ECONNREFUSED'),
  pool: () => new Error('timeout exceeded when trying to connect'),
  server: () => coded('sorry, too many clients already', '53300'),
  slow: () => new QueryFailedError('SELECT secret', [], coded('canceling statement', '57014')),
  locked: () => new QueryFailedError('SELECT secret', [], coded('canceling statement', '55P03')),
  disk: () => new QueryFailedError('INSERT', [], coded('could not extend file', '53100')),
  wrapped: () => new QueryFailedError('SELECT secret', ['value'], coded('terminating connection', '57P01')),
  unique: () => new QueryFailedError('INSERT', [], coded('duplicate key', '23505')),
  method: () => new HttpException('Method Not Allowed', 405),
  teapot: () => new HttpException('<b>teapot</b>', 418),
  bad: () => new BadRequestException('what you sent: <b>x</b>'),
  gateway: () => new HttpException('upstream said no', 502),
  ranged: () =>
    new Problem('amount_out_of_range', 'The amount must be from 10 to 20.', {
      members: { min: '10', max: '20', code: 'stolen', status: 1 },
      ramp: { returnCode: '3102', returnMsg: 'Quote amount exceed the range', traceId: 'up-1' },
      retryAfter: 7,
    }),
};

@Controller()
class ThrowingController {
  @Get('problem/:code')
  problem(@Param('code') code: ProblemCode): never {
    throw new Problem(code, `Told about ${code}.`);
  }

  @Get('error/:name')
  error(@Param('name') name: string): never {
    throw ERRORS[name]?.();
  }

  @Get('v1/cryptos')
  ranged(): never {
    throw ERRORS['ranged']?.();
  }

  @Get('half')
  half(@Res({ passthrough: true }) response: { write(text: string): void }): never {
    response.write('half');
    throw new Error('in the middle');
  }
}

describe('problems', () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ controllers: [ThrowingController] });
  });
  afterAll(() => edge.close());

  it.each(Object.entries(STATUSES))('%s is answered with status %i, in the one form', async (code, status) => {
    const { status: seen, headers, json } = await edge.get(`/problem/${code}`);
    expect(seen).toBe(status);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(json).toEqual({
      type: `urn:ramp-checkout:problem:${code}`,
      title: expect.stringMatching(/^[A-Z]/) as string,
      status,
      detail: `Told about ${code}.`,
      code,
      traceId: headers.get('x-request-id'),
    });
    expect(json['traceId']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('carries further members, without letting them replace the standard ones', async () => {
    const { status, headers, json } = await edge.get('/error/ranged');
    expect([status, json['status'], json['code']]).toEqual([422, 422, 'amount_out_of_range']);
    expect(json).toMatchObject({ min: '10', max: '20' });
    expect(headers.get('retry-after')).toBe('7');
  });

  it('shows what the provider said to those who may see it, and to nobody else', async () => {
    const known = await edge.get('/v1/cryptos');
    expect(known.json['ramp']).toEqual({
      returnCode: '3102',
      returnMsg: 'Quote amount exceed the range',
      traceId: 'up-1',
    });
    const unknown = await edge.get('/error/ranged');
    expect(unknown.text).not.toContain('Quote amount exceed');
  });

  it('asks the unauthenticated to authenticate', async () => {
    expect((await edge.get('/problem/unauthenticated')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('tells nothing of an unexpected error, and logs it with its stack', async () => {
    const { status, text, json } = await edge.get('/error/bug');
    expect([status, json['code']]).toEqual([500, 'internal']);
    expect(text).not.toContain('select');
    const line = await lineWhere(edge, ({ traceId, level }) => traceId === json['traceId'] && level === 'error');
    expect(line).toMatchObject({
      context: 'Problem',
      err: { name: 'TypeError', message: expect.any(String) as string },
    });
    expect((line['err'] as { stack: string }).stack).toContain('problems.test');
  });

  it('survives that something else than an error is thrown', async () => {
    const { status, text } = await edge.get('/error/text');
    expect(status).toBe(500);
    expect(text).not.toContain('thrown text');
  });

  it.each([
    ...['refused', 'wrapped', 'disk'].map(
      (name) => [name, 'database_unavailable', 'cannot reach its database'] as const,
    ),
    ...['pool', 'server', 'slow', 'locked'].map((name) => [name, 'database_busy', 'is busy'] as const),
  ])(
    'a database that does not serve (%s) is 503 with Retry-After and %s in the log, without its words',
    async (name, event, detail) => {
      const { status, headers, json, text } = await edge.get(`/error/${name}`);
      expect([status, json['code']]).toEqual([503, 'unavailable']);
      expect(json['detail']).toContain(detail);
      // The first of its kind is written, the others are counted.
      await lineWhere(edge, (line) => line['event'] === event);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(text).not.toMatch(/10\.0\.0\.7|SELECT|terminating/);
    },
  );

  it.each([
    ['unique', 500, 'internal'],
    ['method', 405, 'method_not_allowed'],
    ['teapot', 400, 'invalid_request'],
    ['bad', 400, 'invalid_request'],
    ['gateway', 500, 'internal'],
  ])('%s becomes %i %s, in our own words', async (name, status, code) => {
    const { status: seen, json, text } = await edge.get(`/error/${name}`);
    expect([seen, json['code']]).toEqual([status, code]);
    expect(text).not.toMatch(/<b>|upstream|duplicate/);
  });

  it('answers an unknown address, without repeating it', async () => {
    const { status, json, text } = await edge.get('/no/such/<address>');
    expect([status, json['code']]).toEqual([404, 'not_found']);
    expect(text).not.toContain('such');
  });

  it('answers an address that cannot be decoded', async () => {
    const { status, text } = await getRaw(edge.url, '/problem/%E0%A4%A');
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: 'invalid_request',
      detail: 'The URL contains invalid percent-encoding.',
    });
  });

  it('breaks an answer off that was half out', async () => {
    await expect(edge.get('/half')).rejects.toThrow();
    await lineWhere(
      edge,
      ({ event, err }) => event === 'unexpected_error' && JSON.stringify(err).includes('in the middle'),
    );
  });
});
