import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { All, Body, Controller, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, MaxLength } from 'class-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IsAmount, IsPercent, IsNested } from '#src/platform/http/input/rules.js';
import { serviceKey } from '../../../support/service-keys.js';
import { startEdge } from './edge.js';
import type { Answer, Edge } from './edge.js';

class Inner {
  @IsAmount()
  cryptoQuantity!: string;

  @IsOptional()
  @IsPercent()
  tolerancePercent?: string;
}

class Wish {
  @IsIn(['BUY', 'SELL'])
  side!: string;

  @IsAmount()
  amount!: string;

  @IsOptional()
  @MaxLength(20)
  @IsString()
  note?: string;

  @IsOptional()
  @IsNested(() => Inner)
  quote?: Inner;
}

class Optional {
  @IsOptional()
  @IsString()
  after?: string;
}

class Page {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  limit?: number;
}

const received: unknown[] = [];

@Controller()
class EchoController {
  @Post('some/wishes')
  wish(@Body() wish: Wish): object {
    received.push(wish);
    return { isWish: wish instanceof Wish, keys: Object.keys(wish), polluted: ({} as Record<string, unknown>)['evil'] };
  }

  @Post(['v1/quotes', 'v1/checkouts', 'v1/orders/:merchantOrderNo/retry'])
  large(@Body() wish: Wish): object {
    return { side: wish.side };
  }

  @Patch('v1/orders/:merchantOrderNo')
  notes(@Body() wish: Wish): object {
    return { side: wish.side };
  }

  @Post('some/optional')
  optional(@Body() body: Optional): object {
    return { keys: Object.keys(body) };
  }

  @Get('some/page')
  page(@Query() page: Page): object {
    return { limit: page.limit };
  }

  @Get('some/named/:name')
  named(@Param('name') name: string): object {
    return { name };
  }

  @All('callbacks/ramp/:token')
  callback(@Req() request: { body: Buffer | null }): object {
    const { body } = request;
    if (body === null) return { isTooLarge: true };
    received.push(body.toString());
    return { buffer: Buffer.isBuffer(body), length: body.length, text: body.toString() };
  }
}

const good = { side: 'BUY', amount: '1.5' };
const WISH = '{"side":"BUY","amount":"1"}';
const fields = ({ json }: Answer): string[] => (json['errors'] as { field: string }[]).map(({ field }) => field).sort();

describe('bodies', () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ controllers: [EchoController] });
  });
  afterAll(() => edge.close());

  it('accepts a valid one, as its class', async () => {
    const { status, json } = await edge.post('/some/wishes', { ...good, quote: { cryptoQuantity: '3' } });
    expect([status, json['isWish'], json['keys']]).toEqual([201, true, ['side', 'amount', 'quote']]);
  });

  it('names every wrong or unknown field by its path', async () => {
    const answer = await edge.post('/some/wishes', {
      side: 'HOLD',
      amount: 5,
      note: 'x'.repeat(21),
      quote: { cryptoQuantity: '-1', tolerancePercent: '101', extra: 1 },
      whatever: true,
    });
    expect([answer.status, answer.json['code']]).toEqual([400, 'invalid_request']);
    expect(fields(answer)).toEqual([
      ...['amount', 'note', 'quote.cryptoQuantity', 'quote.extra', 'quote.tolerancePercent'],
      ...['side', 'whatever'],
    ]);
    expect(answer.json['errors']).toContainEqual({ field: 'whatever', message: 'is not a known field' });
    expect(answer.json['errors']).toContainEqual({ field: 'quote.extra', message: 'is not a known field' });
  });

  it.each([[''], ['text'], [7], [[]], [[{ cryptoQuantity: '1' }]]])(
    'a nested value that is no object (%j) is named',
    async (quote) => {
      const answer = await edge.post('/some/wishes', { ...good, quote });
      expect(answer.status).toBe(400);
      expect(answer.json['errors']).toEqual([{ field: 'quote', message: 'must be an object' }]);
    },
  );

  it.each(['[]', `[${WISH}]`, '"text"', 'null', '7', 'true', '{', '{"a":1,}', '{}x'])(
    'refuses %s, which is no JSON object',
    async (body) => {
      const { status, json } = await edge.post('/some/wishes', body);
      expect([status, json['code']]).toEqual([400, 'invalid_request']);
    },
  );

  it.each([
    '{"side":"BUY","amount":"1","amount":"2"}',
    '{"side":"BUY","amount":"1","am\\u006funt":"2"}',
    '{"side":"BUY","amount":"1","quote":{"cryptoQuantity":"1","cryptoQuantity":"2"}}',
  ])('refuses a name twice: %s', async (body) => {
    const { status, json } = await edge.post('/some/wishes', body);
    expect([status, json['code']]).toEqual([400, 'invalid_request']);
  });

  it.each([[undefined], [''], ['{}']])('an absent body (%j) lacks every required field', async (body) => {
    const answer = await edge.post('/some/wishes', body);
    expect(answer.status).toBe(400);
    expect(fields(answer)).toEqual(['amount', 'side']);
  });

  const sendAs = (type: string): Promise<Answer> => edge.post('/some/wishes', WISH, { 'content-type': type });

  it.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx'],
    // JSON has no other charset.
    ...['latin1', "'utf-7'", 'utf-7; charset=utf-8'].map((charset) => `application/json; charset=${charset}`),
  ])('refuses the type %s', async (type) => {
    const { status, json } = await sendAs(type);
    expect([status, json['code']]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    ...['application/json;charset=utf8', 'application/json;charset=utf-8', 'Application/JSON ; Charset="UTF-8"'],
    ...['application/json; charset=""', 'application/problem+json; charset=utf-8'],
    ...['application/json; odata=verbose; charset = utf-8', 'application/json; charset=utf-8; charset=UTF-8'],
    'application/json; charset',
  ])('takes the type %s', async (type) => {
    expect((await sendAs(type)).status).toBe(201);
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    [' identity', (text: string) => Buffer.from(text)],
  ])('takes a body with the coding %s', async (coding, pack) => {
    const answer = await fetch(`${edge.url}/some/wishes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
      body: pack(WISH),
    });
    expect(answer.status).toBe(201);
  });

  describe('the size of a body', () => {
    const ofSize = (bytes: number): string => `{"side":"BUY","amount":"1"${' '.repeat(bytes - 27)}}`;

    it.each([
      ['POST', '/some/wishes', 8192],
      ['POST', '/some/nowhere', 8192],
      ['POST', '/v1/quotes', 8192],
      ['POST', '/v1/orders/A-1/retry', 8192],
      ['POST', '/v1/checkouts', 65_536],
      ['POST', '/V1/Checkouts/', 65_536],
      ['PATCH', '/v1/orders/A-1', 65_536],
    ])('%s %s accepts at most %i bytes from a server', async (method, path, most) => {
      const send = async (bytes: number): Promise<unknown[]> => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(edge.url + path, { method, headers, body: ofSize(bytes) });
        const { code = null } = (await answer.json()) as { code?: string };
        return [answer.status, code];
      };
      expect([
        [200, null],
        [201, null],
        [404, 'not_found'],
      ]).toContainEqual(await send(most));
      expect(await send(most + 1)).toEqual([413, 'payload_too_large']);
    });

    it('is 8 KiB for guests, whatever the route', async () => {
      const open = await startEdge({
        controllers: [EchoController],
        environment: { AUTH: 'required', AUTH_GUESTS: 'true', SERVICE_KEY: serviceKey('b') },
      });
      try {
        expect((await open.post('/v1/checkouts', ofSize(8192))).status).toBe(201);
        expect((await open.post('/v1/checkouts', ofSize(8193))).status).toBe(413);
      } finally {
        await open.close();
      }
    });

    it('does not matter for a stranger, who is refused before the body is read', async () => {
      const closed = await startEdge({
        controllers: [EchoController],
        environment: { AUTH: 'required', SERVICE_KEY: serviceKey('b') },
      });
      try {
        const retry = (headers: Record<string, string>): Promise<Answer> =>
          closed.post('/v1/orders/A-1/retry', ofSize(65_537), headers);
        expect((await retry({})).status).toBe(401);
        for (const secret of ['x', `cs_1_${'a'.repeat(42)}`, `cs_1_${'a'.repeat(44)}`]) {
          expect((await retry({ 'x-client-secret': secret })).json['code']).toBe('not_found');
        }
        // This secret may be valid: only the order can tell.
        expect((await retry({ 'x-client-secret': `cs_1_${'a'.repeat(43)}` })).status).toBe(413);
      } finally {
        await closed.close();
      }
    });

    const inChunks = (path: string): Promise<Response> =>
      fetch(`${edge.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([ofSize(40_000), ofSize(40_000)]).stream(),
        // Node requires it; the DOM's types lack it.
        ...{ duplex: 'half' },
      });

    it('is limited in chunks without a length too', async () => {
      const answer = await inChunks('/some/wishes');
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: 'payload_too_large' });
    });

    it('of a callback: raw bytes, or null above the limit', async () => {
      expect((await edge.post('/callbacks/ramp/t', ofSize(65_536))).json).toMatchObject({ length: 65_536 });
      for (const size of [65_537, 3_000_000]) {
        expect((await edge.post('/callbacks/ramp/t', ofSize(size))).json).toEqual({ isTooLarge: true });
      }
      expect(await (await inChunks('/callbacks/ramp/t')).json()).toEqual({ isTooLarge: true });
    });
  });

  it.each([
    ['{"side":"BUY","amount":"1","__proto__":{"evil":1}}', ['__proto__']],
    ['{"side":"BUY","amount":"1","constructor":{"prototype":{"evil":1}}}', ['constructor']],
    ['{"side":"BUY","amount":"1","quote":{"cryptoQuantity":"1","__proto__":{"evil":1}}}', ['quote.__proto__']],
    ['{"side":"BUY","amount":"1","quote":{"constructor":1,"cryptoQuantity":{"evil":1}}}', ['quote.constructor']],
    ['{"side":"BUY","amount":"1","toString":"x"}', ['toString']],
    ['{"side":"BUY","amount":"1","quote":{"cryptoQuantity":"1","hasOwnProperty":"x"}}', ['quote.hasOwnProperty']],
    ['{"side":"BUY","amount":"1","__defineGetter__":{}}', ['__defineGetter__']],
  ])('refuses to touch a prototype: %s', async (body, named) => {
    const answer = await edge.post('/some/wishes', body);
    expect(answer.status).toBe(400);
    expect(fields(answer)).toEqual(named);
    expect(({} as Record<string, unknown>)['evil']).toBeUndefined();
  });

  it('does not echo implausible names', async () => {
    const body = JSON.stringify({ ...good, '<script>alert(1)</script>': 1, ['n'.repeat(200)]: 1 });
    const answer = await edge.post('/some/wishes', body);
    expect(answer.status).toBe(400);
    expect(new Set(fields(answer))).toEqual(new Set(['(a field of another name)']));
    const many = Object.fromEntries(Array.from({ length: 190 }, (_, n) => [`m${n}`, 1]));
    const long = await edge.post('/some/wishes', { ...good, ...many });
    expect([long.status, fields(long).length]).toEqual([400, 190]);
  });

  it.each([
    ['names', JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`m${n}`, 1])))],
    ['values in a list', `{"side":[${'1,'.repeat(200)}1]}`],
    ['objects in a list', `{"side":[${'{},'.repeat(100)}{}]}`],
    ['levels of objects', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`],
    ['levels of lists', `{"side":${'['.repeat(3000)}${']'.repeat(3000)}}`],
    ['levels, never closed', '['.repeat(8000)],
  ])('refuses too many %s before they are read', async (_what, body) => {
    const { status, json } = await edge.post('/some/wishes', body);
    expect([status, json['code']]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['{"side":"BUY","amount":"1","note":"a\\u0000b"}', 'note'],
    ['{"side":"BUY","amount":"1","note":"a\\ud800b"}', 'note'],
  ])('refuses a text that cannot be stored: %s', async (body, field) => {
    const answer = await edge.post('/some/wishes', body);
    expect([answer.status, fields(answer)]).toEqual([400, [field]]);
  });

  it('checks queries as well: unknown, repeated, and texts with NUL', async () => {
    expect((await edge.get('/some/page?limit=5')).json).toEqual({ limit: 5 });
    expect(fields(await edge.get('/some/page?limit=five&more=1'))).toEqual(['limit', 'more']);
    expect((await edge.get('/some/page?limit=1&limit=2')).status).toBe(400);
    expect(fields(await edge.get('/some/named/a%00b'))).toEqual(['name']);
    const many = await edge.get(`/some/page?${Array.from({ length: 101 }, (_, n) => `p${n}`).join('&')}`);
    expect([many.status, many.json['detail']]).toEqual([400, 'The URL must not have more than 100 query parameters.']);
  });

  describe('of callbacks', () => {
    it.each([
      ['{"broken', 'application/json'],
      ['a=b', 'application/x-www-form-urlencoded'],
      ['plain', 'text/plain'],
      ['none', ''],
      ['odd', 'no/such/type; ='],
    ])('%s (%s) reaches its controller as bytes', async (body, type) => {
      const { status, json } = await edge.post('/callbacks/ramp/token', body, { 'content-type': type });
      expect([status, json]).toEqual([200, { buffer: true, length: body.length, text: body }]);
    });

    it.each(['gzip', 'br', 'utf-8', 'nonsense'])('are not unpacked, even as: %s', async (encoding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const { status, json } = await edge.post('/callbacks/ramp/token', '{"a":1}', headers);
      expect([status, json]).toEqual([200, { buffer: true, length: 7, text: '{"a":1}' }]);
    });

    it('that break off do not reach the controller', async () => {
      const { hostname, port } = new URL(edge.url);
      const before = received.length;
      for (const head of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        const part = head.startsWith('C') ? '{"cut":1}' : '9\r\n{"cut":1}\r\n';
        socket.write(`POST /callbacks/ramp/token HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${part}`);
        socket.end();
        await once(socket.resume(), 'close');
      }
      expect((await edge.post('/callbacks/ramp/token', '{"whole":1}')).status).toBe(200);
      expect(received.slice(before)).toEqual(['{"whole":1}']);
    });
  });
});
