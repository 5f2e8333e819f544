import { describe, expect, it } from 'vitest';
import { usableKeys } from '#src/access/jwt/key-set.js';
import { holderOf } from '#src/access/jwt/verify-token.js';
import { issuerKey, shortRsaKey } from '../../support/identity-provider.js';

const claims = (given: Readonly<Record<string, unknown>>) => ({ iss: 'https://id.example', sub: 'jane', ...given });

describe('the e-mail address of a token', () => {
  const EMAIL = 'jane@customer.example';
  const emailOf = (given: Readonly<Record<string, unknown>>) => holderOf(claims(given), 'role').email;

  it.each([true, 'true'])('counts with email_verified: %j', (verified) => {
    expect(emailOf({ email: EMAIL, email_verified: verified })).toBe(EMAIL);
  });

  it.each([undefined, false, 'false', 'True', 'TRUE', 'yes', '1', 1, '', null, {}, [true], ['true']])(
    'does not count with email_verified: %j',
    (verified) => {
      expect(emailOf({ email: EMAIL, email_verified: verified })).toBeNull();
    },
  );

  it.each([
    undefined,
    null,
    '',
    'jane',
    'jane@',
    '@customer.example',
    'jane@customer',
    `jane@customer.example\n`,
    'jane@customer.example,eve@else.example',
    'Jane <jane@customer.example>',
    'ja\u0000ne@customer.example',
    `jane@${'a.'.repeat(130)}example`,
    `${'j'.repeat(65)}@customer.example`,
    ['jane@customer.example'],
    { toString: () => EMAIL },
    7,
  ])('does not count if malformed: %j', (email) => {
    expect(emailOf({ email, email_verified: true })).toBeNull();
  });
});

describe('the roles of a token', () => {
  const rolesOf = (role: unknown) => holderOf(claims({ role }), 'role').roles;

  it.each<[unknown, string[]]>([
    ['support', ['support']],
    ['finance', ['finance']],
    ['admin', ['admin']],
    [
      ['finance', 'support'],
      ['support', 'finance'],
    ],
    [['admin', 'admin'], ['admin']],
    ['forum, admin', []],
    ['support finance', []],
    ['finance,support', []],
    [' admin', []],
    ['admin\n', []],
    [['support', 'checkout', 'else', 7, null, { admin: true }], ['support']],
    ['checkout', []],
    [['checkout', 'customer', 'guest', 'holder', 'everybody'], []],
    ['Admin', []],
    ['admins', []],
    ['not-admin', []],
    ['admin;support', []],
    [['admin support', 'forum, admin'], []],
    [[['admin']], []],
    [{ admin: true }, []],
    [{ 0: 'admin', length: 1 }, []],
    [true, []],
    [7, []],
    [null, []],
    ['', []],
    [undefined, []],
  ])('%j are %j', (role, roles) => {
    expect(rolesOf(role)).toEqual(roles);
  });

  it.each(['constructor', '__proto__', 'toString', 'missing'])('are none for a claim called %s', (name) => {
    expect(holderOf(claims({ role: 'admin' }), name).roles).toEqual([]);
  });
});

describe('a key set', () => {
  it('keeps usable keys only', async () => {
    const [ec, ed, rsa] = await Promise.all([issuerKey('e'), issuerKey('o', 'EdDSA'), issuerKey('r', 'RS256')]);
    const modulus = Buffer.from(String(rsa.published.n), 'base64url');
    const padded = { ...rsa.published, n: Buffer.concat([Buffer.alloc(1), modulus]).toString('base64url') };
    const good = [ec.published, ed.published, rsa.published, padded];
    const nearly = Buffer.concat([Buffer.alloc(1), modulus.subarray(1)]).toString('base64url');
    const bad: unknown[] = [
      { kty: 'oct', k: 'AAAA', alg: 'HS256' },
      { ...ec.published, d: 'AAAA' },
      { ...rsa.published, d: 'AAAA' },
      shortRsaKey().published,
      { ...rsa.published, n: nearly },
      { ...rsa.published, n: undefined },
      { ...rsa.published, n: '' },
      { ...rsa.published, n: 7 },
      { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AAAA' },
      { ...ec.published, kty: 'ec' },
      { ...ec.published, kty: undefined },
      {},
      [],
      null,
      'key',
      7,
    ];
    expect(usableKeys({ keys: [...bad, ...good] })).toEqual({ keys: good });
  });

  it.each([null, undefined, 7, 'keys', [], {}, { keys: null }, { keys: {} }, { keys: 'keys' }, [{ keys: [] }]])(
    'is not %j',
    (answer) => {
      expect(usableKeys(answer)).toBeNull();
    },
  );
});
