import { expect, it } from 'vitest';
import { KeyRing } from '#src/platform/crypto/key-ring.js';
import { ForgetService } from '#src/privacy/forget.service.js';
import { NOW } from '../../support/order-builders.js';

const ANN = { id: 'key:ann', name: 'Ann', address: '192.0.2.7' };
const ring = new KeyRing([{ id: 'k1', bytes: Buffer.alloc(32, 1) }]);

const CUSTOMER = { kind: 'customer', value: 'customer-1' } as const;
const nothing = () => Promise.resolve();

/** A customer of one order. */
function serviceOf(
  erasures: object,
  forgetReceipts: () => Promise<void> = nothing,
  forgetAnswers = nothing,
): ForgetService {
  return new ForgetService(
    { numbersOf: () => Promise.resolve(['A-1001']) } as never,
    erasures as never,
    {} as never,
    { forget: forgetReceipts } as never,
    { forget: forgetAnswers } as never,
    { now: () => Promise.resolve(NOW), add: nothing } as never,
    { record: nothing } as never,
    { ring: () => Promise.resolve(ring) } as never,
    { keptByLaw: { address: 0, customer: 0, payee: 0 } },
  );
}

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
  const service = serviceOf({ stillOpen: () => Promise.resolve([]), erase }, clear(receipts), clear(answers));
  expect(await service.forget(ANN, CUSTOMER, { dryRun: false, force: false })).toEqual({ orders: 1, erased: 1 });
  expect([...receipts, ...answers]).toEqual([]);
});

it('says which orders went on while the others were erased', async () => {
  const open: string[][] = [[], ['A-1001']];
  const service = serviceOf({ stillOpen: () => Promise.resolve(open.shift()), erase: () => Promise.resolve(0) });
  await expect(service.forget(ANN, CUSTOMER, { dryRun: false, force: false })).rejects.toMatchObject({
    code: 'order_not_ended',
    extras: { members: { merchantOrderNos: ['A-1001'] } },
  });
});
