import { describe, expect, it } from 'vitest';
import type { Everything, ProviderOrder, StoredTrade } from '#tools/drill/compare.mjs';
import { figuresOf } from '#tools/drill/figures.mjs';
import type { Facts } from '#tools/drill/figures.mjs';
import { LEADER } from '#tools/drill/strikes.mjs';
import type { Told } from '#tools/drill/journal.mjs';
import { addsUp, complaints, table } from '#tools/drill/words.mjs';

const told = (fields: Partial<Told> = {}): Told => ({
  ...{ by: 'checkout', status: 201, payUrl: 'http://pay/A-1', n: 1, askedAt: 0, answeredAt: 10 },
  ...fields,
});
const there = (fields: Partial<ProviderOrder> = {}): ProviderOrder => ({
  ...{ orderNo: '901', merchantOrderNo: 'A-1', status: 'FINISHED', payUrl: 'http://pay/A-1' },
  ...fields,
});
const trade = (fields: Partial<StoredTrade> = {}): StoredTrade => ({
  ...{ tradeNo: 'A-1', number: 'A-1', n: 1, status: 'COMPLETED', outcome: 'created', superseded: false },
  ...{ orderNo: '901', hasPayUrl: true, leased: false },
  ...fields,
});
const order = (fields: Partial<Everything['orders'][0]> = {}): Everything['orders'][0] => ({
  ...{ number: 'A-1', status: 'COMPLETED', version: 4, inReview: false, driven: false },
  ...fields,
});
const stored = (fields: Partial<Everything> = {}): Everything => ({
  ...{ orders: [order()], trades: [trade()], mismatches: [] },
  ...{ messages: [{ id: 'm-1', type: 'order.completed', number: 'A-1' }] },
  ...fields,
});
const struck = {
  what: 'replica 1',
  how: 'SIGKILL' as const,
  atMs: 1000,
  endedAt: 1500,
  waiting: 3,
  inFlight: 2,
  leases: 4,
};

const promoted = [struck, { ...struck, what: 'Postgres', how: 'promotion' as const, endedAt: 5000 }];

const message = (fields: Partial<Everything['orders'][0]> = {}, id = 'm-1', at = 1000): Facts['messages'][0] => {
  const { number, ...data } = order(fields);
  return { id, type: 'order.completed', data: { merchantOrderNo: number, ...data }, isGenuine: true, at };
};

/** One order, paid and completed, fully known to the shop. */
const facts = (fields: Partial<Facts> = {}): Facts => ({
  told: new Map([['A-1', [told()]]]),
  provider: [there()],
  stored: stored(),
  report: { orders: 1, buckets: { open: 0, ended: 1 }, balanced: true },
  history: { orders: 1, faults: [] },
  struck: [struck],
  noticed: (fields.struck ?? []).filter(({ how, what }) => how === 'promotion' || what === LEADER).length,
  messages: (fields.stored ?? stored()).orders.map((one) => message(one)),
  ...fields,
});

/** A retried order: its first trade failed, its second one is pending. */
const retried = stored({
  orders: [order({ status: 'AWAITING_PAYMENT' })],
  trades: [
    trade({ status: 'PAYMENT_FAILED', superseded: true }),
    trade({ tradeNo: 'A-1-r2', n: 2, status: 'AWAITING_PAYMENT', orderNo: '902' }),
  ],
});
const retriedThere = [
  there({ status: 'PAY_FAIL' }),
  there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'PENDING', payUrl: 'http://pay/A-1-r2' }),
];

const wrong = (given: Facts): string[] =>
  Object.entries(figuresOf(given).mustBeNone).flatMap(([name, findings]) => (findings.length > 0 ? [name] : []));

describe('figures of a drill', () => {
  it.each<[string, Partial<Facts>]>([
    ['a completed order', {}],
    ['an order retried and then left unpaid', { stored: retried, provider: retriedThere }],
    [
      'an order paid on an old page and a new one, in review for it',
      {
        stored: stored({
          orders: [order({ inReview: true })],
          trades: [trade({ superseded: true }), trade({ tradeNo: 'A-1-r2', n: 2, orderNo: '902' })],
          mismatches: [{ number: 'A-1', kind: 'double_payment' }],
        }),
        provider: [there(), there({ merchantOrderNo: 'A-1-r2', orderNo: '902' })],
      },
    ],
    [
      'an order never created, with a trade found later',
      {
        stored: stored({
          orders: [order({ status: 'EXPIRED' })],
          trades: [
            trade({ status: 'AWAITING_PAYMENT', superseded: true, hasPayUrl: false }),
            trade({ tradeNo: 'A-1-r2', n: 2, status: 'CREATING', outcome: 'unknown', superseded: true, orderNo: null }),
          ],
        }),
        provider: [there({ status: 'PENDING' })],
        told: new Map([['A-1', [told({ status: 200, payUrl: null, n: 2 })]]]),
      },
    ],
    [
      'links of two trades in overlapping requests',
      {
        told: new Map([
          [
            'A-1',
            [
              told({ askedAt: 5, answeredAt: 30 }),
              told({ n: 2, payUrl: 'http://pay/A-1-r2', askedAt: 6, answeredAt: 20 }),
            ],
          ],
        ]),
      },
    ],
    [
      'repeated and reordered messages',
      { messages: [message(), message({ version: 2, status: 'PAID' }, 'm-0'), message()] },
    ],
    [
      'a retry lost by a promotion, and versions set back',
      {
        struck: promoted,
        provider: [there(), there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'FINISHED' })],
        messages: [message({ version: 7 }, 'm-0'), message({}, 'm-1', 6000)],
      },
    ],
    [
      'the link of a trade that is the newest after a promotion lost the next one',
      {
        struck: promoted,
        provider: [there(), there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'PENDING' })],
        told: new Map([['A-1', [told({ n: 2, payUrl: 'http://pay/A-1-r2' }), told({ askedAt: 11, answeredAt: 12 })]]]),
      },
    ],
    [
      'an order set back by the first of two promotions',
      {
        struck: [...promoted, { ...promoted[1]!, endedAt: 9000 }],
        messages: [message({ version: 7 }, 'm-0'), message({}, 'm-1', 6000)],
      },
    ],
  ])('add up for %s', (_, fields) => {
    expect(wrong(facts(fields))).toEqual([]);
    expect(addsUp(figuresOf(facts(fields)))).toBe(true);
  });

  it.each<[string, string[], Partial<Facts>]>([
    ['two orders with one number at the provider', ['double creates'], { provider: [there(), there()] }],
    [
      'a trade with two links',
      ['double pay links'],
      { told: new Map([['A-1', [told(), told({ payUrl: 'http://pay/other' })]]]) },
    ],
    [
      'the link of an old trade requested after the new one was shown',
      ['double pay links'],
      {
        told: new Map([['A-1', [told({ n: 2, payUrl: 'http://pay/A-1-r2' }), told({ askedAt: 11, answeredAt: 12 })]]]),
      },
    ],
    [
      'one link for two trades',
      ['double pay links'],
      { told: new Map([['A-1', [told(), told({ n: 2, askedAt: 11, answeredAt: 12 })]]]) },
    ],
    [
      'two valid links',
      ['double pay links'],
      {
        stored: { ...retried, trades: retried.trades.map((each) => ({ ...each, superseded: false })) },
        provider: retriedThere,
      },
    ],
    [
      'an order at the provider without a trade',
      ['unaccounted'],
      { provider: [there(), there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'PENDING' })] },
    ],
    [
      'an answer about an order that is not stored',
      ['unaccounted'],
      { told: new Map([...facts().told, ['A-2', [told({ status: 202, payUrl: null })]]]) },
    ],
    [
      'an order at the provider without a row, after a promotion',
      ['unaccounted', 'paid there, not known as paid here'],
      { struck: promoted, provider: [there(), there({ merchantOrderNo: 'A-2', orderNo: '902' })] },
    ],
    [
      'a checkout refused because its number is taken',
      ['told that their own number is taken'],
      { told: new Map([['A-1', [told(), told({ status: 409, payUrl: null })]]]) },
    ],
    ['an order in no bucket', ['unaccounted'], { report: { orders: 1, buckets: { open: 0 }, balanced: true } }],
    [
      'a report that does not balance',
      ['unaccounted'],
      { report: { orders: 1, buckets: { ended: 1 }, balanced: false } },
    ],
    ['a report without an order', ['unaccounted'], { report: { orders: 0, buckets: { ended: 1 }, balanced: true } }],
    ['a history check without an order', ['unaccounted'], { history: { orders: 0, faults: [] } }],
    [
      'a fault in the history',
      ['history chain: faults'],
      { history: { orders: 1, faults: [{ merchantOrderNo: 'A-1', entry: 2, reason: 'altered' }] } },
    ],
    [
      'an unknown payment',
      ['paid there, not known as paid here', 'not ended, or not as the provider has it'],
      {
        stored: stored({
          orders: [order({ status: 'AWAITING_PAYMENT' })],
          trades: [trade({ status: 'AWAITING_PAYMENT' })],
        }),
      },
    ],
    [
      'an unpaid order stored as paid',
      ['not ended, or not as the provider has it'],
      { provider: [there({ status: 'CANCEL' })] },
    ],
    [
      'an order with a right trade and a wrong status',
      ['not ended, or not as the provider has it'],
      { stored: stored({ orders: [order({ status: 'PAID' })] }) },
    ],
    [
      'an order not at rest',
      ['not ended, or not as the provider has it'],
      {
        stored: stored({
          orders: [order({ status: 'CREATING' })],
          trades: [trade({ status: 'CREATING', outcome: 'unknown', orderNo: null, hasPayUrl: false })],
        }),
        provider: [],
      },
    ],
    [
      'an existing trade stored as not found',
      ['not ended, or not as the provider has it'],
      {
        stored: {
          ...retried,
          trades: [
            { ...retried.trades[0]!, status: 'CREATING', outcome: 'unknown', orderNo: null },
            retried.trades[1]!,
          ],
        },
        provider: retriedThere,
      },
    ],
    [
      'a mismatch without a cause',
      ['mismatches without a cause'],
      { stored: stored({ mismatches: [{ number: 'A-1', kind: 'address' }] }) },
    ],
    ['a leased trade', ['leases left over'], { stored: stored({ trades: [trade({ leased: true })] }) }],
    ['an order still being created', ['leases left over'], { stored: stored({ orders: [order({ driven: true })] }) }],
    ['a missing message', ['messages that never came'], { messages: [message({}, 'm-2')] }],
    [
      'a message with a wrong signature',
      ['messages wrongly signed'],
      { messages: [{ ...message(), isGenuine: false }] },
    ],
    [
      'a shop with another status',
      ['orders that the shop knows otherwise'],
      { messages: [message({ status: 'PAID' })] },
    ],
    [
      'a shop without the last version',
      ['orders that the shop knows otherwise'],
      { messages: [message({ version: 3 })] },
    ],
    [
      'a failover that went unnoticed',
      ['failovers that went unnoticed'],
      { struck: [{ ...struck, what: LEADER }], noticed: 0 },
    ],
    ['a kill of an idle replica', ['kills that met no work'], { struck: [{ ...struck, waiting: 0 }] }],
    [
      'a crash of an idle Postgres',
      ['kills that met no work'],
      { struck: [{ ...struck, what: 'Postgres', waiting: 0, inFlight: 0 }] },
    ],
  ])('do not add up for %s', (_, names, fields) => {
    expect(wrong(facts(fields))).toEqual(names);
    const figures = figuresOf(facts(fields));
    expect(addsUp(figures)).toBe(false);
    for (const name of names)
      expect(complaints(figures, false)).toMatch(new RegExp(`${name}: \\d, must be 0\\n {4}\\S[^\\n]*: \\S`));
  });

  it('count the last answer to the checkout, not later reads and retries', () => {
    const answers: [string, Told[]][] = [
      ['A-1', [told({ status: 202 }), told(), told({ by: 'read', status: 503 })]],
      ['A-2', [told(), told({ status: 202 })]],
      ['A-3', [told({ status: 0 }), told({ status: 502 })]],
      ['A-4', [told({ status: 503 }), told({ status: 0 }), told({ by: 'retry' })]],
    ];
    expect(figuresOf(facts({ told: new Map(answers) })).counts).toMatchObject({
      'orders asked for': 4,
      '  answered 200 or 201': 1,
      '  answered 202 to the end': 1,
      '  answered with a problem': 1,
      '  never answered': 1,
    });
  });
});

describe('table of a drill', () => {
  it('has a line per figure, and marks those that must be 0', () => {
    const lines = table(figuresOf(facts({ provider: [there(), there()] }))).split('\n');
    const line = (name: string): string | undefined => lines.find((each) => each.trim().startsWith(name));
    expect(line('orders asked for')).toMatch(/ 1$/);
    expect(line('orders at the provider')).toMatch(/ 2$/);
    expect(line('double creates')).toMatch(/ 1 {2}must be 0$/);
    expect(line('unaccounted')).toMatch(/ 0 {2}as it must be$/);
  });

  it('adds nothing if all adds up; else names wrong figures in red with at most five examples', () => {
    expect(complaints(figuresOf(facts()), true)).toBe('');
    const seven = Array.from({ length: 7 }, (_, index) => ({
      merchantOrderNo: `A-${index}`,
      entry: null,
      reason: 'altered',
    }));
    const text = complaints(figuresOf(facts({ history: { orders: 1, faults: seven } })), true);
    expect(text).toContain('\u001b[31mhistory chain: faults: 7, must be 0\u001b[39m\n');
    expect(text.match(/altered/g)).toHaveLength(5);
    expect(text).toContain('and 2 more');
  });
});
