import { expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ErasureList, erasureOf } from '#src/privacy/erasure-list.js';
import { at, HOUR, NOW } from '../../support/order-builders.js';

const ring = new KeyRing([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);
const jane = { kind: 'email', value: 'jane@example.com' } as const;
const forgotten = new ErasureList(ring, [erasureOf(ring, jane, NOW)]);

it.each([
  ['before', -HOUR, true],
  ['at', 0, true],
  ['after', 1, false],
])('erasure list: compares the creation of an order %s the erasure', (_, ms, isMeant) => {
  expect(forgotten.has({ kind: 'email', value: 'Jane@Example.com' }, at(ms))).toBe(isMeant);
});

it('erasure list: other subjects do not match, nor equal text of another kind', () => {
  expect(forgotten.has({ kind: 'email', value: 'joan@example.com' }, at(-HOUR))).toBe(false);
  expect(forgotten.has({ kind: 'customer', value: jane.value }, at(-HOUR))).toBe(false);
});
