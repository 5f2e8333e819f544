import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidOf } from '#client/src/idempotency-key.js';
import { isFormKeyUsable, keyOfContent } from '#web/src/checkout/rules/form-key.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe('the key of a form', () => {
  it('with a content: the same for the same, another for another, and a UUID of version 7', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (random, one, other) => {
        const key = uuidOf(NOW, random);
        expect(keyOfContent(key, one)).toMatch(UUID_7);
        expect(keyOfContent(key, one).slice(0, 24)).toBe(key.slice(0, 24));
        expect(keyOfContent(key, one) === keyOfContent(key, other)).toBe(one === other);
      }),
    );
  });

  it('keeps its randomness: two keys of one content differ as they did', () => {
    fc.assert(
      fc.property(bytes, bytes, fc.string(), (one, other, content) => {
        const [a, b] = [one, other].map((random) => uuidOf(NOW, random));
        expect(keyOfContent(a!, content) === keyOfContent(b!, content)).toBe(a === b);
      }),
    );
  });

  it.each([
    ['now', uuidOf(NOW, new Uint8Array(10)), true],
    ['59 minutes ago', uuidOf(NOW - 59 * 60_000, new Uint8Array(10)), true],
    ['an hour ago', uuidOf(NOW - 3_600_000, new Uint8Array(10)), false],
    ['two hours ahead', uuidOf(NOW + 7_200_000, new Uint8Array(10)), false],
    ['of another kind', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', false],
    ['empty', '', false],
  ])('made %s', (_, key, isUsable) => expect(isFormKeyUsable(key, NOW)).toBe(isUsable));
});
