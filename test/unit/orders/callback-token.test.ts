import { describe, expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { callbackToken, tradeOfToken } from '#src/orders/secrets/callback-address.service.js';
import { MERCHANT_ORDER_NO, tradeNumber } from '#src/platform/terms/order.js';

const key = (id: string, fill: number) => ({ id, bytes: Buffer.alloc(32, fill) });
const ring = new KeyRing([key('k1', 1)]);
const longest = tradeNumber('A'.repeat(44), 32767);

describe('callback token', () => {
  it.each(['A-1001', 'A-1001-r2', 'a', '0._-', longest])('names its trade: %s', (tradeNo) => {
    const token = callbackToken(ring, tradeNo);
    expect(tradeOfToken(ring, token)).toBe(tradeNo);
    expect(encodeURIComponent(token)).toBe(token);
  });

  it('the longest trade number is one that a merchant may choose', () => {
    expect(MERCHANT_ORDER_NO.test('A'.repeat(44))).toBe(true);
    expect(MERCHANT_ORDER_NO.test('A'.repeat(45))).toBe(false);
  });
});

describe('callback token: refuses', () => {
  const token = callbackToken(ring, 'A-1001');
  const [number = '', keyId = '', mac = ''] = token.split('~');

  it.each([
    ['another trade under the same HMAC', `A-1002~${keyId}~${mac}`],
    ['the same number in another letter case', `a-1001~${keyId}~${mac}`],
    ['a later trade of the same order', `A-1001-r2~${keyId}~${mac}`],
    ['another key id', `${number}~k2~${mac}`],
    ['an HMAC of nothing', `${number}~${keyId}~${Buffer.alloc(32).toString('base64url')}`],
    ['another first letter of the HMAC', `${number}~${keyId}~${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`],
    ['a short HMAC', `${number}~${keyId}~${mac.slice(0, 42)}`],
    ['a long HMAC', `${token}A`],
    ['no HMAC', `${number}~${keyId}~`],
    ['no key id', `${number}~~${mac}`],
    ['no number', `~${keyId}~${mac}`],
    ['a part too many', `${token}~`],
    ['a line end', `${token}\n`],
    ['nothing', ''],
    ['the name of something that objects inherit', `${number}~constructor~${mac}`],
  ])('%s', (_, forged) => expect(tradeOfToken(ring, forged)).toBeNull());

  it('non-canonical spellings of the last character', () => {
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [1, 2, 3].map((bits) => last[last.indexOf(mac.at(-1)!) ^ bits]!);
    for (const other of others) expect(tradeOfToken(ring, `${number}~${keyId}~${mac.slice(0, -1)}${other}`)).toBeNull();
    expect(tradeOfToken(ring, token)).toBe(number);
  });

  it('a token under another service key with the same id', () => {
    expect(tradeOfToken(new KeyRing([key('k1', 2)]), token)).toBeNull();
  });

  it('an HMAC made for another purpose', () => {
    const other = ring.mac('client-secret', 'A-1001')!.toString('base64url');
    expect(tradeOfToken(ring, `A-1001~k1~${other}`)).toBeNull();
  });
});

describe('callback token: after a key rotation', () => {
  const token = callbackToken(ring, 'A-1001');
  const rotated = new KeyRing([key('k2', 2), key('k1', 1)]);

  it('old tokens stay valid and new ones use the new key', () => {
    expect(tradeOfToken(rotated, token)).toBe('A-1001');
    expect(callbackToken(rotated, 'A-1001')).toMatch(/^A-1001~k2~/);
  });

  it('tokens of a removed key are refused', () => {
    expect(tradeOfToken(new KeyRing([key('k2', 2)]), token)).toBeNull();
  });
});
