import { describe, expect, it } from 'vitest';
import { securityOf, SECURITY_SCHEMES } from '#src/access/api-security.js';
import { PERMISSIONS, permissionOf } from '#src/access/permissions.js';
import type { Permission } from '#src/access/permissions.js';

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

describe('the permission of a route', () => {
  it('HEAD has the permission of GET', () => {
    expect(permissionOf('HEAD', '/v1/cryptos')).toBe(PERMISSIONS['GET /v1/cryptos']);
  });

  it('any method has the permission for ALL', () => {
    expect(permissionOf('PATCH', '/callbacks/ramp/:token')).toBe('open');
  });

  it.each([
    ['POST', '/v1/cryptos'],
    ['GET', '/v1'],
    ['GET', '/v1/nowhere'],
    ['get', '/v1/cryptos'],
  ])('%s %s has none', (method, path) => expect(permissionOf(method, path)).toBeNull());
});
