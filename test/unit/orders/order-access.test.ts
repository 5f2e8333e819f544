import { describe, expect, it } from 'vitest';
import { isOwn, maySee } from '#src/orders/decisions/order-access.js';
import type { OrderRow } from '#src/orders/model/order.types.js';
import type { Caller } from '#src/platform/callers/caller.js';

const caller = (given: Partial<Caller>): Caller => ({
  kind: 'key',
  id: 'key:1',
  name: 'x',
  capacities: [],
  scope: 'own',
  customer: null,
  clientSecret: null,
  ...given,
});
const order = (given: Partial<OrderRow>): OrderRow =>
  ({ side: 'BUY', caller: 'key:1', customerId: null, ...given }) as OrderRow;
const jane = caller({ kind: 'customer', id: 'customer:1', customer: { id: 'jane', email: null } });

describe('order access: readers and owners', () => {
  it.each<[string, Caller, OrderRow, { sees: boolean; owns: boolean }]>([
    ['a server that made it', caller({}), order({}), { sees: true, owns: true }],
    ['another server of scope own', caller({ id: 'key:2' }), order({}), { sees: false, owns: false }],
    ['another server of scope all', caller({ id: 'key:2', scope: 'all' }), order({}), { sees: true, owns: false }],
    ['a customer who made it', jane, order({ caller: 'customer:1' }), { sees: true, owns: true }],
    [
      'the customer of a purchase that a server made',
      jane,
      order({ customerId: 'jane' }),
      { sees: false, owns: false },
    ],
    ['the customer of a sale', jane, order({ side: 'SELL', customerId: 'jane' }), { sees: true, owns: true }],
    ['nobody’s sale, by nobody known', caller({ id: 'key:2' }), order({ side: 'SELL' }), { sees: false, owns: false }],
    ['a guest with the id that made it', caller({ kind: 'guest' }), order({}), { sees: false, owns: false }],
  ])('%s', (_, who, what, { sees, owns }) => {
    expect([maySee(who, what), isOwn(who, what)]).toEqual([sees, owns]);
  });
});
