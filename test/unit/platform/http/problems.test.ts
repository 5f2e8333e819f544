import { readFileSync } from 'node:fs';
import { BadRequestException, Controller, Get, HttpException, Param, Res } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem, PROBLEM_TEXTS } from '#src/platform/problems/problem.js';
import type { ProblemCode } from '#src/platform/problems/problem.js';
import { lineWhere, startEdge } from './edge.js';
import type { Edge } from './edge.js';

const { schemas } = (JSON.parse(readFileSync('client/openapi.json', 'utf8')) as Document).components;
const STATUSES = Object.entries(schemas['Problem']!.discriminator!.mapping).map(([code, ref]) => [
  code,
  schemas[ref.split('/').at(-1)!]!.properties!.status.const,
]) as [ProblemCode, number][];

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}
interface Schema {
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
  readonly properties?: { readonly status: { readonly const: number } };
}

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

  it.each(STATUSES)('%s has the status %i and the common form', async (code, status) => {
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

  it("shows the provider's words to servers and staff only", async () => {
    const known = await edge.get('/v1/cryptos');
    expect(known.json['ramp']).toEqual({
      returnCode: '3102',
      returnMsg: 'Quote amount exceed the range',
      traceId: 'up-1',
    });
    const unknown = await edge.get('/error/ranged');
    expect(unknown.text).not.toContain('Quote amount exceed');
  });

  it('sends a challenge with 401', async () => {
    expect((await edge.get('/problem/unauthenticated')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('hides an unexpected error, and logs it with its stack', async () => {
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

  it.each([
    ...['refused', 'wrapped', 'disk'].map(
      (name) => [name, 'database_unavailable', 'cannot reach its database'] as const,
    ),
    ...['pool', 'server', 'slow', 'locked'].map((name) => [name, 'database_busy', 'is busy'] as const),
  ])(
    'an unavailable database (%s) gives 503 with Retry-After and logs %s without its message',
    async (name, event, detail) => {
      const { status, headers, json, text } = await edge.get(`/error/${name}`);
      expect([status, json['code']]).toEqual([503, 'unavailable']);
      expect(json['detail']).toContain(detail);
      // Only the first of a kind is logged; the others count.
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

  it('answers an unknown path without echoing it', async () => {
    const { status, json, text } = await edge.get('/no/such/<address>');
    expect([status, json['code']]).toEqual([404, 'not_found']);
    expect(text).not.toContain('such');
  });

  it('aborts a partly sent response', async () => {
    await expect(edge.get('/half')).rejects.toThrow();
    await lineWhere(
      edge,
      ({ event, err }) => event === 'unexpected_error' && JSON.stringify(err).includes('in the middle'),
    );
  });
});

const texts = Object.values(PROBLEM_TEXTS).filter((text) => typeof text === 'string');

it('problem texts: each text is listed once', () => {
  expect(new Set(texts).size).toBe(texts.length);
});

it.each(texts)('is a sentence: %s', (text) => {
  expect(text).toMatch(/^[A-Z].*[.]$/);
});
