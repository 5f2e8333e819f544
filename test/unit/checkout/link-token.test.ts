import { describe, expect, it } from 'vitest';
import { linkToken, termsOfToken, requireTerms } from '#src/checkout/checkout-links.service.js';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { Problem } from '#src/platform/problems/problem.js';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const ring = new KeyRing([key('k1', 1)]);
const signed = {
  terms: { address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: '', merchantName: 'متجر' },
  expiresAt: new Date('2026-01-31T12:00:00.000Z'),
};
const token = linkToken(ring, signed);

it('link token: returns the signed terms and is URL-safe', () => {
  expect(termsOfToken(ring, token)).toEqual(signed);
  expect(encodeURIComponent(token)).toBe(token);
});

it('link token: stays valid under a new key until its own is removed', () => {
  expect(termsOfToken(new KeyRing([key('k2', 2), key('k1', 1)]), token)).toEqual(signed);
  expect(termsOfToken(new KeyRing([key('k2', 2)]), token)).toBeNull();
  expect(termsOfToken(new KeyRing([key('k1', 2)]), token)).toBeNull();
});

describe('link token: refuses', () => {
  const [said = '', keyId = '', mac = ''] = token.split('.');
  const other = Buffer.from(JSON.stringify({ ...signed, terms: { address: '0xthief' } })).toString('base64url');
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spelled = letters[letters.indexOf(mac.at(-1)!) ^ 1]!;

  it.each([
    ['other terms under the same HMAC', `${other}.${keyId}.${mac}`],
    ['another key id', `${said}.k2.${mac}`],
    ['an HMAC of nothing', `${said}.${keyId}.${Buffer.alloc(32).toString('base64url')}`],
    ['the HMAC of another purpose', `${said}.${keyId}.${ring.mac('client-secret', said)!.toString('base64url')}`],
    ['another spelling of the HMAC', `${said}.${keyId}.${mac.slice(0, -1)}${spelled}`],
    ['no HMAC', `${said}.${keyId}.`],
    ['no HMAC at all', said],
    ['nothing signed', `.${keyId}.${mac}`],
    ['a line end', `${token}\n`],
    ['nothing', ''],
  ])('%s', (_what, forged) => {
    expect(termsOfToken(ring, forged)).toBeNull();
  });
});

const TERMS = { network: 'ERC20', address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: '', country: 'GB' };
const SAID = { network: 'ETH', address: TERMS.address.toLowerCase(), country: 'GB' };

it('link terms: a checkout may use another spelling', () => {
  expect(() => requireTerms(TERMS, SAID)).not.toThrow();
});

it.each([
  ['network', 'BSC'],
  ['address', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  ['address', null],
  ['memo', '7'],
  ['country', 'IE'],
])('link terms: another %s (%s) is refused', (field, value) => {
  expect(() => requireTerms(TERMS, { ...SAID, [field]: value })).toThrow(Problem);
});
