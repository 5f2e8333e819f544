import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGuessable } from '#src/platform/config/read-storage.js';

const upFrom = (first: number, step: number): Buffer =>
  Buffer.from(Array.from({ length: 32 }, (_, at) => first + at * step));

describe('a service key that can be guessed', () => {
  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 0xa7)],
    ['eight bytes, four times', Buffer.alloc(32, randomBytes(8))],
    ['sixteen bytes, twice', Buffer.alloc(32, randomBytes(16))],
    ['a sentence', Buffer.from('correct horse battery staple 123')],
    ['hexadecimal digits', Buffer.from(randomBytes(16).toString('hex'))],
    ['text with a line end', Buffer.from(`${randomBytes(16).toString('hex').slice(1)}\n`)],
    ['counting up', upFrom(1, 1)],
    ['counting down beyond zero', upFrom(9, -1)],
    ['counting in steps', upFrom(200, 7)],
  ])('is found: %s', (_, key) => {
    expect(key).toHaveLength(32);
    expect(isGuessable(key)).toBe(true);
  });
});

describe('a random service key', () => {
  it('is good', () => {
    const refused = Array.from({ length: 20_000 }, () => randomBytes(32)).filter(isGuessable);
    expect(refused).toEqual([]);
  });

  it('is refused by mistake less than once in 10^13', () => {
    // How likely each number of different bytes is, byte by byte.
    let different = [1];
    for (let drawn = 0; drawn < 32; drawn++) {
      different = Array.from({ length: drawn + 2 }, (_, n) => {
        const known = ((different[n] ?? 0) * n) / 256;
        return known + ((different[n - 1] ?? 0) * (257 - n)) / 256;
      });
    }
    expect(different.reduce((sum, part) => sum + part)).toBeCloseTo(1, 12);
    const pattern = different.slice(0, 17).reduce((sum, part) => sum + part);
    const text = (98 / 256) ** 32;
    const counting = 256 ** -30;
    expect(pattern + text + counting).toBeLessThan(1e-13);
    expect(pattern + text + counting).toBeGreaterThan(1e-14);
  });
});
