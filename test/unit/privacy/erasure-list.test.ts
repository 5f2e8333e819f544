import { expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ErasureList, erasureOf } from '#src/privacy/erasure-list.js';
import { ForgetService } from '#src/privacy/forget.service.js';
import { at, HOUR, NOW } from '../../support/moments.js';

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

const ANN = { id: 'key:ann', name: 'Ann', address: '192.0.2.7' };

const CUSTOMER = { kind: 'customer', value: 'customer-1' } as const;
const nothing = () => Promise.resolve();

function serviceOf(erasures: object): ForgetService {
  return new ForgetService(
    { numbersOf: () => Promise.resolve(['A-1001']) } as never,
    erasures as never,
    {} as never,
    { now: () => Promise.resolve(NOW), add: nothing } as never,
    { record: nothing } as never,
    { ring: () => Promise.resolve(ring) } as never,
    { keptByLawMs: 0 },
  );
}

it('erasure: reports an order that was active meanwhile, even if it has ended again', async () => {
  const service = serviceOf({
    stillOpen: () => Promise.resolve([]),
    erase: () => Promise.resolve(0),
    unerased: () => Promise.resolve(['A-1001']),
  });
  await expect(service.forget(ANN, CUSTOMER, { dryRun: false, force: false })).rejects.toMatchObject({
    code: 'order_not_ended',
    extras: { members: { merchantOrderNos: ['A-1001'] } },
  });
});
