import { describe, expect, it } from 'vitest';
import type { FiledTrade, Mismatch, OrderFile } from '#web/src/console/net/types.js';
import { compared } from '#web/src/console/order/comparison.js';
import { situationOf } from '#web/src/console/order/situation.js';
import { timelineOf } from '#web/src/console/order/timeline.js';
import { actorName } from '#web/src/console/parts/actor-name.js';
import { textsIn } from './texts.js';

const EN = textsIn('en');

const NOW = Date.parse('2026-01-31T12:00:00Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const trade = (more: Partial<FiledTrade> = {}): FiledTrade =>
  ({
    ...{ tradeNo: 'A-1', status: 'PAID', statusAt: ago(5), paidAt: null, missedAnswers: 0, lastSeen: null },
    ...more,
  }) as FiledTrade;

const mismatch = (more: Partial<Mismatch>): Mismatch => ({
  ...{ id: '1', tradeNo: 'A-1', kind: 'field', field: 'address', asked: 'a', seen: 'b', openedAt: ago(4) },
  ...{ resolvedAt: null, resolvedBy: null, note: null },
  ...more,
});

const file = (status: string, more: Partial<OrderFile> = {}): OrderFile =>
  ({
    ...{
      merchantOrderNo: 'A-1',
      status,
      trades: [trade()],
      mismatches: [],
      history: [],
      callbacks: [],
      historyIntact: true,
    },
    ...{ settled: false, retryable: false, failure: null, orderNo: '1059', updatedAt: ago(5) },
    ...more,
  }) as OrderFile;

describe('console: the case of an order', () => {
  it.each([
    ['CREATING', 'info', 'not confirmed'],
    ['AWAITING_PAYMENT', 'info', 'not paid'],
    ['PAYMENT_FAILED', 'warn', 'failed'],
    ['EXPIRED', 'info', 'in time'],
    ['PAID', 'info', 'sends next'],
    ['TRANSFERRING', 'info', 'on its way'],
    ['COMPLETED', 'good', 'Delivered'],
    ['REFUNDED', 'warn', 'went back'],
    ['PAYOUT_FAILED', 'bad', 'payout'],
    ['NEW_WORD', 'warn', 'new to the console'],
  ])('%s is %s: %s', (status, tone, words) => {
    const situation = situationOf(file(status), NOW, EN);
    expect(situation.tone).toBe(tone);
    expect(situation.is).toContain(words);
    expect(situation.todo).not.toBe('');
  });

  it('tells to ask the provider, by its number, about a payment that nothing followed', () => {
    const slow = file('PAID', { trades: [trade({ statusAt: ago(31) })] });
    expect(situationOf(slow, NOW, EN)).toMatchObject({ tone: 'warn', todo: expect.stringContaining('1059') as string });
  });

  it('says that the provider does not answer', () => {
    const quiet = file('PAID', { trades: [trade({ missedAnswers: 4 })] });
    expect(situationOf(quiet, NOW, EN).todo).toContain('not answered the last 4 polls');
  });

  it('puts the gravest first: an altered history, then two payments, then other differences', () => {
    const mismatches = [
      mismatch({ kind: 'status', field: 'status', seen: 'NEW' }),
      mismatch({}),
      mismatch({ kind: 'double_payment', tradeNo: 'A-1-r2', seen: 'A-1' }),
    ];
    const isOf = (more: Partial<OrderFile>): string => situationOf(file('PAID', more), NOW, EN).is;
    expect(isOf({ mismatches, historyIntact: false })).toContain('history of this order was altered');
    const altered = situationOf(
      file('COMPLETED', { mismatches: [mismatch({ kind: 'state' })], historyIntact: false }),
      NOW,
      EN,
    );
    expect(altered).toMatchObject({ tone: 'bad', is: expect.stringContaining('do not fit their seal') as string });
    expect(altered.todo).toContain('an admin rebuilds the order');
    expect(isOf({ mismatches })).toBe('The customer paid twice: A-1-r2 and A-1 are both paid.');
    expect(isOf({ mismatches: mismatches.slice(0, 2) })).toContain('another address');
    expect(isOf({ mismatches: [mismatch({ resolvedAt: ago(1) })] })).toContain('Paid');
  });
});

describe('console: what is done about a delivered order', () => {
  const [one, two] = ['A-1', 'A-1-r2'];
  const paidTwice = [mismatch({ kind: 'double_payment', tradeNo: two, seen: one })];
  const differs = (field: string) => [mismatch({ field })];

  it.each<[string, readonly Mismatch[], string, string, RegExp]>([
    ['paid twice', paidTwice, 'PAID', 'PAID', /refund one of them/],
    ['paid twice, the first delivered', paidTwice, 'COMPLETED', 'PAID', /^A-1 was delivered\. .* refund A-1-r2\./],
    ['paid twice, the second on its way', paidTwice, 'PAID', 'TRANSFERRING', /^A-1-r2 was delivered\. .* refund A-1\./],
    ['paid twice, both delivered', paidTwice, 'COMPLETED', 'COMPLETED', /do not ask for a refund/],
    ['another address, paid', differs('address'), 'PAID', 'EXPIRED', /Ask the provider about it/],
    ['another address, sent', differs('address'), 'TRANSFERRING', 'EXPIRED', /cannot be called back/],
    ['another network, delivered', differs('network'), 'COMPLETED', 'EXPIRED', /cannot be called back/],
    ['another country, delivered', differs('country'), 'COMPLETED', 'EXPIRED', /Ask the provider about it/],
  ])('%s', (_what, mismatches, first, second, todo) => {
    const trades = [trade({ tradeNo: one, status: first }), trade({ tradeNo: two, status: second })];
    expect(situationOf(file(first, { mismatches, trades }), NOW, EN).todo).toMatch(todo);
  });
});

describe('console: terms beside the record', () => {
  const asked = { fiat: 'USD', address: '0x5290…9EE7', country: 'US' };
  const record = { fiat: 'USD', address: '0x8617…070D', alpha2: 'US', status: 'PAY_SUCCESS', email: 'j***@e***' };

  it.each([
    ['in an envelope', { success: true, data: record }],
    ['bare', record],
  ])('are compared by the names of the terms, %s', (_form, lastSeen) => {
    const fields = compared(trade({ asked, lastSeen }), [mismatch({}), mismatch({ tradeNo: 'A-1-r2', field: 'fiat' })]);
    expect(fields).toEqual([
      { name: 'fiat', terms: 'USD', record: 'USD', verdict: null },
      { name: 'address', terms: '0x5290…9EE7', record: '0x8617…070D', verdict: 'differs' },
      { name: 'country', terms: 'US', record: 'US', verdict: null },
      { name: 'status', terms: null, record: 'PAY_SUCCESS', verdict: null },
    ]);
  });
});

describe('console: the timeline', () => {
  const ann = { actor: { id: 'key:7c0e1d52-1', name: 'ann' }, reason: null, detail: {} };
  const audit = [
    { ...ann, id: '7', at: ago(3), action: 'order.ask', reason: 'ticket 1' },
    { ...ann, id: '8', at: ago(1), action: 'order.read' },
    { ...ann, id: '9', at: ago(0), action: 'mismatch.resolve', detail: { outcome: 'not_open' } },
  ];
  const event = (seq: number, kind: string, cause: object, data: object) => ({
    ...{ seq, at: ago(10 - seq), tradeNo: 'A-1', kind, evidence: null },
    ...{ cause: { ...cause }, data: { ...data } },
  });

  it('has what every source tells, the newest first, each with its actor', () => {
    const history = [
      event(1, 'reserved', { kind: 'checkout', by: 'customer' }, {}),
      event(
        2,
        'seen',
        { kind: 'poll', hint: 'callback:1b4e' },
        { changes: { status: { from: 'AWAITING_PAYMENT', to: 'PAID' } } },
      ),
      event(3, 'brand_new', { kind: 'poll' }, {}),
    ];
    const callbacks = [
      {
        ...{ id: 'c', tradeNo: 'A-1', receivedAt: ago(8.5), times: 2 },
        claimedStatus: 'PAY_SUCCESS',
        claimedMessage: null,
      },
    ];
    const deliveries = [
      {
        ...{ id: 'd', event: 'order.paid', merchantOrderNo: 'A-1', state: 'failed', attempts: 1 },
        createdAt: ago(6),
        nextAt: null,
      },
    ];
    const notes = [{ id: 'n', at: ago(2), by: 'ann', text: 'Called back' }];
    const entries = timelineOf({ file: file('PAID', { history, callbacks }), deliveries, audit, notes }, EN);
    expect(entries.map(({ what, by, more }) => [what, by, more])).toEqual([
      ['Resolved nothing: it was no longer open', 'ann', null],
      ['Read the order', 'ann', null],
      ['Note', 'ann', 'Called back'],
      ['Polled the provider', 'ann', 'ticket 1'],
      ['Message order.paid', 'webhook', 'failed, 1 attempt'],
      ['brand new', 'poll', 'A-1'],
      ['The provider’s record changed', 'poll after callback', 'A-1: awaiting payment → paid'],
      ['Callback that claims PAY_SUCCESS, 2 times', 'provider', 'A-1'],
      ['Order placed', 'customer', 'A-1'],
    ]);
  });

  it('says Order placed of the first trade only, whatever made the next one', () => {
    const placed = event(1, 'reserved', { kind: 'checkout' }, {});
    const next = { ...event(2, 'reserved', { kind: 'checkout' }, {}), tradeNo: 'A-1-r2' };
    const sources = { file: file('CREATING', { history: [placed, next] }), deliveries: [], audit: [], notes: [] };
    expect(timelineOf(sources, EN).map(({ what }) => what)).toEqual(['New trade', 'Order placed']);
  });

  it.each([
    ['key:7c0e1d52-1', 'ann'],
    ['staff:key:7c0e1d52-1', 'ann'],
    ['key:0c5f6e0f-6f11', 'key 0c5f6e0f'],
    ['customer', 'customer'],
  ])('names %s as %s', (by, name) => {
    expect(actorName(by, audit, EN.t)).toBe(name);
  });
});
