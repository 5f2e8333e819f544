import type { ExecutionContext } from '@nestjs/common';
import { Controller, Get, Post } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessGuard, OPEN, permissionOf, PERMISSIONS } from '#src/access/permissions.js';
import type { Permission } from '#src/access/permissions.js';
import { rememberCaller } from '#src/platform/http/request.js';
import type { Caller, Capacity } from '#src/platform/callers/caller.js';
import { securityOf, SECURITY_SCHEMES } from '#src/access/api-security.js';
import { routesOf, rowOf } from '../../support/routes.js';
import { startEdge } from '../platform/http/edge.js';
import type { Edge } from '../platform/http/edge.js';

const CAPACITIES: readonly Capacity[] = [
  'guest',
  'holder',
  'customer',
  'checkout',
  'support',
  'finance',
  'admin',
  'all_orders',
];

/** One letter per capacity, in the order above: repeated here, so that a slip in the table shows. */
const EXPECTED: Readonly<Record<string, string>> = {
  'POST /v1/checkouts': 'g-cs---',
  'GET /v1/orders/:merchantOrderNo': '-hcs---',
  'GET /v1/orders': '---s---',
  'PATCH /v1/orders/:merchantOrderNo': '---s---',
  'GET /v1/orders/:merchantOrderNo/events': '-hcs---',
  'POST /v1/orders/:merchantOrderNo/retry': '-hcs---',
  'GET /v1/events': '---s---',
  'POST /v1/checkout-links': '---s---',
  'POST /v1/sell-orders': '-------o',
  'POST /v1/quotes': 'g-cspfa',
  'GET /v1/cryptos': 'g-cspfa',
  'GET /v1/admin/me': '----pfa',
  'GET /v1/admin/counts': '----pfa',
  'GET /v1/admin/methods': '----pfa',
  'GET /v1/admin/orders': '----pfa',
  'GET /v1/admin/orders/export': '-----fa',
  'GET /v1/admin/orders/:merchantOrderNo': '----pfa',
  'POST /v1/admin/orders/:merchantOrderNo/ask': '----p-a',
  'POST /v1/admin/orders/:merchantOrderNo/reveal': '----p-a',
  'POST /v1/admin/orders/:merchantOrderNo/customer-link': '----p-a',
  'POST /v1/admin/orders/:merchantOrderNo/revoke-secret': '----p-a',
  'POST /v1/admin/orders/:merchantOrderNo/rebuild': '------a',
  'GET /v1/admin/orders/:merchantOrderNo/notes': '----p-a',
  'POST /v1/admin/orders/:merchantOrderNo/notes': '----p-a',
  'GET /v1/admin/orders/:merchantOrderNo/audit': '----p-a',
  'GET /v1/admin/mismatches': '----pfa',
  'GET /v1/admin/pauses': '----pfa',
  'POST /v1/admin/pauses': '----p-a',
  'DELETE /v1/admin/pauses/:id': '----p-a',
  'POST /v1/admin/mismatches/:id/resolve': '----p-a',
  'GET /v1/admin/runs': '----p-a',
  'GET /v1/admin/report': '----pfa',
  'GET /v1/admin/callbacks': '----p-a',
  'GET /v1/admin/keys': '------a',
  'POST /v1/admin/keys': '------a',
  'POST /v1/admin/keys/:id/rotate': '------a',
  'POST /v1/admin/keys/:id/revoke': '------a',
  'GET /v1/admin/audit': '------a',
  'POST /v1/admin/forget': '------a',
  'GET /v1/admin/webhooks': '----p-a',
  'GET /v1/admin/webhooks/:id': '----p-a',
  'POST /v1/admin/webhooks': '------a',
  'PATCH /v1/admin/webhooks/:id': '------a',
  'DELETE /v1/admin/webhooks/:id': '------a',
  'POST /v1/admin/webhooks/:id/rotate': '------a',
  'POST /v1/admin/webhooks/:id/test': '----p-a',
  'POST /v1/admin/webhooks/:id/replay': '----p-a',
  'GET /v1/admin/deliveries': '----p-a',
  'GET /v1/admin/deliveries/:id': '----p-a',
  'POST /v1/admin/deliveries/:id/redeliver': '----p-a',
};
const LETTERS = 'ghcspfao';

const callerWith = (capacities: readonly Capacity[], kind: Caller['kind'] = 'key'): Caller => ({
  kind,
  id: 'x',
  name: 'x',
  capacities,
  scope: 'own',
  customer: null,
  clientSecret: null,
});

function guard(method: string, path: string, caller: Caller | null): unknown {
  const request = { method, route: { path } };
  if (caller !== null) rememberCaller(request, caller);
  const context = { switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
  try {
    return new AccessGuard().canActivate(context);
  } catch (error) {
    return (error as { code: unknown }).code;
  }
}

describe('the permission table', () => {
  it('lists exactly these routes below /v1', () => {
    const rows = Object.keys(PERMISSIONS).filter((row) => row.includes(' /v1'));
    expect(rows.sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  const cases = Object.entries(EXPECTED).flatMap(([row, letters]) =>
    CAPACITIES.map((capacity, index) => [row, capacity, letters[index] === LETTERS[index]] as const),
  );

  it.each(cases)('%s as %s: %s', (row, capacity, may) => {
    const [method = '', path = ''] = row.split(' ');
    expect(guard(method, path, callerWith([capacity]))).toBe(may ? true : 'forbidden');
    expect(guard(method, path, callerWith([capacity], 'guest'))).toBe(may ? true : 'unauthenticated');
    expect(guard(method, path, callerWith([]))).toBe('forbidden');
    expect(guard(method, path, null)).toBe('unauthenticated');
  });

  it('opens nothing below /v1', () => {
    const open = Object.entries(PERMISSIONS).filter(([, permission]) => permission === OPEN);
    expect(open.map(([row]) => row).filter((row) => row.includes('/v1'))).toEqual([]);
  });

  it.each([
    ['GET', '/v1/orders/:merchantOrderNo', true],
    ['HEAD', '/v1/orders/:merchantOrderNo', true],
    ['DELETE', '/v1/orders/:merchantOrderNo', false],
    ['get', '/v1/orders/:merchantOrderNo', false],
    ['GET', '/v1/orders/A-1', false],
    ['GET', '/v1/nowhere', false],
    ['PUT', '/callbacks/ramp/:token', true],
    ['GET', 'constructor', false],
  ])('%s %s is listed: %s', (method, path, has) => {
    expect(permissionOf(method, path) !== null).toBe(has);
  });
});

@Controller('v1/forgotten')
class ForgottenController {
  @Get()
  read(): string {
    return 'read';
  }

  @Post(':id')
  write(): string {
    return 'written';
  }
}

@Controller('v2/forgotten')
class BesideController {
  @Get()
  read(): string {
    return 'read';
  }
}

describe('a route outside the table', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge({ controllers: [ForgottenController, BesideController] });
  });
  afterAll(() => edge.close());

  it('exists in the application, and has no permission', () => {
    const without = routesOf(edge.app).filter((route) => rowOf(route) === null);
    expect(without).toEqual(['GET /v1/forgotten', 'POST /v1/forgotten/:id', 'GET /v2/forgotten']);
  });

  it('is closed to all callers', async () => {
    // With AUTH=none the caller has every capacity.
    expect((await edge.get('/v1/forgotten')).status).toBe(403);
    expect((await edge.post('/v1/forgotten/1', {})).status).toBe(403);
  });
});

describe('security requirements in the OpenAPI document', () => {
  it.each<[string, Permission, object[]]>([
    ['nothing, where the route is open', 'open', []],
    ['a token or a key', ['customer', 'checkout'], [{ apiKey: [] }, { token: [] }]],
    ['or nothing, where guests are let in', ['guest', 'customer'], [{ token: [] }, {}]],
    ['an order\u2019s secret', ['holder', 'customer'], [{ clientSecret: [] }, { token: [] }]],
    ['a server\u2019s key alone', ['checkout'], [{ apiKey: [] }]],
    ['each way once', ['support', 'finance', 'admin'], [{ apiKey: [] }, { token: [] }]],
  ])('%s', (_, permission, expected) => expect(securityOf(permission)).toEqual(expected));

  it('name documented schemes only', () => {
    const named = Object.values(PERMISSIONS).flatMap((row) => securityOf(row).flatMap((way) => Object.keys(way)));
    expect(new Set(named)).toEqual(new Set(Object.keys(SECURITY_SCHEMES)));
  });
});
