import { describe, expect, it } from 'vitest';
import { MISMATCH_KINDS } from '#src/orders/model/mismatch-kind.types.js';
import { TRADE_STATUSES } from '#src/orders/model/order-status.js';
import type { FiledTrade, Mismatch, OrderFile } from '#web/src/console/net/types.js';
import { compared } from '#web/src/console/order/comparison.js';
import { situationOf } from '#web/src/console/order/situation.js';
import { timelineOf } from '#web/src/console/order/timeline.js';
import { actorName } from '#web/src/console/parts/actor-name.js';
import { allTexts } from '../i18n/locale-files.js';
import { textsIn } from './texts.js';

const EN = textsIn('en');

const NOW = Date.parse('2026-01-31T12:00:00Z');
const ago = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const trade = (more: Partial<FiledTrade> = {}): FiledTrade =>
  ({
    tradeNo: 'A-1',
    status: 'PAID',
    statusAt: ago(5),
    paidAt: null,
    missedAnswers: 0,
    lastSeen: null,
    ...more,
  }) as FiledTrade;

const mismatch = (more: Partial<Mismatch>): Mismatch => ({
  id: '1',
  tradeNo: 'A-1',
  kind: 'field',
  field: 'address',
  asked: 'a',
  seen: 'b',
  openedAt: ago(4),
  resolvedAt: null,
  resolvedBy: null,
  note: null,
  ...more,
});

const file = (status: string, more: Partial<OrderFile> = {}): OrderFile =>
  ({
    merchantOrderNo: 'A-1',
    status,
    trades: [trade()],
    mismatches: [],
    history: [],
    callbacks: [],
    historyIntact: true,
    side: 'BUY',
    settled: false,
    retryable: false,
    failure: null,
    orderNo: '1059',
    updatedAt: ago(5),
    ...more,
  }) as OrderFile;

describe('console: the case of an order', () => {
  it.each([
    ['CREATING', 'info', 'not confirmed'],
    ['AWAITING_PAYMENT', 'info', 'not paid'],
    ['PAYMENT_FAILED', 'warn', 'failed'],
    ['EXPIRED', 'info', 'in time'],
    ['PAID', 'info', 'sends the crypto next'],
    ['TRANSFERRING', 'info', 'is sending'],
    ['COMPLETED', 'good', 'Delivered'],
    ['REFUNDED', 'warn', 'returned'],
    ['PAYOUT_FAILED', 'bad', 'payout'],
    ['NEW_WORD', 'warn', 'new to the console'],
  ])('%s is %s: %s', (status, tone, words) => {
    const situation = situationOf(file(status), NOW, EN);
    expect(situation.tone).toBe(tone);
    expect(situation.is).toContain(words);
  });

  it('tells to ask the provider, by its number, about a payment that nothing followed', () => {
    const slow = file('PAID', { trades: [trade({ statusAt: ago(31) })] });
    expect(situationOf(slow, NOW, EN)).toMatchObject({ tone: 'warn', todo: expect.stringContaining('1059') as string });
  });

  it('says that the provider does not answer', () => {
    const quiet = file('PAID', { trades: [trade({ missedAnswers: 4 })] });
    expect(situationOf(quiet, NOW, EN).todo).toContain('not answered the last 4 polls');
  });

  it('speaks of a sale as one', () => {
    const sale = { side: 'SELL', payWayCode: null } as const;
    expect(situationOf(file('CRYPTO_RECEIVED', sale), NOW, EN).say).toContain(
      'has the crypto and sends the payout next',
    );
  });

  it('offers another try where the service takes one', () => {
    expect(situationOf(file('EXPIRED', { retryable: true }), NOW, EN).say).toContain('can try again');
    expect(situationOf(file('EXPIRED'), NOW, EN).say).toContain('can place a new order');
  });

  it('puts the gravest first: an altered history, then what can be held, then two payments, then differences', () => {
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
    expect(isOf({ mismatches })).toContain('another address');
    const [status, , twice] = mismatches;
    expect(isOf({ mismatches: [status!, mismatch({ field: 'country' }), twice!] })).toMatch(/^The customer paid twice/);
    expect(isOf({ mismatches: [mismatch({ resolvedAt: ago(1) })] })).toContain('sends the crypto next');
  });
});

const SIDES = ['BUY', 'SELL'] as const;
const SENT = ['TRANSFERRING', 'PAYOUT_STARTED', 'COMPLETED'];
const [ONE, TWO, THREE] = ['A-1', 'A-1-r2', 'A-1-r3'];

const ASKING_BACK = ['console.todo.refund_all_but_one', 'console.todo.refund_other'] as const;

it('console: no other advice asks for a refund', () => {
  const asking = Object.entries(allTexts('en')).filter(
    ([key, text]) =>
      key.startsWith('console.todo.') && /refund/.test(String(text).replaceAll(/ask for (no|a) refund/g, '')),
  );
  expect(asking.map(([key]) => key)).toEqual(ASKING_BACK);
});

describe.each([EN, textsIn('ar')])('console: the advice in $language', (texts) => {
  const FIELDS = ['address', 'network', 'memo', 'crypto', 'amount', 'fiat', 'country', 'payee.name', 'orderNo'];
  const kinds = MISMATCH_KINDS.flatMap((kind): readonly Partial<Mismatch>[] => {
    if (kind === 'double_payment') return [{ kind, field: 'status', tradeNo: TWO, seen: ONE }];
    if (kind !== 'field') return [{ kind, field: 'status', asked: null, seen: null }];
    return [
      ...FIELDS.map((field) => ({ kind, field })),
      { kind, field: 'cryptoQuantity', asked: 'more than 0', seen: '0' },
    ];
  });
  const asksBack = ASKING_BACK.map((key) => {
    const any = { delivered: '.*', unsent: '.*' };
    return new RegExp(texts.t(key, any));
  });

  it.each(SIDES)('of a %s has its three sentences for every mismatch, status and other trade', (side) => {
    const others = side === 'SELL' ? [null] : [null, ...TRADE_STATUSES];
    const wrong = kinds.flatMap((more) =>
      TRADE_STATUSES.flatMap((status) =>
        others.flatMap((other) => {
          const trades = [
            trade({ tradeNo: ONE, status }),
            ...(other === null ? [] : [trade({ tradeNo: TWO, status: other })]),
          ];
          const order = file(status, { side, trades, mismatches: [mismatch(more)] });
          const { is, todo, say } = situationOf(order, NOW, texts);
          const isDelivered = trades.every((one) => SENT.includes(one.status));
          const isHarmful = isDelivered && asksBack.some((text) => text.test(todo));
          const isWhole = [is, todo, say].every((text) => text.length > 10 && !/\{|\}|console\./.test(text));
          return isWhole && !isHarmful ? [] : [{ ...more, status, other, is, todo, say }];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(SIDES)('of a %s has them for every status without a mismatch', (side) => {
    for (const status of [...TRADE_STATUSES, 'NEW_WORD'])
      for (const minutes of [5, 50]) {
        const order = file(status, { side, trades: [trade({ status, statusAt: ago(minutes) })] });
        const { is, todo, say } = situationOf(order, NOW, texts);
        for (const text of [is, todo, say]) expect(text, status).toMatch(/^(?!.*console\.\w).{9,}$/);
      }
  });
});

describe('console: what is done about a delivered order', () => {
  const paidTwice = [mismatch({ kind: 'double_payment', tradeNo: TWO, seen: ONE })];
  const thrice = [mismatch({ kind: 'double_payment', tradeNo: TWO, seen: `${ONE}, ${THREE}` })];
  const differs = (field: string) => [mismatch({ field })];

  it.each<[string, readonly Mismatch[], readonly string[], RegExp]>([
    ['paid twice', paidTwice, ['PAID', 'PAID'], /refund all but one/],
    ['paid twice, the first delivered', paidTwice, ['COMPLETED', 'PAID'], /^A-1 was delivered, .* refund A-1-r2 only/],
    ['paid twice, the second on its way', paidTwice, ['PAID', 'TRANSFERRING'], /^A-1-r2 was delivered, .* A-1 only/],
    ['paid twice, both delivered', paidTwice, ['COMPLETED', 'COMPLETED'], /^Do not ask for a refund/],
    ['paid twice, one returned', paidTwice, ['REFUNDED', 'PAID'], /^Poll now/],
    ['paid three times, two delivered', thrice, ['COMPLETED', 'PAID', 'COMPLETED'], /^A-1, A-1-r3 was .* A-1-r2 only/],
    ['paid three times, all delivered', thrice, ['COMPLETED', 'COMPLETED', 'COMPLETED'], /^Do not ask for a refund/],
    ['paid twice, later a third time', paidTwice, ['COMPLETED', 'COMPLETED', 'PAID'], /refund A-1-r3 only/],
    ['paid twice, one returned, later a third time', paidTwice, ['PAID', 'REFUNDED', 'PAID'], /refund all but one/],
    ['paid twice, once to another address', [...paidTwice, ...differs('address')], ['PAID', 'PAID'], /hold the crypto/],
    ['another country and address', [...differs('country'), ...differs('address')], ['PAID'], /hold the crypto/],
    ['another address, unpaid', differs('address'), ['AWAITING_PAYMENT'], /^Tell the customer to pay or send nothing/],
    ['another address, paid', differs('address'), ['PAID'], /^Ask the provider at once.* hold the crypto/],
    ['another address, sent', differs('address'), ['TRANSFERRING'], /number 1060, .* who bears the loss/],
    ['another network, delivered', differs('network'), ['COMPLETED'], /who bears the loss/],
    ['another country, delivered', differs('country'), ['COMPLETED'], /ask for no refund/],
    ['another address of an unpaid trade beside a paid one', differs('address'), ['EXPIRED', 'PAID'], /trade A-1 /],
  ])('%s', (_what, mismatches, statuses, todo) => {
    const trades = statuses.map((status, at) => trade({ tradeNo: [ONE, TWO, THREE][at]!, status, orderNo: '1060' }));
    expect(situationOf(file(statuses[0]!, { mismatches, trades }), NOW, EN).todo).toMatch(todo);
  });

  it('says how much is lost at another address, and never a quantity of another crypto', () => {
    const trades = [trade({ status: 'COMPLETED', cryptoQuantity: '97.50' })];
    const lost = (field: string) =>
      situationOf(file('COMPLETED', { mismatches: differs(field), trades, crypto: 'USDT' }), NOW, EN);
    expect(lost('address').is).toContain('sent 97.5\u00a0USDT with another address');
    expect(lost('address').say).toContain('it is lost, and we are asking the provider who bears the loss');
    expect(lost('crypto').is).toContain('sent the crypto with another crypto');
  });
});

describe('console: terms beside the record', () => {
  const asked = { fiat: 'USD', amount: '100', address: '0x5290…9EE7', country: 'US' };
  const record = { fiat: 'EUR', amount: '90', address: '0x8617…070D', alpha2: 'US', status: 'PAY_SUCCESS' };
  const times = { payTime: '20260131 20:00:00', txTime: '?', rampFee: '3.99', rampFeeUnit: 'USD', email: 'j***@e***' };

  it.each([
    ['in an envelope', { success: true, data: { ...record, ...times } }],
    ['bare', { ...record, ...times }],
  ])('are compared by the names of the terms, with units and times, %s', (_form, lastSeen) => {
    const filed = trade({ asked, lastSeen, paidAt: ago(1), transferredAt: null });
    const fields = compared(filed, [mismatch({}), mismatch({ tradeNo: 'A-1-r2', field: 'fiat' })]);
    expect(fields.map(({ name, terms, record: stated, verdict, at }) => [name, terms, stated, verdict, at])).toEqual([
      ['fiat', 'USD', 'EUR', null, null],
      ['amount', '100 USD', '90 EUR', null, null],
      ['address', '0x5290…9EE7', '0x8617…070D', 'differs', null],
      ['country', 'US', 'US', null, null],
      ['status', null, 'PAY_SUCCESS', null, null],
      ['rampFee', null, '3.99 USD', null, null],
      ['payTime', null, '20260131 20:00:00', null, ago(1)],
      ['txTime', null, '?', null, null],
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
    seq,
    at: ago(10 - seq),
    tradeNo: 'A-1',
    kind,
    evidence: null,
    cause: { ...cause },
    data: { ...data },
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
        id: 'c',
        tradeNo: 'A-1',
        receivedAt: ago(8.5),
        times: 2,
        claimedStatus: 'PAY_SUCCESS',
        claimedMessage: null,
      },
    ];
    const deliveries = [
      {
        id: 'd',
        event: 'order.paid',
        merchantOrderNo: 'A-1',
        state: 'failed',
        attempts: 1,
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
      ['brand new', 'poll', null],
      ['The provider’s record changed', 'poll after callback', 'awaiting payment → paid'],
      ['Callback that claims PAY_SUCCESS, 2 times', 'provider', null],
      ['Order placed', 'customer', null],
    ]);
  });

  it('says Order placed of the first trade only, whatever made the next one', () => {
    const placed = event(1, 'reserved', { kind: 'checkout' }, {});
    const next = { ...event(2, 'reserved', { kind: 'checkout' }, {}), tradeNo: 'A-1-r2' };
    const trades = [trade(), trade({ tradeNo: 'A-1-r2' })];
    const sources = {
      file: file('CREATING', { history: [placed, next], trades }),
      deliveries: [],
      audit: [],
      notes: [],
    };
    expect(timelineOf(sources, EN).map(({ what, more }) => [what, more])).toEqual([
      ['New trade', 'A-1-r2'],
      ['Order placed', 'A-1'],
    ]);
  });

  it.each([
    ['key:7c0e1d52-1', 'ann'],
    ['staff:key:7c0e1d52-1', 'ann'],
    ['key:0c5f6e0f-6f11', 'key 0c5f6e0f'],
    ['key:9c5f6e0f-6f11', 'shop'],
    ['constructor', 'constructor'],
    ['customer', 'customer'],
  ])('names %s as %s', (by, name) => {
    const keyNames = { 'key:9c5f6e0f-6f11': 'shop' };
    expect(actorName(by, { audit, keyNames }, EN.t)).toBe(name);
  });
});
