import { describe, expect, it } from 'vitest';
import type { Everything, ProviderOrder, StoredTrade } from '#scripts/lib/drill/compare.mjs';
import { figuresOf } from '#scripts/lib/drill/figures.mjs';
import type { Facts } from '#scripts/lib/drill/figures.mjs';
import type { Told } from '#scripts/lib/drill/journal.mjs';
import { addsUp, complaints, table } from '#scripts/lib/drill/words.mjs';

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

/** One order that was asked for, paid and completed, of which the shop knows all. */
const facts = (fields: Partial<Facts> = {}): Facts => ({
  told: new Map([['A-1', [told()]]]),
  provider: [there()],
  stored: stored(),
  report: { orders: 1, buckets: { open: 0, ended: 1 }, balanced: true },
  history: { orders: 1, faults: [] },
  struck: [struck],
  messages: (fields.stored ?? stored()).orders.map((one) => message(one)),
  ...fields,
});

/** An order that was retried: its first trade failed, its second one waits. */
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

describe('the figures of a drill', () => {
  it.each<[string, Partial<Facts>]>([
    ['a completed order', {}],
    ['an order that was retried and left', { stored: retried, provider: retriedThere }],
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
      'an order that could not be made, one of its trades found later',
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
      'links of two trades in answers that crossed on their way',
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
      'messages that came twice and out of order',
      { messages: [message(), message({ version: 2, status: 'PAID' }, 'm-0'), message()] },
    ],
    [
      'a retry that a promotion lost, and versions that it took back',
      {
        struck: promoted,
        provider: [there(), there({ merchantOrderNo: 'A-1-r2', orderNo: '902', status: 'FINISHED' })],
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
      'the link of an old trade, asked for after the new one was shown',
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
      'two links that are valid at once',
      ['double pay links'],
      {
        stored: { ...retried, trades: retried.trades.map((each) => ({ ...each, superseded: false })) },
        provider: retriedThere,
      },
    ],
    [
      'an order at the provider that belongs to no trade',
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
      'a checkout that was told that its number is taken',
      ['told that their own number is taken'],
      { told: new Map([['A-1', [told(), told({ status: 409, payUrl: null })]]]) },
    ],
    ['an order in no bucket', ['unaccounted'], { report: { orders: 1, buckets: { open: 0 }, balanced: true } }],
    [
      'a report that does not balance',
      ['unaccounted'],
      { report: { orders: 1, buckets: { ended: 1 }, balanced: false } },
    ],
    [
      'a report that misses an order',
      ['unaccounted'],
      { report: { orders: 0, buckets: { ended: 1 }, balanced: true } },
    ],
    ['a check of the history that misses an order', ['unaccounted'], { history: { orders: 0, faults: [] } }],
    [
      'a fault in the history',
      ['history chain: faults'],
      { history: { orders: 1, faults: [{ merchantOrderNo: 'A-1', entry: 2, reason: 'altered' }] } },
    ],
    [
      'a payment that is not known',
      ['paid there, not known as paid here', 'not ended, or not as the provider has it'],
      {
        stored: stored({
          orders: [order({ status: 'AWAITING_PAYMENT' })],
          trades: [trade({ status: 'AWAITING_PAYMENT' })],
        }),
      },
    ],
    [
      'an order that is believed to be paid and is not',
      ['not ended, or not as the provider has it'],
      { provider: [there({ status: 'CANCEL' })] },
    ],
    [
      'an order whose trade is right and whose status is not',
      ['not ended, or not as the provider has it'],
      { stored: stored({ orders: [order({ status: 'PAID' })] }) },
    ],
    [
      'an order that nobody ended',
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
      'a trade that exists and was not found',
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
      'a mismatch that no customer caused',
      ['mismatches without a cause'],
      { stored: stored({ mismatches: [{ number: 'A-1', kind: 'address' }] }) },
    ],
    ['a leased trade', ['leases left over'], { stored: stored({ trades: [trade({ leased: true })] }) }],
    [
      'an order that somebody has to drive',
      ['leases left over'],
      { stored: stored({ orders: [order({ driven: true })] }) },
    ],
    ['a message that never came', ['messages that never came'], { messages: [message({}, 'm-2')] }],
    [
      'a message that was not signed as it should be',
      ['messages wrongly signed'],
      { messages: [{ ...message(), isGenuine: false }] },
    ],
    [
      'a shop that was told of another status',
      ['orders that the shop knows otherwise'],
      { messages: [message({ status: 'PAID' })] },
    ],
    [
      'a shop that was not told of the last version',
      ['orders that the shop knows otherwise'],
      { messages: [message({ version: 3 })] },
    ],
    ['a kill of a replica that nobody waited for', ['kills that met no work'], { struck: [{ ...struck, waiting: 0 }] }],
    [
      'a crash of Postgres in idle times',
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

  it('count the last answer to the checkout, whatever was read or retried afterwards', () => {
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

describe('the table of a drill', () => {
  it('has a line for each figure, and says of each that must be 0 whether it is', () => {
    const lines = table(figuresOf(facts({ provider: [there(), there()] }))).split('\n');
    const line = (name: string): string | undefined => lines.find((each) => each.trim().startsWith(name));
    expect(line('orders asked for')).toMatch(/ 1$/);
    expect(line('orders at the provider')).toMatch(/ 2$/);
    expect(line('double creates')).toMatch(/ 1 {2}must be 0$/);
    expect(line('unaccounted')).toMatch(/ 0 {2}as it must be$/);
  });

  it('says nothing more when all adds up; else in red which figure, with at most five examples', () => {
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
