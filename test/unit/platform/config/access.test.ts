import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import type { AccessSettings } from '#src/platform/config/settings.js';
import { settingsWith, wrongWith } from '../../../support/settings.js';

const JWT: Environment = {
  AUTH_JWT_ISSUER: 'https://id.merchant.example/',
  AUTH_JWT_AUDIENCE: 'checkout',
  AUTH_JWKS_URL: 'https://id.merchant.example/jwks',
};

const access = (given: Environment = {}): AccessSettings => settingsWith(given).access;

describe('the identity provider', () => {
  it('is named by three settings; its issuer is compared as it stands there', () => {
    expect(access(JWT).jwt).toEqual({
      issuer: 'https://id.merchant.example/',
      audience: 'checkout',
      jwksUrl: 'https://id.merchant.example/jwks',
      roleClaim: 'none',
      staffAcr: [],
    });
  });

  it.each([
    [{ AUTH_CONSOLE_CLIENT_ID: 'console' }, 'AUTH_CONSOLE_CLIENT_ID does nothing without AUTH_JWT_ISSUER'],
    [
      { ...JWT, AUTH_JWT_ISSUER: 'merchant', AUTH_CONSOLE_CLIENT_ID: 'console' },
      'AUTH_CONSOLE_CLIENT_ID needs an AUTH_JWT_ISSUER that is an https: address',
    ],
    [
      { ...JWT, AUTH_JWT_ISSUER: 'http://id.merchant.example', AUTH_CONSOLE_CLIENT_ID: 'console' },
      'AUTH_CONSOLE_CLIENT_ID needs an AUTH_JWT_ISSUER that is an https: address',
    ],
  ])('refuses %j', (given, problem) => {
    expect(() => access(given)).toThrow(problem);
  });

  it.each(['http://id.S3CRET.example/jwks', 'http://localhost.S3CRET.example/jwks', 'http://10.0.0.7/S3CRET'])(
    'does not give its keys over %s, not even where the provider may be without TLS',
    (url) => {
      expect(wrongWith({ ...JWT, AUTH_JWKS_URL: url, RAMP_ALLOW_HTTP: 'true' })).toEqual([
        'AUTH_JWKS_URL must be https: its keys decide which tokens are valid',
      ]);
    },
  );

  it('says the roles of staff by a claim of any name, or by none', () => {
    expect(access({ ...JWT, AUTH_JWT_ROLE_CLAIM: 'https://merchant.example/roles' }).jwt?.roleClaim).toBe(
      'https://merchant.example/roles',
    );
    expect(access({ ...JWT, AUTH_JWT_ROLE_CLAIM: 'none' }).jwt?.roleClaim).toBe('none');
    expect(wrongWith({ AUTH_JWT_ROLE_CLAIM: 'role' })).toEqual([
      'AUTH_JWT_ROLE_CLAIM does nothing without AUTH_JWT_ISSUER',
    ]);
  });

  it('says how staff must have signed in, or nothing of it', () => {
    expect(access({ ...JWT, AUTH_JWT_STAFF_ACR: 'mfa,gold' }).jwt?.staffAcr).toEqual(['mfa', 'gold']);
    expect(wrongWith({ AUTH_JWT_STAFF_ACR: 'mfa' })).toEqual([
      'AUTH_JWT_STAFF_ACR does nothing without AUTH_JWT_ISSUER',
    ]);
  });
});

describe('a door that is open to everybody', () => {
  const LAPTOP: Environment = { AUTH: 'none', HOST: '127.0.0.1' };
  const PROXY = { PUBLIC_URL: 'https://pay.example', TRUSTED_PROXIES: '10.0.0.0/8' };

  it.each<Environment>([
    { HOST: '' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '10.0.0.7' },
    { HOST: 'localhost.example' },
    { PUBLIC_URL: 'https://pay.example' },
    { PUBLIC_URL: 'http://127.0.0.1.example' },
    { PUBLIC_URL: 'http://10.0.0.7:3000' },
    { TRUSTED_PROXIES: '10.0.0.7' },
    { TRUSTED_PROXIES: 'loopback' },
    // Settings behind an nginx on the same machine.
    { ...PROXY, NODE_ENV: 'production' },
  ])('is reported twice where a stranger could connect: %j', (given) => {
    for (const NODE_ENV of ['', 'production', 'prod', 'Production', 'staging', 'development', 'test']) {
      const open = { ...LAPTOP, NODE_ENV, ...given };
      expect(wrongWith(open)).toEqual([expect.stringMatching(/^AUTH=none lets everybody .* say it twice/)]);
      expect(wrongWith({ ...open, AUTH_NONE_LETS_STRANGERS_IN: 'true' })).toEqual([]);
    }
  });

  it.each<Environment>([
    {},
    { HOST: 'localhost' },
    { HOST: '::1' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000', NODE_ENV: 'production' },
    { AUTH: 'required', HOST: '0.0.0.0', ...PROXY },
  ])('is said once, or is none, with %j', (given) => {
    expect(wrongWith({ ...LAPTOP, ...given })).toEqual([]);
  });
});
