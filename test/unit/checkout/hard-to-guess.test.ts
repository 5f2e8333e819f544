import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHardToGuess } from '../../../src/checkout/hard-to-guess.js';

/** What chance may bring, the same at each run. */
const drawn = (n: number, length: number): Buffer =>
  createHash('sha512').update(String(n)).digest().subarray(0, length);
const uuid = (n: number): string => {
  const hex = drawn(n, 16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${'89ab'[n % 4]!}${hex.slice(17, 20)}-${hex.slice(20)}`;
};

describe('a key of a request that nobody can guess', () => {
  it.each<[string, (n: number) => string]>([
    ['a UUID of version 4', uuid],
    ['the same in capitals', (n) => uuid(n).toUpperCase()],
    ['16 random bytes in hex', (n) => drawn(n, 16).toString('hex')],
    ['16 random bytes in base64url', (n) => drawn(n, 16).toString('base64url')],
    ['16 random bytes in base64', (n) => drawn(n, 16).toString('base64')],
    ['a long one with a prefix', (n) => `checkout-${drawn(n, 24).toString('base64url')}`],
  ])('may be %s', (_, make) => {
    for (let n = 0; n < 500; n++) expect(isHardToGuess(make(n)), make(n)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['1', 'a counter'],
    ['order-2026-11-22-customer-4711', 'a number of the shop with a date'],
    ['alice@example.com/cart1', 'whose cart it is'],
    ['THE-CART-OF-ALICE-EXAMPLE-4711', 'a text in capitals'],
    ['order-1001', 'a number of the shop'],
    ['2026-11-21_10:00:00.000000000', 'a moment'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', 'a UUID of version 7: most of it is the time'],
    ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'a UUID of version 1'],
    ['21f7f8de-8051-5b89-8680-0195ef798b6a', 'a UUID of version 5: made of a name'],
    ['00000000-0000-4000-8000-000000000000', 'a UUID that nobody drew'],
    ['f81d4fae-7dec-41d0-0765-00a0c91e6bf6', 'a UUID of no known variant'],
    [drawn(1, 15).toString('hex'), '120 bits in hex'],
    ['a'.repeat(60), 'one character'],
    ['abababababababababababababababab', 'two characters'],
    ['123456789012345678901234567890123456', '36 digits'],
  ])('is not %s (%s)', (key) => expect(isHardToGuess(key)).toBe(false));
});
