import { expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ForgetService } from '#src/privacy/forget.service.js';
import { NOW } from '../../support/order-builders.js';

const ANN = { id: 'key:ann', name: 'Ann', address: '192.0.2.7' };
const ring = new KeyRing([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);

it('takes away what came while the orders were being erased, too', async () => {
  const receipts = new Set(['callback of before']);
  const answers = new Set(['answer of before']);
  const clear = (kept: Set<string>) => () => {
    kept.clear();
    return Promise.resolve();
  };
  const erase = () => {
    receipts.add('callback of meanwhile');
    answers.add('answer of meanwhile');
    return Promise.resolve(1);
  };
  const service = new ForgetService(
    { numbersOf: () => Promise.resolve(['A-1001']) } as never,
    { stillOpen: () => Promise.resolve([]), erase } as never,
    {} as never,
    { forget: clear(receipts) } as never,
    { forget: clear(answers) } as never,
    { now: () => Promise.resolve(NOW), add: () => Promise.resolve() } as never,
    { record: () => Promise.resolve() } as never,
    { ring: () => Promise.resolve(ring) } as never,
    { keptByLaw: { address: 0, customer: 0, payee: 0 } },
  );
  const subject = { kind: 'customer', value: 'customer-1' } as const;
  expect(await service.forget(ANN, subject, { dryRun: false, force: false })).toEqual({ orders: 1, erased: 1 });
  expect([...receipts, ...answers]).toEqual([]);
});
