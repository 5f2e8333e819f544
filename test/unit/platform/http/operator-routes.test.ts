import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { traceIdOf } from '#src/platform/http/edge/request-log.js';
import { currentTraceId } from '#src/platform/telemetry/trace-context.js';
import { serviceKey } from '../../../support/service-keys.js';
import { startEdge, lineWhere } from './edge.js';
import type { Edge } from './edge.js';

const ROUTES = ['/metrics', '/METRICS/', '/openapi.json', '/docs', '/Docs/', '/docs/swagger-ui-init.js'];

describe.each([
  ['private', 404, ['status']],
  ['public', 200, ['status', 'database', 'provider']],
])('with OPERATOR_ROUTES=%s and without ADMIN_PORT', (value, status, health) => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({
      environment: { AUTH: 'required', SERVICE_KEY: serviceKey('1'), OPERATOR_ROUTES: value },
    });
  });
  afterAll(() => edge.close());

  it.each(ROUTES)(`%s is answered ${status}`, async (path) => {
    expect((await edge.get(path)).status).toBe(status);
  });

  it(`/health/ready says ${health.join(', ')}`, async () => {
    expect(Object.keys((await edge.get('/health/ready')).json)).toEqual(expect.arrayContaining(health));
    expect('provider' in (await edge.get('/health/ready')).json).toBe(value === 'public');
    expect((await edge.get('/health/live')).json).toEqual({ status: 'ok' });
  });
});

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traceIdOf', () => {
  it.each([`00-${ID}-${PARENT}-01`, `00-${ID}-${PARENT}-00`, `01-${ID}-${PARENT}-01`, `cc-${ID}-${PARENT}-01-more`])(
    'reads %s',
    (header) => {
      expect(traceIdOf(header)).toBe(ID);
    },
  );

  it.each([
    undefined,
    '',
    ID,
    `ff-${ID}-${PARENT}-01`,
    `00-${ID}-${PARENT}-01-more`,
    `00-${ID.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${ID}-${'0'.repeat(16)}-01`,
    `00-${ID}-${PARENT}`,
    `00-${ID.slice(1)}-${PARENT}-01`,
    `cc-${ID}-${PARENT}-01more`,
    `00-${ID}-${PARENT}-01, 00-${ID}-${PARENT}-01`,
  ])('ignores %s', (header) => {
    expect(traceIdOf(header)).toBeNull();
  });
});

@Controller()
class TraceController {
  @Get('v1/trace/:order')
  async trace(@Param('order') order: string): Promise<object> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { order, traceId: currentTraceId() };
  }

  @Post('v1/trace')
  afterBody(@Body() body: object): object {
    return { body, traceId: currentTraceId() };
  }
}

describe('a request', () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ controllers: [TraceController] });
  });
  afterAll(() => edge.close());

  it("continues the caller's trace across awaits, in the response and the log line", async () => {
    const { headers, json } = await edge.get('/v1/trace/o-1', { traceparent: `00-${ID}-${PARENT}-01` });
    expect([json['traceId'], headers.get('x-request-id')]).toEqual([ID, ID]);
    expect(await lineWhere(edge, ({ traceId, context }) => traceId === ID && context === 'Request')).toBeDefined();
  });

  it('keeps its trace while its body is read', async () => {
    const { headers, json } = await edge.post('/v1/trace', { a: 1 });
    expect(json['traceId']).toBe(headers.get('x-request-id'));
  });

  it('has its own trace otherwise, also beside concurrent ones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => edge.get(`/v1/trace/o-${index}`, { traceparent: 'nonsense' })),
    );
    const ids = answers.map(({ json }) => String(json['traceId']));
    expect(new Set(ids).size).toBe(20);
    expect(answers.map(({ headers }) => headers.get('x-request-id'))).toEqual(ids);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  });

  it('keeps its trace in the response to a malformed body', async () => {
    const { headers, json } = await edge.post('/v1/trace', '{', { traceparent: `00-${ID}-${PARENT}-01` });
    expect([json['traceId'], headers.get('x-request-id')]).toEqual([ID, ID]);
  });
});
