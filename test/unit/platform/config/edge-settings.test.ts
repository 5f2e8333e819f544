import { describe, expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import { SettingsError } from '#src/platform/config/reader.js';
import type { Environment } from '#src/platform/config/reader.js';
import type { Settings } from '#src/platform/config/settings.js';
import { serviceKey } from '../../../support/service-keys.js';

const GOOD: Environment = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: serviceKey('7'),
};

const read = (more: Environment): Settings => readSettings({ ...GOOD, ...more });

function wrong(more: Environment): readonly string[] {
  try {
    read(more);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('settings of limits and of the edge', () => {
  it('have safe defaults', () => {
    expect(read({}).limits).toEqual({
      ...{ addressRps: 100, callerRps: 50, keyRps: 500 },
      ...{ guestsRpm: 120, guestBlockRpm: 12 },
    });
    expect(read({}).guests).toEqual({ unpaidOrders: 1000, unpaidOrdersOfBlock: 30, challenge: null });
    expect(read({}).edge).toEqual({
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 20_000,
      connectionsPerAddress: 200,
      connectionsPerKey: 2000,
      trustedProxies: [],
    });
  });

  it('limit as they say, 0 for not at all', () => {
    const given = { RATE_LIMIT_ADDRESS_RPS: '7', RATE_LIMIT_CALLER_RPS: '0', RATE_LIMIT_KEY_RPS: '9' };
    expect(read(given).limits).toMatchObject({ addressRps: 7, callerRps: 0, keyRps: 9 });
    const guests = { GUEST_CHECKOUTS_PER_MINUTE: '0', GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '3' };
    expect(read(guests).limits).toMatchObject({ guestsRpm: 0, guestBlockRpm: 3 });
  });

  it('limit nobody with AUTH=none, and are checked all the same', () => {
    const open = { AUTH: 'none', HOST: '127.0.0.1' };
    const { limits, edge } = read({ ...open, RATE_LIMIT_ADDRESS_RPS: '7', HTTP_CONNECTIONS_PER_ADDRESS: '5' });
    const unlimited = { addressRps: 0, callerRps: 0, keyRps: 0, guestsRpm: 0, guestBlockRpm: 0 };
    expect([limits, edge.connectionsPerAddress]).toEqual([unlimited, 0]);
    expect(wrong({ ...open, RATE_LIMIT_KEY_RPS: '-1' })).toHaveLength(1);
  });

  it.each([
    ['RATE_LIMIT_ADDRESS_RPS', 'x'],
    ['RATE_LIMIT_CALLER_RPS', '-1'],
    ['RATE_LIMIT_KEY_RPS', '1.5'],
    ['HTTP_HEADERS_TIMEOUT_MS', '99'],
    ['HTTP_HEADERS_TIMEOUT_MS', '20001'],
    ['HTTP_REQUEST_TIMEOUT_MS', '0'],
    ['HTTP_CONNECTIONS_PER_ADDRESS', 'many'],
    ['GUEST_UNPAID_ORDERS', '-1'],
    ['ADMIN_PORT', '3000'],
    ['ADMIN_PORT', '0'],
    ['OPERATOR_ROUTES', 'everybody'],
  ])('%s=%s is wrong', (name, value) => {
    expect(wrong({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must`))]);
  });

  it.each([
    [{}, false],
    [{ ADMIN_PORT: '9000' }, false],
    [{ OPERATOR_ROUTES: 'public' }, true],
    [{ OPERATOR_ROUTES: 'public', ADMIN_PORT: '9000' }, true],
    [{ AUTH: 'none', HOST: '127.0.0.1' }, true],
    [{ AUTH: 'none', HOST: '127.0.0.1', ADMIN_PORT: '9000' }, false],
    [{ AUTH: 'none', HOST: '127.0.0.1', OPERATOR_ROUTES: 'private' }, false],
  ])('with %j the routes of operators are on the public port: %s', (given, isPublic) => {
    expect(read(given).http.operatorRoutesArePublic).toBe(isPublic);
  });

  it('a shorter time for a request is one for its headers too', () => {
    expect(read({ HTTP_REQUEST_TIMEOUT_MS: '3000' }).edge.headersTimeoutMs).toBe(3000);
  });

  it.each([
    'loopback',
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    '::ffff:10.0.0.1',
    '192.0.2.0/1',
    '2001:db8::/128',
    '10.0.0.0/8, loopback ,fd00::/8',
  ])('TRUSTED_PROXIES=%s', (value) => {
    expect(read({ TRUSTED_PROXIES: value }).edge.trustedProxies).toEqual(value.split(',').map((entry) => entry.trim()));
  });

  it.each([
    ...[
      'true',
      '1',
      '*',
      'uniquelocal',
      'proxy.example',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0.0/',
    ],
    ...['10.0.0/8', '10.0.0.256', '10.0.0.0/255.0.0.0', '10.0.0.0/08', 'http://10.0.0.1', '10.0.0.1:80'],
    '10.0.0.1,true',
  ])('TRUSTED_PROXIES=%s is wrong', (value) => {
    expect(wrong({ TRUSTED_PROXIES: value })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES must list/)]);
  });
});
