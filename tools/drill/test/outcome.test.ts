import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tools/drill/outcome.mjs';
import type { Everything, Facts, ProviderOrder } from '#tools/drill/outcome.mjs';

type StoredTrade = Everything['trades'][0];

const there = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  orderNo: '901',
  merchantOrderNo: 'A-1',
  status: 'FINISHED',
  payUrl: 'http://pay/A-1',
  ...fields,
});
const trade = (fields: Partial<StoredTrade> = {}): StoredTrade => ({
  tradeNo: 'A-1',
  number: 'A-1',
  n: 1,
  status: 'COMPLETED',
  outcome: 'created',
  superseded: false,
  orderNo: '901',
  leased: false,
  ...fields,
});
const order = (status: string, driven = false) => ({ number: 'A-1', status, driven });
const stored = (fields: Partial<Everything> = {}): Everything => ({
  orders: [order('COMPLETED')],
  trades: [trade()],
  mismatches: [],
  messages: [{ id: 'm-1', type: 'order.completed', number: 'A-1' }],
  ...fields,
});

/** One order, paid and completed. */
const facts = (fields: Partial<Facts> = {}): Facts => ({
  told: { orders: new Set(['A-1']), taken: new Set() },
  provider: [there()],
  stored: stored(),
  report: { orders: 1, buckets: { open: 0, ended: 1 }, balanced: true },
  history: { orders: 1, faults: [] },
  lostCommits: false,
  failovers: 0,
  noticed: 0,
  messages: new Set(['m-1']),
  ...fields,
});

const second = trade({ tradeNo: 'A-1-r2', n: 2, status: 'AWAITING_PAYMENT', orderNo: '902' });
const secondThere = there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'PENDING' });
const unknown = { outcome: 'unknown', orderNo: null, status: 'CREATING' };
const DIFFERENT = 'not ended, or not as the provider has it';

describe('problems of a drill', () => {
  it.each<[string, string[], Partial<Facts>]>([
    ['a completed order', [], {}],
    [
      'an order retried and left unpaid',
      [],
      {
        stored: stored({
          orders: [order('AWAITING_PAYMENT')],
          trades: [trade({ status: 'PAYMENT_FAILED', superseded: true }), second],
        }),
        provider: [there({ status: 'PAY_FAIL' }), secondThere],
      },
    ],
    [
      'an order given up, with a trade found later',
      [],
      {
        stored: stored({
          orders: [order('EXPIRED')],
          trades: [
            trade({ status: 'AWAITING_PAYMENT', superseded: true }),
            { ...second, ...unknown, superseded: true },
          ],
        }),
        provider: [there({ status: 'PENDING' })],
      },
    ],
    ['a retry that was lost with commits', [], { lostCommits: true, provider: [there(), secondThere] }],
    ['two orders with one number', ['double creates'], { provider: [there(), there()] }],
    ['an order without a trade', ['unaccounted'], { provider: [there(), secondThere] }],
    [
      'an order whose first trade was lost with commits',
      ['unaccounted'],
      { lostCommits: true, provider: [there(), there({ merchantOrderNo: 'A-2' })] },
    ],
    [
      'an order that only its customer knows',
      ['unaccounted'],
      { told: { orders: new Set(['A-2']), taken: new Set() } },
    ],
    [
      'a number taken',
      ['told that their own number is taken'],
      { told: { orders: new Set(), taken: new Set(['A-1']) } },
    ],
    ['an order in no bucket', ['unaccounted'], { report: { orders: 1, buckets: { open: 0 }, balanced: true } }],
    ['a report out of balance', ['unaccounted'], { report: { orders: 1, buckets: { ended: 1 }, balanced: false } }],
    ['an order without history', ['unaccounted'], { history: { orders: 0, faults: [] } }],
    [
      'an altered history',
      ['history chain: faults'],
      { history: { orders: 1, faults: [{ merchantOrderNo: 'A-1', entry: 2, reason: 'altered' }] } },
    ],
    [
      'an unknown payment',
      [DIFFERENT],
      { stored: stored({ orders: [order('AWAITING_PAYMENT')], trades: [trade({ status: 'AWAITING_PAYMENT' })] }) },
    ],
    ['an unpaid order stored as paid', [DIFFERENT], { provider: [there({ status: 'CANCEL' })] }],
    ['another number', [DIFFERENT], { provider: [there({ orderNo: '903' })] }],
    ['an order without the status of its trade', [DIFFERENT], { stored: stored({ orders: [order('PAID')] }) }],
    [
      'an order that is still being made',
      [DIFFERENT],
      { stored: stored({ orders: [order('CREATING')], trades: [trade(unknown)] }), provider: [] },
    ],
    [
      'a mismatch',
      ['mismatches without a cause'],
      {
        stored: stored({
          mismatches: [
            { number: 'A-1', kind: 'address' },
            { number: 'A-1', kind: 'double_payment' },
          ],
        }),
      },
    ],
    ['a leased trade', ['leases left over'], { stored: stored({ trades: [trade({ leased: true })] }) }],
    ['a leased order', ['leases left over'], { stored: stored({ orders: [order('COMPLETED', true)] }) }],
    ['a missing message', ['messages that never came'], { messages: new Set(['m-2']) }],
    ['a failover that went unnoticed', ['failovers that went unnoticed'], { failovers: 2, noticed: 1 }],
  ])('with %s', (_, names, fields) => {
    const found = Object.entries(problemsOf(facts(fields))).flatMap(([name, all]) => (all.length > 0 ? [name] : []));
    expect(found).toEqual(names);
  });
});
