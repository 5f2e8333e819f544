import { describe, expect, it } from 'vitest';
import { OPEN, settingsWith, wrongWith } from '../../../support/settings.js';

describe('settings of limits and of the edge', () => {
  it('have safe defaults', () => {
    expect(settingsWith().limits).toEqual({
      ...{ addressRps: 100, callerRps: 50, keyRps: 500 },
      ...{ guestsRpm: 120, guestBlockRpm: 12 },
    });
    expect(settingsWith().guests).toEqual({ unpaidOrders: 1000, unpaidOrdersOfBlock: 30, challenge: null });
    expect(settingsWith().edge).toEqual({
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 20_000,
      connectionsPerAddress: 200,
      connectionsPerKey: 2000,
      trustedProxies: [],
    });
  });

  it('limit as they say, 0 for not at all', () => {
    const given = { RATE_LIMIT_ADDRESS_RPS: '7', RATE_LIMIT_CALLER_RPS: '0', RATE_LIMIT_KEY_RPS: '9' };
    expect(settingsWith(given).limits).toMatchObject({ addressRps: 7, callerRps: 0, keyRps: 9 });
    const guests = { GUEST_CHECKOUTS_PER_MINUTE: '0', GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '3' };
    expect(settingsWith(guests).limits).toMatchObject({ guestsRpm: 0, guestBlockRpm: 3 });
  });

  it('limit nobody with AUTH=none, and are checked all the same', () => {
    const { limits, edge } = settingsWith({ ...OPEN, RATE_LIMIT_ADDRESS_RPS: '7', HTTP_CONNECTIONS_PER_ADDRESS: '5' });
    const unlimited = { addressRps: 0, callerRps: 0, keyRps: 0, guestsRpm: 0, guestBlockRpm: 0 };
    expect([limits, edge.connectionsPerAddress]).toEqual([unlimited, 0]);
    expect(wrongWith({ ...OPEN, RATE_LIMIT_KEY_RPS: '-1' })).toHaveLength(1);
  });

  it.each([
    [{}, false],
    [{ ADMIN_PORT: '9000' }, false],
    [{ OPERATOR_ROUTES: 'public' }, true],
    [{ OPERATOR_ROUTES: 'public', ADMIN_PORT: '9000' }, true],
    [OPEN, true],
    [{ ...OPEN, ADMIN_PORT: '9000' }, false],
    [{ ...OPEN, OPERATOR_ROUTES: 'private' }, false],
  ])('with %j the routes of operators are on the public port: %s', (given, isPublic) => {
    expect(settingsWith(given).http.operatorRoutesArePublic).toBe(isPublic);
  });

  it('a shorter time for a request is one for its headers too', () => {
    expect(settingsWith({ HTTP_REQUEST_TIMEOUT_MS: '3000' }).edge.headersTimeoutMs).toBe(3000);
  });

  it.each([
    ...['loopback', '10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.1', '192.0.2.0/1'],
    ...['2001:db8::/128', '10.0.0.0/8, loopback ,fd00::/8'],
  ])('TRUSTED_PROXIES=%s', (value) => {
    expect(settingsWith({ TRUSTED_PROXIES: value }).edge.trustedProxies).toEqual(
      value.split(',').map((entry) => entry.trim()),
    );
  });
});

describe('settings of streams', () => {
  it('have safe defaults', () => {
    expect(settingsWith().streams).toEqual({ heartbeatMs: 15_000, lifetimeMs: 600_000, most: 5000 });
  });

  it('are as they are set', () => {
    const given = { STREAM_HEARTBEAT_MS: '500', STREAM_LIFETIME_MS: '2000', STREAMS_MAX: '0' };
    expect(settingsWith(given).streams).toEqual({ heartbeatMs: 500, lifetimeMs: 2000, most: 0 });
  });
});

it.each([
  [{ REVEALS_PER_HOUR: '7' }, 7],
  [{ REVEALS_PER_HOUR: '0' }, Infinity],
  [{ ...OPEN, REVEALS_PER_HOUR: '7' }, Infinity],
])('with %j staff may reveal so much an hour: %s', (given, expected) => {
  expect(settingsWith(given).audit.revealsPerHour).toBe(expected);
});

describe('settings of networks', () => {
  it('ask for memos where they are known to be needed, and leave the table of families alone', () => {
    const { networks } = settingsWith();
    expect(networks.memoRequired).toEqual(['BNB', 'EOS', 'KAVA', 'SEI', 'XLM']);
    expect([...networks.families]).toEqual([]);
  });

  it('take names in any spelling', () => {
    const { networks } = settingsWith({
      RAMP_NETWORK_FAMILIES: 'Cronos=evm, avalanche_c=none',
      RAMP_MEMO_REQUIRED: ' bnb , new-net ',
    });
    expect(networks.memoRequired).toEqual(['BNB', 'NEWNET']);
    expect([...networks.families]).toEqual([
      ['CRONOS', 'evm'],
      ['AVALANCHEC', null],
    ]);
  });

  it('may ask for no memo at all', () => {
    expect(settingsWith({ RAMP_MEMO_REQUIRED: 'none' }).networks.memoRequired).toEqual([]);
  });
});

it.each([
  ['', {}],
  ['HUF=0', { HUF: 0 }],
  ['HUF=0, COP=0,KWD=2', { HUF: 0, COP: 0, KWD: 2 }],
])('FIAT_DECIMALS=%s', (text, decimals) => {
  expect(settingsWith({ FIAT_DECIMALS: text }).fiatDecimals).toEqual(decimals);
});
