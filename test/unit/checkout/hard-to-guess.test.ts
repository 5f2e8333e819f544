import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHardToGuess } from '../../../src/checkout/hard-to-guess.js';

const many = (make: () => string): string[] => Array.from({ length: 200 }, make);

describe('a key of a request that nobody can guess', () => {
  it.each<[string, () => string]>([
    ['a UUID of version 4', () => randomUUID()],
    ['the same in capitals', () => randomUUID().toUpperCase()],
    ['16 random bytes in hex', () => randomBytes(16).toString('hex')],
    ['16 random bytes in base64url', () => randomBytes(16).toString('base64url')],
    ['16 random bytes in base64', () => randomBytes(16).toString('base64')],
    ['a long one with a prefix', () => `checkout-${randomBytes(24).toString('base64url')}`],
  ])('may be %s', (_, make) => {
    for (const key of many(make)) expect(isHardToGuess(key), key).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['1', 'a counter'],
    ['order-1001', 'a number of the shop'],
    ['2026-11-21_10:00:00.000000000', 'a moment'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', 'a UUID of version 7: most of it is the time'],
    ['f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'a UUID of version 1'],
    ['21f7f8de-8051-5b89-8680-0195ef798b6a', 'a UUID of version 5: made of a name'],
    ['00000000-0000-4000-8000-000000000000', 'a UUID that nobody drew'],
    ['f81d4fae-7dec-41d0-0765-00a0c91e6bf6', 'a UUID of no known variant'],
    [randomBytes(15).toString('hex'), '120 bits in hex'],
    ['a'.repeat(60), 'one character'],
    ['abababababababababababababababab', 'two characters'],
    ['123456789012345678901234567890123456', '36 digits'],
  ])('is not %s (%s)', (key) => expect(isHardToGuess(key)).toBe(false));
});
