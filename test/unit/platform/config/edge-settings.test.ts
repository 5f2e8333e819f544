import { describe, expect, it } from 'vitest';
import { OPEN, settingsWith } from '../../../support/settings.js';

describe('settings of limits and of the edge', () => {
  it('have safe defaults', () => {
    expect(settingsWith().limits).toEqual({
      addressRps: 100,
      callerRps: 50,
      keyRps: 500,
      guestsRpm: 120,
    });
    expect(settingsWith().guests).toEqual({ unpaidOrders: 1000, challenge: null });
    expect(settingsWith().trustedProxies).toEqual([]);
  });

  it('limit as they say, 0 for not at all', () => {
    const given = { RATE_LIMIT_ADDRESS_RPS: '7', RATE_LIMIT_CALLER_RPS: '0', RATE_LIMIT_KEY_RPS: '9' };
    expect(settingsWith(given).limits).toMatchObject({ addressRps: 7, callerRps: 0, keyRps: 9 });
    expect(settingsWith({ GUEST_CHECKOUTS_PER_MINUTE: '0' }).limits).toMatchObject({ guestsRpm: 0 });
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
    expect(settingsWith({ TRUSTED_PROXIES: value }).trustedProxies).toEqual(
      value.split(',').map((entry) => entry.trim()),
    );
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
});

it.each([
  ['', {}],
  ['HUF=0', { HUF: 0 }],
  ['HUF=0, COP=0,KWD=2', { HUF: 0, COP: 0, KWD: 2 }],
])('FIAT_DECIMALS=%s', (text, decimals) => {
  expect(settingsWith({ FIAT_DECIMALS: text }).fiatDecimals).toEqual(decimals);
});
