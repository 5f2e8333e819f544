import { describe, expect, it } from 'vitest';
import { Invariants } from '../invariants/invariants.js';
import type { Observed } from '../invariants/observed.js';
import type { Rows } from '../invariants/rows.js';

type Row = Record<string, unknown>;

const START = Date.UTC(2026, 0, 1);
const at = (minutes: number): number => START + minutes * 60_000;
const dated = (minutes: number): Date => new Date(at(minutes));
const END = dated(60_000);

const trade = (tradeNo: string, orderNo: string | null, rampStatus: string | null) => ({
  tradeNo,
  orderNo,
  rampStatus,
});
const toldTrade = (rampStatus: string | null) => ({ tradeNo: 'L-1', orderNo: '77', rampStatus });
const body = (changes: Row = {}) => ({
  merchantOrderNo: 'L-1',
  side: 'BUY',
  status: 'COMPLETED',
  version: 4,
  orderNo: '77',
  payUrl: null,
  trades: [toldTrade('FINISHED')],
  ...changes,
});
const event = (id: string, type = id) => ({ id, type: `order.${type}`, timestamp: 'then', data: body() });
const answer = (status: number, json: Row) => ({ status, headers: {}, body: json });
const answered = (minutes: number, request: Row, status: number, json: Row) => ({
  kind: 'answer',
  at: at(minutes),
  sentAt: at(minutes) - 100,
  answer: answer(status, json),
  request: { method: 'GET', path: '/v1/orders/L-1', account: 'shop', ...request },
});
const page = (minutes: number, cursor: string | null, ids: readonly string[], nextCursor: string) => ({
  kind: 'feed',
  at: at(minutes),
  reader: 'shop',
  cursor,
  answer: answer(200, { items: ids.map((id) => ({ event: event(id) })), nextCursor }),
});
const webhook = (id: string, type: string) => ({
  kind: 'webhook',
  at: at(4),
  endpoint: 'https://e',
  id,
  body: event(id, type),
  accepted: true,
});
const CHECKOUT = { method: 'POST', path: '/v1/checkouts', body: { merchantOrderNo: 'L-1', amount: '10' } };

const made = (tradeNo: string, orderNo: string, minutes = 0) => ({
  orderNo,
  tradeNo,
  payUrl: `https://pay/${orderNo}`,
  terms: { amount: '10' },
  isForgotten: false,
  history: [{ at: at(minutes), status: 'FINISHED' }],
});
const FIRST = made('L-1', '77');
const received = (minutes: number, endpoint: string, tradeNo: string, about: Row | null, code = '0000') => ({
  at: at(minutes),
  sentAt: at(minutes),
  who: 'replica 1',
  endpoint,
  tradeNo,
  stamp: at(minutes),
  orderNo: '77',
  fields: { cryptoCurrency: 'USDT', network: 'ETH', fiatCurrency: 'USD', amount: '10' },
  trade: about,
  deliveredAt: at(minutes),
  said: {
    code,
    data: about && { orderNo: about['orderNo'], status: 'FINISHED', amount: '10', appId: 'app-simulated' },
  },
});
const known = { changes: { status: { from: 'AWAITING_PAYMENT', to: 'COMPLETED' } } };
const stored = (status: string, changes: Row = {}, order: Row = {}) => ({
  merchantOrderNo: 'L-1',
  order: {
    merchantOrderNo: 'L-1',
    side: 'BUY',
    status,
    version: 4,
    inReview: false,
    announcedStatus: status,
    erasedAt: null,
    createdAt: dated(0),
    updatedAt: dated(3),
    attemptUntil: null,
    attemptLease: null,
    ...order,
  },
  trades: [
    {
      ...trade('L-1', '77', 'FINISHED'),
      n: 1,
      side: 'BUY',
      status,
      outcome: 'created',
      superseded: false,
      stamp: at(0),
      asked: { amount: '10' },
      ...changes,
    },
  ],
  events: [{ seq: 1, at: dated(3), tradeNo: 'L-1', kind: 'seen', data: known }] as Row[],
  openMismatches: [] as Row[],
  resolvedMismatches: [],
});
const schedules = (changes: Row = {}) =>
  new Map([['L-1', { tradeNo: 'L-1', watchClass: null, nextQueryAt: null, leaseUntil: null, ...changes }]]);
const outgoing = (id: string, position: number | null, version: number, minutes = 1) => ({
  id,
  type: `order.${id}`,
  merchantOrderNo: 'L-1',
  version,
  position,
  createdAt: dated(minutes),
});
const delivery = (messageId: string, changes: Row = {}) => ({
  messageId,
  endpointId: 'E',
  state: 'delivered',
  nextAt: null,
  leaseUntil: null,
  attempts: 1,
  ...changes,
});

/** One completed purchase, told by API, feed and webhook. */
const sound = () => ({
  epochs: [] as number[],
  lostTrades: new Map<string, number>(),
  logged: [] as Row[],
  forgotten: [] as Row[],
  told: [
    answered(1, CHECKOUT, 201, body({ version: 1, payUrl: 'https://pay/77', trades: [toldTrade(null)] })),
    page(4, null, ['created', 'completed'], 'c2'),
    webhook('created', 'created'),
    webhook('completed', 'completed'),
    answered(5, {}, 200, body()),
  ] as Row[],
  asked: [] as Row[],
  shown: [] as Row[],
  retried: new Map<string, number>(),
  locks: { all: [] as Row[] },
  trades: [FIRST],
  received: [received(0, 'create', 'L-1', FIRST), received(3, 'query', 'L-1', FIRST)],
  rows: {
    now: END,
    head: 2,
    faults: [] as Row[],
    unsealed: [] as string[],
    removed: new Set(),
    mismatches: [] as Row[],
    schedules: schedules(),
    orders: [stored('COMPLETED')],
    outbox: [outgoing('created', 1, 2), outgoing('completed', 2, 4)],
    endpoints: [{ id: 'E', url: 'https://e', events: ['*'], position: 2, disabledReason: null, createdAt: dated(-9) }],
    deliveries: [delivery('created'), delivery('completed')],
    report: { balanced: true, buckets: { in_review: 0, never_created: 0, overdue: 0, open: 0, refunded: 0, ended: 1 } },
    texts: new Map<string, string>(),
    receipts: new Set<string>(),
  },
});
type Run = ReturnType<typeof sound>;
type Breaking = (run: Run) => unknown;

function problemsOf({ rows, trades, received: requests, ...run }: Run): string {
  const observed = {
    ...run,
    scheduler: { now: END.getTime() },
    faults: { struck: new Map() },
    secrets: ['s3cret'],
    provider: { trades: new Map(trades.map((one) => [one.orderNo, one])), received: requests, missed: [], rate: 5 },
    accountOf: ({ account }: { account?: string }) => account ?? null,
  } as unknown as Observed;
  const invariants = new Invariants(observed);
  return [...invariants.atOnce(), ...invariants.atTheEnd(rows as unknown as Rows)].join('\n');
}

type Lists = 'asked' | 'shown' | 'told' | 'trades' | 'received' | 'epochs' | 'logged' | 'forgotten';

function adds(list: Lists, ...items: unknown[]): Breaking {
  return (run) => (run[list] as unknown[]).push(...items);
}
function withRows(changes: Row): Breaking {
  return ({ rows }) => Object.assign(rows, changes);
}
function all(...breaking: Breaking[]): Breaking {
  return (run) => breaking.map((one) => one(run));
}
const tells = (...more: Row[]): Breaking => adds('told', ...more);
const toldOrder = (changes: Row, request: Row = {}): Breaking => tells(answered(9, request, 200, body(changes)));
const withOrder = (...order: Parameters<typeof stored>): Breaking => withRows({ orders: [stored(...order)] });
const withEvents = (...events: Row[]): Breaking => withRows({ orders: [{ ...stored('COMPLETED'), events }] });

const logs = (name: string, fields: Row): Breaking => adds('logged', { at: at(9), event: name, fields });

const LOST = { ...made('L-5', '75', 0), terms: { callbackUrl: 'https://shop/callbacks/ramp/L-5' } };
/** The provider has it, and lost commits took its row. */
const lost = (minutes: number): Breaking =>
  all(adds('trades', LOST), adds('epochs', at(minutes)), ({ lostTrades }) => lostTrades.set('L-5', at(minutes)));
const isFound = (minutes: number): Breaking => adds('received', received(minutes, 'query', 'L-5', LOST));
const calledBack = (minutes: number): Breaking =>
  tells({ ...answered(minutes, { path: '/callbacks/ramp/L-5' }, 200, {}), who: 'provider' });
const alarm = (minutes: number): Breaking =>
  adds('logged', { at: at(minutes), event: 'answer_without_trade', fields: { tradeNo: 'L-5' } });
const doubt = { tradeNo: 'L-1', kind: 'double_payment', field: 'status', resolvedAt: null };
const ofField = { ...doubt, kind: 'field', field: 'amount', asked: '10' };
const ofRecord = (record: Row, changes: Row = {}): Breaking =>
  withOrder('COMPLETED', { asked: { amount: '10', address: '0x1' }, lastSeen: { data: record }, ...changes });
const during = (minutes: number): Row => ({
  ...received(minutes, 'query', 'L-1', FIRST),
  sentAt: at(minutes) - 9000,
  who: 'replica 2',
});
const retried = (trades: Row[], begun: number): Breaking =>
  withRows({
    orders: [
      {
        ...stored('COMPLETED'),
        trades: [...stored('COMPLETED').trades, ...trades],
        events: [{ seq: 2, at: dated(begun), tradeNo: 'L-1-r2', kind: 'sending', data: {} }],
      },
    ],
  });
const SECOND = { ...stored('COMPLETED').trades[0], tradeNo: 'L-1-r2', n: 2, orderNo: null, rampStatus: null };
const unknown = (changes: Row = {}): Breaking =>
  withRows({ orders: [{ ...stored('EXPIRED', {}), events: [], ...changes }] });
const called = (minutes: number): Row => ({
  ...answered(minutes, { body: '{"merchantOrderNo":"L-1","status":"FINISHED"}' }, 200, {}),
  who: 'provider',
});
const ofSale = { ...event('x', 'paid'), data: body({ side: 'SELL' }) };
const moved = { changes: { status: { from: 'PAID', to: 'EXPIRED' } } };
/** Requests about another order while L-1 is locked. */
const beside = (...answers: (readonly [status: number | null, afterMs: number])[]): Breaking =>
  all(
    ({ locks }) => locks.all.push({ number: 'l-1', from: at(9), until: at(10), isHeld: true }),
    ...answers.map(([status, afterMs]) =>
      adds('asked', { sentAt: at(9), at: at(9) + afterMs, status, request: { method: 'GET', path: '/v1/orders/L-2' } }),
    ),
  );
const bad = { sentAt: at(9), at: at(9), status: 500, request: { path: '/callbacks/ramp/L-1-r2~1~x' } };
const streamed = (minutes: number, version: number): Row => ({
  kind: 'event',
  at: at(minutes),
  openedAt: at(5),
  who: 'customer',
  body: body({ version }),
});
const priced = (minutes: number, cryptoQuantity: string): Row => ({
  ...received(minutes, 'quote', '', null),
  tradeNo: null,
  orderNo: null,
  fields: { crypto: 'USDT', network: 'ETH', fiat: 'USD', amount: '10' },
  said: { code: '0000', data: { cryptoQuantity } },
});
const showing = (...more: Row[]): Breaking =>
  all(
    adds('shown', { merchantOrderNo: 'L-1', at: at(-1), cryptoQuantity: '10', tolerancePercent: '1' }),
    adds('received', ...more),
  );
const ANYTHING = { side: null, fiat: null, crypto: null, network: null, payWayCode: null, country: null };
const PAUSES = { method: 'POST', path: '/v1/admin/pauses' };
const paused = (minutes: number, scope: Row): Breaking =>
  tells(answered(minutes, PAUSES, 201, { ...ANYTHING, ...scope, id: 'p', until: dated(60).toISOString() }));
const endsPause = (minutes: number): Breaking =>
  adds('asked', { sentAt: at(minutes), at: at(minutes), status: 204, request: { ...PAUSES, method: 'DELETE' } });
const refused = (minutes: number) => received(minutes, 'create', 'L-2', null, '3102');

const BROKEN: readonly (readonly [problem: string, breaking: Breaking])[] = [
  ['503 after 20 ms, while l-1 was locked; 2 of 2 [24]', beside([503, 20], [503, 20])],
  ['no answer after 60000 ms, while l-1 was locked; 2 of 3 [24]', beside([null, 60_000], [200, 15_000], [200, 20])],
  ['8 calls within a second, at a rate of 5 [23]', adds('received', ...Array.from({ length: 8 }, () => refused(9)))],
  ['L-1: sent, though it was paused [27]', paused(-1, { fiat: 'USD' })],
  ['L-1: sent at no known price, though at least 9.8', showing()],
  ['L-1: sent at 9.8, though at least 9.8', showing(priced(-0.5, '9.8'))],
  ['a stream told version 4 after 4', tells(streamed(5, 4), streamed(6, 4))],
  ['a stream of before a loss of commits goes on [16]', all(lost(6), tells(streamed(600, 5)))],
  ['order.paid was told of a sale [26]', tells({ ...webhook('x', 'paid'), body: ofSale })],
  [
    'was told to a checkout with another content [1]',
    tells(answered(9, { ...CHECKOUT, body: { ...CHECKOUT.body, amount: '11' } }, 200, body())),
  ],
  ['made twice at the provider, as 77 and 78', adds('trades', made('L-1', '78', 2))],
  ['L-1: sent again, and was not refused', adds('received', received(2, 'create', 'L-1', null))],
  ['L-2: sent again, and was not refused', adds('received', refused(0), refused(2))],
  ['L-1: sent twice with the timestamp', adds('received', received(0, 'create', 'L-1', null))],
  ['version 3 was told after version 4', toldOrder({ version: 3 })],
  ['0 trades were told after 1', toldOrder({ trades: [] })],
  ['EXPIRED was told after it was paid', toldOrder({ status: 'EXPIRED' })],
  ['TRANSFER was told, and never said of 77', toldOrder({ trades: [toldTrade('TRANSFER')] })],
  [
    'the page of L-5 was told, while L-1 is the newest',
    all(adds('trades', LOST), toldOrder({ payUrl: 'https://pay/75' })),
  ],
  ['the order of shop was told to other', toldOrder({}, { account: 'other' })],
  ['409 for the content', tells(answered(9, CHECKOUT, 409, { status: 409, code: 'merchant_order_no_conflict' }))],
  ['418 teapot is no documented problem', tells(answered(9, {}, 418, { status: 418, code: 'teapot' }))],
  ['500 internal without a fault', tells(answered(9, {}, 500, { status: 500, code: 'internal' }))],
  ['410 for a cursor of this epoch', tells({ ...page(9, 'c2', [], ''), answer: answer(410, {}) })],
  ['created was told twice', tells(page(9, 'c2', ['created'], 'c3'))],
  ['message completed was order.completed', tells(webhook('completed', 'paid'))],

  ['which was not committed [2]', adds('received', received(7, 'create', 'L-7', null))],
  ['was sent with another amount', withOrder('COMPLETED', { asked: { amount: '11' } })],
  [
    'was sent again after created [3]',
    withEvents({ tradeNo: 'L-1', kind: 'created', data: {} }, { tradeNo: 'L-1', kind: 'sending_again', data: {} }),
  ],
  ['never created, without two late answers [5]', withOrder('EXPIRED', { outcome: 'never_created' })],
  ['is PAID, and the provider said FINISHED [7]', withOrder('PAID')],
  ['has TRANSFER, which the provider never said', withOrder('TRANSFERRING', { rampStatus: 'TRANSFER' })],
  ['is PAID, and its trades make it COMPLETED [8]', withOrder('COMPLETED', {}, { status: 'PAID' })],
  ['entry 1 goes from PAID to EXPIRED', withEvents({ seq: 1, data: moved })],
  ['completed was announced in review', withEvents({ at: dated(0), kind: 'mismatch_opened', data: {} })],
  ['the poll of L-1: leased for too long [13]', withRows({ schedules: schedules({ leaseUntil: dated(70_000) }) })],
  ['1 paid trades and 1 open double', withRows({ orders: [{ ...stored('COMPLETED'), openMismatches: [doubt] }] })],
  ['L-5: is 75 at the provider, without row or alarm [16]', adds('trades', LOST)],
  ['without row or alarm [16]', all(lost(1), isFound(2))],
  ['without row or alarm [16]', all(lost(1), calledBack(2))],
  ['without row or alarm [16]', all(alarm(1), lost(2), isFound(3))],
  ['has another address, and no mismatch says so [10]', ofRecord({ address: '0x9', status: 'PENDING' })],
  ['has another amount, and no mismatch says so [10]', ofRecord({ amount: '9', status: 'FINISHED' })],
  ['replica 1 asks while replica 2 waits for its answer [13]', adds('received', during(3.1))],
  [
    'a forbidden transition, which the provider never made [13]',
    withRows({ mismatches: [{ ...doubt, kind: 'transition' }] }),
  ],
  [
    'L-1-r2: was made without a fresh answer that L-1 is unpaid [14]',
    all(retried([SECOND], 9), adds('received', received(9, 'create', 'L-1-r2', null))),
  ],
  [
    'without a fresh answer that L-1 is unpaid [14]',
    all(retried([SECOND], 4), adds('received', received(4, 'create', 'L-1-r2', null))),
  ],
  ['L-1: paid, could be known by schedule', unknown()],
  ['L-1: paid, could be known by callback', all(unknown(), tells(called(9)))],
  ['L-1: paid, could be known by loss', all(unknown(), adds('epochs', at(9)))],
  [
    'customerId can be forged unnoticed [17]',
    withRows({ unsealed: ['L-1: order.customerId can be forged unnoticed'] }),
  ],
  ['tip was told, and is not on the list of what is told [17]', toldOrder({ tip: '1' })],
  ['was not stored [12]', tells({ ...answered(59_999, { body: '{}' }, 200, {}), who: 'provider' })],
  ['is cut off (3) [17]', withRows({ faults: [{ merchantOrderNo: 'L-1', entry: 3, reason: 'is cut off' }] })],
  ['the report has 1 orders ended, wrongly [18]', withOrder('TRANSFERRING')],
  ['the report does not add up [18]', ({ rows }) => (rows.report.balanced = false)],
  ['is TRANSFERRING, created, and never due [19]', withOrder('TRANSFERRING')],
  [
    'ann@x was forgotten, and is in audit_log [20]',
    all(withRows({ texts: new Map([['audit_log', 'ann@x']]) }), (run) =>
      run.forgotten.push({ at: 0, marks: ['ann@x'] }),
    ),
  ],
  ['created has a wrong place', withRows({ outbox: [outgoing('created', 2, 2), outgoing('completed', 1, 4)] })],
  ['L-8: was told at version 4, and is at 0', toldOrder({ merchantOrderNo: 'L-8' }, { account: undefined })],

  [
    'all not-found answers were doubted for a known vanished trade',
    all(logs('not_found_doubted', {}), withRows({ mismatches: [{ ...doubt, kind: 'vanished', openedAt: dated(5) }] })),
  ],
  ['is CREATING, in the making', withOrder('CREATING')],
  ['L-1: is due and not polled', withRows({ schedules: schedules({ nextQueryAt: dated(9) }) })],
  ['created has no place', withRows({ outbox: [outgoing('created', null, 2), outgoing('completed', 2, 4)] })],
  ['vanished status is open, and shows no more', withRows({ mismatches: [{ ...doubt, kind: 'vanished' }] })],
  ['field amount is open, and shows no more', withRows({ mismatches: [ofField] })],
  ['foreign status is open, and shows no more', withRows({ mismatches: [{ ...doubt, kind: 'foreign' }] })],
  ['is TRANSFERRING, and FINISHED at the provider', withOrder('TRANSFERRING')],
  ['order.paid (paid) was not told to shop', ({ rows }) => rows.outbox.push(outgoing('paid', 1.5, 3, 30))],
  ['a cursor of an older epoch was read on from', all(tells(page(9, 'c2', [], 'c3')), adds('epochs', at(6)))],
  ['the feed of shop is out of order', tells(page(9, null, ['completed', 'created'], 'c2'))],
  ['is REFUNDED, and order.refunded was not told', withOrder('REFUNDED')],
  ['message paid at https://e was not accepted', withRows({ deliveries: [delivery('paid')] })],
  [
    'message created is overdue at E',
    withRows({ deliveries: [delivery('created', { state: 'pending', nextAt: dated(9) })] }),
  ],
  [
    'message created was given up at E after 1 attempts',
    withRows({ deliveries: [delivery('created', { state: 'failed' }), delivery('completed')] }),
  ],
  ['message completed does not go to endpoint E', withRows({ deliveries: [delivery('created')] })],
  ['endpoint E is at 2 of 3', withRows({ head: 3 })],
  ['the log holds s3cret', logs('x', { key: 's3cret' })],
  ['the log holds https://pay/77', logs('x', { url: 'https://pay/77' })],
];

describe('the invariants of a simulated run', () => {
  it('hold in a sound run', () => {
    expect(problemsOf(sound())).toBe('');
  });

  it.each(BROKEN)('report: %s', (problem, breaking) => {
    const run = sound();
    breaking(run);
    expect(problemsOf(run)).toContain(problem);
  });

  it.each<readonly [string, Breaking]>([
    ['one bad answer', beside([503, 20])],
    ['a pause of something else', paused(-1, { fiat: 'EUR' })],
    ['a pause of just before', paused(-0.01, {})],
    ['a pause that has ended', all(paused(-9, {}), endsPause(-1))],
    ['bad answers about the locked order', all(beside(), adds('asked', bad, bad, bad))],
    ['a price within the tolerance', showing(priced(-0.5, '9.95'))],
    ['an older stream just after a loss of commits', all(lost(6), tells(streamed(7, 4)))],
  ])('allow %s', (_, breaking) => {
    const run = sound();
    breaking(run);
    expect(problemsOf(run)).toBe('');
  });

  it('excuse a foreign record of a number that was given to another order', () => {
    const run = sound();
    withRows({
      mismatches: [{ ...doubt, kind: 'foreign' }],
      orders: [stored('COMPLETED', { asked: { amount: '10', address: '0x2' } })],
    })(run);
    Object.assign(run.received[1]!.said.data!, { address: '0x1' });
    expect(problemsOf(run)).toBe('');
  });

  it.each<readonly [string, Breaking]>([
    ['that the provider never told of', lost(1)],
    ['that raised an alarm', all(lost(1), isFound(2), alarm(2))],
    ['that was found after a loss, and lost again', all(adds('epochs', at(1)), isFound(2), calledBack(3), lost(4))],
    [
      'about which the provider answered garbage',
      all(lost(1), adds('received', { ...received(2, 'query', 'L-5', LOST), said: null })),
    ],
  ])('excuse a lost order %s', (_, breaking) => {
    const run = sound();
    breaking(run);
    expect(problemsOf(run)).toBe('');
  });

  it('excuse a create that arrives after the one that was sent again', () => {
    const run = sound();
    const again = { ...received(3.5, 'create', 'L-7', null), said: null };
    const late = { ...received(4, 'create', 'L-7', null), said: null, sentAt: at(2), stamp: at(2) };
    const notFound = { ...received(3, 'query', 'L-7', null), orderNo: null };
    for (const breaking of [lost(2.5), adds('received', notFound, again, late)]) breaking(run);
    expect(problemsOf(run)).not.toContain('sent again');
  });

  it('excuse what a loss of commits explains', () => {
    const run = sound();
    const excused = [lost(6), tells(answered(5, {}, 200, body({ merchantOrderNo: 'L-8' })))];
    for (const breaking of [...excused, toldOrder({ version: 3 })]) breaking(run);
    expect(problemsOf(run)).toBe('');
  });
});
