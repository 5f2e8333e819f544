import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QueryAnswer, AnsweredQuery } from '#src/orders/write/poll-result-writer.service.js';
import { ErasureService } from '#src/orders/write/erasure.service.js';
import type { OrderState, Sending } from '#src/orders/model/order.types.js';
import type { RecordStep } from '#src/orders/write/attempt-recorder.service.js';
import type { Evidence } from '#src/ramp/port/ramp.errors.js';
import type { BuySnapshot } from '#src/ramp/port/ramp.types.js';
import type { ClaimedTrade } from '#src/reconciliation/claim.repository.js';
import { freshDatabase } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { HOUR, SECOND } from '../support/moments.js';
import { asked, buySeen, reservation } from '../support/order-builders.js';
import { historyProblems, loseReply, openOrderWriter } from '../support/order-writer.js';
import type { GivenFacts } from '../support/order-builders.js';
import type { OrderWriter } from '../support/order-writer.js';
import { sealAgain } from '../support/sealed-orders.js';
import { until } from '../support/service.js';

// Unstorable records are logged, which is expected here.
Logger.overrideLogger(false);

let testDatabase: TestDatabase;
let opened: OrderWriter;

beforeEach(async () => {
  testDatabase = await freshDatabase();
  opened = openOrderWriter(testDatabase.url);
});

afterEach(async () => {
  try {
    expect(await historyProblems(opened)).toEqual([]);
  } finally {
    await opened.close();
    await testDatabase.drop();
  }
});

const LEASE_MS = 21 * SECOND;
const CAUSE = { kind: 'poll' } as const;

const evidence = (seen: unknown = { data: 'as it came' }): Evidence => ({
  endpoint: 'query',
  sent: {},
  seen,
  httpStatus: 200,
  traceId: 'up-1',
  answeredAt: null,
});

const stepOf = (attemptLease: string): RecordStep => ({ attemptLease, cause: { kind: 'checkout' }, evidence: null });

/** Reserves an order with its trade in flight. The timestamp is an hour old. */
async function reserve(merchantOrderNo: string): Promise<{ state: OrderState; step: RecordStep }> {
  const { now } = await opened.orders.find(merchantOrderNo);
  const attemptLease = randomUUID();
  const { isNew, state } = await opened.tradeRecord.reserve(
    reservation({ merchantOrderNo, stamp: now.getTime() - HOUR, attemptLease }),
  );
  if (!isNew || state === null) throw new Error('the number is taken');
  return { state, step: stepOf(attemptLease) };
}

const providerNo = (tradeNo: string): string => `P-${tradeNo}`;

async function makeTrade(number = 'A-1001'): Promise<void> {
  const { state, step } = await reserve(number);
  const made = { orderNo: providerNo(number), payUrl: 'https://pay.example' };
  await opened.tradeRecord.record(state.trades[0]!, { kind: 'created', made }, step);
}

async function makeUnknownTrade(number = 'A-1001'): Promise<void> {
  const { state, step } = await reserve(number);
  await opened.tradeRecord.record(state.trades[0]!, { kind: 'unknown', reason: 'timeout' }, step);
}

const rows = <Row>(sql: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(sql, parameters);

async function claimAll(): Promise<ClaimedTrade[]> {
  await rows('UPDATE schedules SET next_query_at = checkout_now() WHERE next_query_at IS NOT NULL');
  return opened.claims.claim(1000, LEASE_MS);
}

async function claimOne(): Promise<ClaimedTrade> {
  const [claimed, ...others] = await claimAll();
  expect(others).toEqual([]);
  return claimed!;
}

const question = (
  { tradeNo, merchantOrderNo, leaseId, askedAt }: ClaimedTrade,
  answer: QueryAnswer,
): AnsweredQuery => ({
  tradeNo,
  merchantOrderNo,
  leaseId,
  askedAt,
  cause: CAUSE,
  answer,
});

const seen = (tradeNo: string, given: Partial<BuySnapshot> & GivenFacts = {}, raw?: unknown): QueryAnswer => ({
  kind: 'seen',
  snapshot: buySeen({ orderNo: providerNo(tradeNo), status: 'PAID', rampStatus: 'PAY_SUCCESS', ...given }),
  evidence: evidence(raw),
});

const record = (claimed: ClaimedTrade, given: Partial<BuySnapshot> & GivenFacts = {}, raw?: unknown) =>
  opened.answers.recordAnswer(question(claimed, seen(claimed.tradeNo, given, raw)));

/** Of answers that come together; by trade. */
async function recordAll(answers: readonly AnsweredQuery[], { answers: writer } = opened): Promise<object> {
  const results = answers.map(async (one) => [one.tradeNo, await writer.recordAnswer(one)] as const);
  return Object.fromEntries(await Promise.all(results));
}

async function stored(merchantOrderNo = 'A-1001'): Promise<OrderState> {
  const { state } = await opened.orders.find(merchantOrderNo);
  if (state === null) throw new Error('there is no such order');
  return state;
}

const announced = async (): Promise<string[]> =>
  (await rows<{ type: string }>('SELECT type FROM outbox ORDER BY version, type')).map(({ type }) => type);

describe('answers: one answer', () => {
  beforeEach(() => makeTrade());

  it('changes trade, order, history and outbox together, and ends the lease', async () => {
    expect(await record(await claimOne(), { cryptoQuantity: '99.500000000000000000' })).toBe('changed');
    const { order, trades } = await stored();
    expect(order).toMatchObject({ status: 'PAID', announcedStatus: 'PAID', version: 3, eventCount: 3 });
    expect(trades[0]).toMatchObject({
      status: 'PAID',
      facts: { cryptoQuantity: '99.500000000000000000', amount: '100.00' },
      leaseId: null,
      leaseUntil: null,
      watchClass: 'paid',
      lastSeen: { data: 'as it came' },
    });
    // Without a poll request the first interval is complete.
    expect(trades[0]!.nextQueryAt!.getTime()).toBeGreaterThan(trades[0]!.lastAnswerAt!.getTime() + 4 * SECOND);
    expect(await announced()).toEqual(['order.created', 'order.paid']);
  });

  it.each<[string, Partial<BuySnapshot> & GivenFacts]>([
    ['amounts of many digits', { cryptoQuantity: '0.000000000000000001', rampFee: '1.0', cryptoPrice: '9'.repeat(40) }],
    ['an amount of 60 digits', { cryptoPrice: '9'.repeat(60) }],
    ['a negative zero', { rebateFiatAmount: '-0.00' }],
    ['times', { paidAt: new Date('2026-01-31T11:59:59.123Z'), transferredAt: new Date('2026-01-31T12:00:00Z') }],
    ['U+0000 in a text', { payType: 'VISA \u0000', rampStatus: 'PAY\u0000' }],
    ['half a surrogate pair', { payType: 'VISA \ud83d' }],
  ])('%s: is no news if repeated, as stored', async (_, given) => {
    expect(await record(await claimOne(), given)).toBe('changed');
    const { version } = (await stored()).order;
    expect(await record(await claimOne(), given)).toBe('quiet');
    expect((await stored()).order.version).toBe(version);
  });

  it('price drift while unpaid adds no history and keeps the backoff; the payment stores the newest price', async () => {
    const unpaid = { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' } as const;
    await record(await claimOne(), { ...unpaid, cryptoPrice: '1.00', networkFee: '0.10' });
    const first = await stored();
    for (const tenths of [1, 2, 3]) {
      const drifted = { ...unpaid, cryptoPrice: `1.${tenths}`, networkFee: `0.${tenths}` };
      expect(await record(await claimOne(), drifted)).toBe('quiet');
    }
    const { order, trades } = await stored();
    expect(order).toEqual(first.order);
    expect(trades[0]!.facts).toMatchObject({ cryptoPrice: '1.00', networkFee: '0.10' });
    expect(trades[0]!.quietAnswers).toBe(first.trades[0]!.quietAnswers + 3);
    expect(await record(await claimOne(), { cryptoPrice: '1.4', networkFee: '0.4' })).toBe('changed');
    expect((await stored()).trades[0]).toMatchObject({
      facts: { cryptoPrice: '1.4', networkFee: '0.4' },
      quietAnswers: 0,
    });
    // The paid price is recorded but does not shorten the interval.
    expect(await record(await claimOne(), { cryptoPrice: '1.4', networkFee: '0.5' })).toBe('changed');
    expect((await stored()).trades[0]).toMatchObject({ facts: { networkFee: '0.5' }, quietAnswers: 1 });
  });
});

describe('answers: the end of polling', () => {
  const CANCELLED = { status: 'CANCELLED', rampStatus: 'CANCEL' } as const;
  const kinds = async (): Promise<string[]> =>
    (await rows<{ kind: string }>('SELECT kind FROM order_events ORDER BY seq')).map(({ kind }) => kind);
  const isWatched = async (): Promise<boolean> => (await stored()).trades[0]!.nextQueryAt !== null;

  beforeEach(async () => {
    await makeTrade();
    await record(await claimOne(), CANCELLED);
    await rows(`UPDATE trades SET status_at = status_at - interval '31 days'`);
    await sealAgain(opened.database);
  });

  it('adds an entry and a version; a reader does not reopen it, a callback does', async () => {
    const { order } = await stored();
    const last = await claimOne();
    await opened.watches.requestPoll('A-1001', 'order-read');
    expect(await record(last, CANCELLED)).toBe('changed');
    expect((await stored()).order).toMatchObject({ version: order.version + 1, status: 'CANCELLED' });
    expect((await kinds()).at(-1)).toBe('watch_closed');
    expect(await isWatched()).toBe(false);
    await opened.watches.requestPoll('A-1001', 'order-read');
    await opened.watches.requestPollsOfFreshTrades(['A-1001'], 'order-followed', HOUR);
    expect(await isWatched()).toBe(false);
    await opened.watches.requestPoll('A-1001', 'callback:1');
    expect(await isWatched()).toBe(true);
    expect(await record(await claimOne(), CANCELLED)).toBe('changed');
    expect((await kinds()).slice(-2)).toEqual(['watch_closed', 'watch_closed']);
  });

  it('is delayed by one poll after a callback during the last query', async () => {
    const last = await claimOne();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await opened.watches.requestPoll('A-1001', 'callback:1');
    await record(last, CANCELLED);
    expect((await stored()).trades[0]).toMatchObject({ watchClass: 'waiting', leaseId: null });
    expect(await isWatched()).toBe(true);
  });

  it('a quiet answer does not write the order row', async () => {
    await rows(`UPDATE trades SET status_at = checkout_now()`);
    await sealAgain(opened.database);
    const place = () => rows('SELECT ctid, xmin FROM orders');
    const before = await place();
    expect(await record(await claimOne(), CANCELLED)).toBe('quiet');
    expect(await place()).toEqual(before);
  });
});

describe('answers: an answer is dropped', () => {
  beforeEach(() => makeTrade());

  const dropped = async (asked: AnsweredQuery): Promise<void> => {
    const before = await stored();
    expect(await opened.answers.recordAnswer(asked)).toBe('dropped');
    expect(await stored()).toEqual({ ...before, now: expect.any(Date) as Date });
  };

  it('if its query is older than the newest recorded one', async () => {
    const claimed = await claimOne();
    await rows("UPDATE schedules SET last_asked_at = $1::timestamptz + interval '1 millisecond'", claimed.askedAt);
    await dropped(question(claimed, seen('A-1001')));
  });

  it('if another process holds the lease', async () => {
    const claimed = await claimOne();
    await rows('UPDATE schedules SET lease_id = $1', randomUUID());
    await dropped(question(claimed, seen('A-1001')));
  });

  it('if the trade is unknown', async () => {
    const claimed = { ...(await claimOne()), tradeNo: 'A-9' };
    expect(await opened.answers.recordAnswer(question(claimed, seen('A-9')))).toBe('dropped');
  });
});

describe('poll requests', () => {
  beforeEach(() => makeTrade());

  it('between query and answer keep the trade due, not before the floor', async () => {
    const claimed = await claimOne();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await opened.watches.requestPoll('A-1001', 'callback:1');
    expect(await record(claimed)).toBe('changed');
    const { trades, now } = await stored();
    expect(trades[0]).toMatchObject({ leaseId: null, watchClass: 'waiting', status: 'PAID' });
    expect(trades[0]!.nextQueryAt!.getTime()).toBeLessThanOrEqual(now.getTime() + SECOND);
    expect(trades[0]!.nextQueryAt!.getTime()).toBeGreaterThan(claimed.askedAt.getTime() + 900);
  });

  it('before the query are satisfied by it', async () => {
    await opened.watches.requestPoll('A-1001', 'callback:1');
    await new Promise((resolve) => setTimeout(resolve, 5));
    const claimed = await claimOne();
    expect(claimed.hintCause).toBe('callback:1');
    await record(claimed);
    const { trades, now } = await stored();
    expect(trades[0]!.watchClass).toBe('paid');
    expect(trades[0]!.nextQueryAt!.getTime()).toBeGreaterThan(now.getTime() + 2 * SECOND);
  });

  it("of a callback keep their rank after a reader's request during the query", async () => {
    const claimed = await claimOne();
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const cause of ['callback:1', 'order-read']) await opened.watches.requestPoll('A-1001', cause);
    await record(claimed);
    expect((await claimOne()).hintCause).toBe('callback:1');
  });
});

describe('claims', () => {
  it('take at most their limit, and from each class', async () => {
    const classes = ['waiting', 'paid', 'young', 'old', 'closed'];
    for (let index = 0; index < 20; index++) await makeTrade(`B-${index}`);
    for (const [index, watchClass] of classes.entries()) {
      await rows(`UPDATE schedules SET watch_class = $1 WHERE right(trade_no, 1)::int % 5 = $2`, watchClass, index);
    }
    await rows('UPDATE schedules SET next_query_at = checkout_now()');
    const claimed = await opened.claims.claim(8, LEASE_MS);
    expect(claimed).toHaveLength(8);
    const places = new Set(claimed.map(({ tradeNo }) => Number(tradeNo.at(-1)) % 5));
    expect([...places].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it('after hours of downtime take new trades with the backlog', async () => {
    for (const n of Array.from({ length: 30 }, (_, index) => index)) await makeTrade(`W-${n}`);
    await rows(
      `UPDATE schedules SET watch_class = 'waiting', hint_cause = 'order-followed', next_query_at = checkout_now() - interval '3 hours' * random() - interval '1 hour'`,
    );
    await makeTrade('FRESH');
    await opened.watches.requestPoll('FRESH', 'order-followed');
    await rows(`UPDATE schedules SET next_query_at = checkout_now() WHERE trade_no = 'FRESH'`);
    const claimed = await opened.claims.claim(10, LEASE_MS);
    expect(claimed).toHaveLength(10);
    expect(claimed.map(({ tradeNo }) => tradeNo)).toContain('FRESH');
    // The backlog is worked off too, longest waiting first.
    const [oldest] = await rows<{ trade_no: string }>('SELECT trade_no FROM schedules ORDER BY next_query_at LIMIT 1');
    expect(claimed.map(({ tradeNo }) => tradeNo)).toContain(oldest!.trade_no);
  });

  it('take callbacks first, then 300 followed orders, in any order of requests', async () => {
    const aSecond = 15;
    for (let from = 0; from < 300; from += 25) {
      await Promise.all(Array.from({ length: 25 }, (_, index) => makeTrade(`F-${from + index}`)));
    }
    for (const number of ['READ', 'CALLED']) await makeTrade(number);
    await opened.watches.requestPoll('READ', 'order-read');
    await rows(
      `UPDATE schedules SET hinted_at = checkout_now(), hint_cause = 'order-followed', watch_class = 'waiting',
              next_query_at = checkout_now() - interval '1 minute' WHERE trade_no ~ '^F-'`,
    );
    await opened.watches.requestPoll('CALLED', 'callback:1');
    await opened.watches.requestPoll('F-7', 'callback:2');
    // A reader's request does not replace that of a callback.
    await opened.watches.requestPoll('CALLED', 'order-read');
    await rows(`UPDATE schedules SET next_query_at = checkout_now() WHERE trade_no IN ('CALLED', 'READ')`);
    const claimed = await opened.claims.claim(aSecond, LEASE_MS);
    const causes = new Map(claimed.map(({ tradeNo, hintCause }) => [tradeNo, hintCause]));
    expect(causes.get('CALLED')).toBe('callback:1');
    expect(causes.get('F-7')).toBe('callback:2');
    expect([...causes.values()].filter((cause) => cause === 'order-followed').length).toBeGreaterThanOrEqual(3);
    expect(claimed).toHaveLength(aSecond);
  });

  it('released without a query leave the trade due', async () => {
    await makeTrade();
    const claimed = await claimOne();
    const notAsked = question(claimed, { kind: 'not_asked' });
    const [before] = await rows(
      'SELECT next_query_at, version, missed_answers FROM schedules JOIN trades USING (trade_no) JOIN orders USING (merchant_order_no)',
    );
    expect(await opened.answers.recordAnswer(notAsked)).toBe('dropped');
    expect(
      await rows(
        'SELECT next_query_at, version, missed_answers FROM schedules JOIN trades USING (trade_no) JOIN orders USING (merchant_order_no)',
      ),
    ).toEqual([before]);
    expect(await opened.claims.claim(10, LEASE_MS)).toHaveLength(1);
    // A lease of another process is not ended.
    await opened.answers.recordAnswer(notAsked);
    expect(await opened.claims.claim(10, LEASE_MS)).toEqual([]);
  });

  it('by a reader skip a trade that another process polls', async () => {
    await makeTrade();
    const lease = async (): Promise<number> => (await opened.watches.lease(['A-1001', 'unknown'], LEASE_MS)).length;
    expect([await lease(), await lease()]).toEqual([1, 0]);
  });

  it('skip trades in flight', async () => {
    await reserve('A-1001');
    expect(await claimAll()).toEqual([]);
  });
});

describe('answers: fifty at once', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => `B-${index}`);
  /** The faults of some trades' records. Those after B-9 have none. */
  const POISON: Record<string, { given?: Partial<BuySnapshot> & GivenFacts; raw?: unknown }> = {
    'B-0': { given: { rampFee: 'not a number' } },
    'B-1': { given: { cryptoPrice: '1e200000' } },
    'B-2': { given: { paidAt: new Date(Number.NaN) } },
    'B-3': { given: { transferredAt: 'yesterday' } },
    'B-4': { given: { amount: 'abc' } },
    'B-5': { raw: { deep: { 'a \u0000 name': 1, '\ud83d': 2 } } },
    'B-6': { given: { payType: 'x'.repeat(1_000_000), rampStatus: '\u0000' } },
    'B-7': { given: { cryptoPrice: '9'.repeat(60) } },
    // Trades without a known provider number.
    'B-8': { given: { orderNo: providerNo('B-10') } },
    'B-9': { given: { orderNo: Array.from({ length: 4000 }, (_, index) => (index * 7919).toString(36)).join('') } },
  };
  const UNSTORABLE = ['B-0', 'B-1', 'B-2', 'B-3', 'B-4', 'B-9'];

  async function answerAll(): Promise<object> {
    const claimed = await claimAll();
    expect(claimed).toHaveLength(50);
    return recordAll(
      claimed.map((each) => {
        const { given, raw } = POISON[each.tradeNo] ?? {};
        return question(each, seen(each.tradeNo, given, raw));
      }),
    );
  }

  it('unstorable records open mismatches and back off; all others are recorded', async () => {
    for (const number of numbers)
      await (['B-8', 'B-9'].includes(number) ? makeUnknownTrade(number) : makeTrade(number));
    const results = await answerAll();
    expect(Object.values(results)).toEqual(Array.from({ length: 50 }, () => 'changed'));

    const states = new Map(await Promise.all(numbers.map(async (number) => [number, await stored(number)] as const)));
    for (const [number, { order, trades, openMismatches }] of states) {
      expect(trades[0], number).toMatchObject({ leaseId: null, leaseUntil: null, missedAnswers: 0 });
      expect(trades[0]!.nextQueryAt, number).not.toBeNull();
      if (UNSTORABLE.includes(number)) {
        expect(order, number).toMatchObject({
          status: number === 'B-9' ? 'CREATING' : 'AWAITING_PAYMENT',
          inReview: true,
        });
        expect(openMismatches, number).toMatchObject([{ kind: 'unreadable' }]);
        expect(trades[0], number).toMatchObject({ lastSeen: { data: 'as it came' } });
        expect(trades[0]!.facts, number).not.toHaveProperty('paidAt');
        expect(trades[0]!.quietAnswers, number).toBeGreaterThan(1);
      } else if (number === 'B-8') {
        expect(openMismatches).toMatchObject([{ kind: 'order_no_clash' }]);
        expect(trades[0]).toMatchObject({ orderNo: null, outcome: 'unknown', status: 'CREATING' });
      } else {
        expect(order, number).toMatchObject({ status: 'PAID', inReview: false });
      }
    }
    expect(states.get('B-5')!.trades[0]!.lastSeen).toEqual({ deep: { 'a \uFFFD name': 1, '\uFFFD': 2 } });

    const again = await answerAll();
    expect(Object.values(again)).toEqual(Array.from({ length: 50 }, () => 'quiet'));
  });

  it('two queries of one order are both recorded', async () => {
    const { state, step } = await reserve('A-1001');
    const trade = state.trades[0]!;
    await opened.tradeRecord.record(trade, { kind: 'unknown', reason: 'timeout' }, step);
    const sending: Sending = { stamp: 1, asked: asked(), leaseMs: LEASE_MS, newRequest: null };
    const next = await opened.tradeRecord.record(trade, { kind: 'next_trade', sending }, step);
    const made = { orderNo: providerNo('A-1001-r2'), payUrl: 'https://pay.example' };
    await opened.tradeRecord.record(next!.trades[1]!, { kind: 'created', made }, step);

    const claimed = await claimAll();
    const results = await recordAll(claimed.map((each) => question(each, seen(each.tradeNo))));
    expect(Object.values(results)).toEqual(['changed', 'changed']);
    const { order, trades, openMismatches } = await stored();
    expect(trades.map(({ status }) => status)).toEqual(['PAID', 'PAID']);
    expect(trades[0]).toMatchObject({ superseded: true, payUrl: null, orderNo: 'P-A-1001' });
    expect(openMismatches).toMatchObject([{ kind: 'double_payment' }]);
    expect(order.inReview).toBe(true);
  });
});

describe('answers: a row locked by another session', () => {
  const LOCKED = 'A-1002';
  const NUMBERS = ['A-1001', LOCKED, 'A-1003'];
  const HOLDS = {
    orders: `SELECT 1 FROM orders WHERE merchant_order_no = '${LOCKED}' FOR UPDATE`,
    trades: `SELECT 1 FROM trades WHERE trade_no = '${LOCKED}' FOR UPDATE`,
    schedules: `SELECT 1 FROM schedules WHERE trade_no = '${LOCKED}' FOR UPDATE`,
  };
  const ANSWERS: Readonly<Record<string, (tradeNo: string) => QueryAnswer>> = {
    news: (tradeNo) => seen(tradeNo),
    // Only prices differ, so only the newest record and the schedule are written.
    'no news': (tradeNo) =>
      seen(tradeNo, { status: 'AWAITING_PAYMENT', rampStatus: 'PENDING' }, { data: randomUUID() }),
    'no answer': () => ({ kind: 'none', othersAnswered: true }),
    'not asked': () => ({ kind: 'not_asked' }),
    'news beside a record that cannot be stored': (tradeNo) =>
      seen(tradeNo, tradeNo === 'A-1001' ? { rampFee: 'not a number' } : {}),
  };
  const RESULTS: Readonly<Record<string, string>> = {
    news: 'changed',
    'no news': 'quiet',
    'no answer': 'unanswered',
    'not asked': 'dropped',
    'news beside a record that cannot be stored': 'changed',
  };
  const cases = Object.keys(HOLDS).flatMap((table) => Object.keys(ANSWERS).map((what) => [table, what] as const));

  let locker: pg.Client;
  beforeEach(async () => {
    for (const number of NUMBERS) await makeTrade(number);
    await recordAll(await answersOf('no news'));
    locker = new pg.Client({ connectionString: testDatabase.url });
    await locker.connect();
  });
  afterEach(() => locker.end());

  const answersOf = async (what: string): Promise<AnsweredQuery[]> =>
    (await claimAll()).map((claimed) => question(claimed, ANSWERS[what]!(claimed.tradeNo)));
  const leased = async (): Promise<string[]> =>
    (await rows<{ no: string }>('SELECT trade_no AS no FROM schedules WHERE lease_id IS NOT NULL ORDER BY 1')).map(
      ({ no }) => no,
    );

  it.each(cases)('in %s delays no other answer: %s', async (table, what) => {
    const answers = await answersOf(what);
    await locker.query(`BEGIN; ${HOLDS[table as keyof typeof HOLDS]}`);
    const recording = recordAll(answers);
    await until('the others are recorded', async () => (await leased()).every((number) => number === LOCKED));
    await locker.query('ROLLBACK');
    const results = Object.fromEntries(NUMBERS.map((number) => [number, RESULTS[what]]));
    expect(await recording).toEqual(results);
    const [poisoned] = await rows<{ count: number }>(`SELECT count(*)::int FROM mismatches WHERE kind = 'unreadable'`);
    expect(poisoned!.count).toBe(what.includes('cannot be stored') ? 1 : 0);
    // A trade without a query does not wait: its lease expires.
    expect(await leased()).toEqual(what === 'not asked' && table === 'schedules' ? [LOCKED] : []);
  });

  it('delays no other erasure', async () => {
    const erased = async (): Promise<number> => (await rows('SELECT 1 FROM orders WHERE erased_at IS NOT NULL')).length;
    await locker.query(`BEGIN; ${HOLDS.orders}`);
    const erasures = new ErasureService(opened.orders, opened.writes);
    const erasing = erasures.erase(NUMBERS, CAUSE, 0, true);
    await until('the others are erased', async () => (await erased()) === 2);
    await locker.query('ROLLBACK');
    expect([await erasing, await erased()]).toEqual([3, 3]);
  });
});

describe('answers: an alarm', () => {
  const alarms = async (): Promise<Record<string, number>> => {
    const { values } = await opened.metrics.mismatches.get();
    const raised = values.filter(({ value }) => value > 0);
    return Object.fromEntries(raised.map(({ labels, value }) => [String(labels.kind), value]));
  };
  const open = async (): Promise<unknown> => (await rows<{ kind: string }>('SELECT kind FROM mismatches'))[0]?.kind;
  const elsewhere = { address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };

  it('is raised though the reply to its commit is lost: the next answer opens nothing', async () => {
    await makeTrade();
    loseReply(opened, /UPDATE orders/);
    await expect(record(await claimOne(), elsewhere)).rejects.toThrow('Connection terminated');
    expect(await open()).toBe('field');
    expect(await alarms()).toEqual({ field: 1 });
    await record(await claimOne(), elsewhere);
    expect(await alarms()).toEqual({ field: 1 });
  });

  it('is not raised by a statement that was rolled back', async () => {
    await makeTrade();
    await rows(`UPDATE schedules SET next_query_at = checkout_now()`);
    const [claimed] = await opened.claims.claim(1, LEASE_MS);
    const { database } = opened;
    database.together = () => Promise.reject(Object.assign(new Error('canceled'), { code: '57014' }));
    expect(await record(claimed!, elsewhere)).toBe('dropped');
    expect([await open(), await alarms()]).toEqual([undefined, {}]);
  });
});

describe('answers: an order locked for long', () => {
  it('does not delay other answers, and is due again after its lease', async () => {
    for (const number of ['A-1001', 'A-1002', 'A-1003']) await makeTrade(number);
    await rows('UPDATE schedules SET next_query_at = checkout_now()');
    const claimed = await opened.claims.claim(10, LEASE_MS);
    const locker = new pg.Client({ connectionString: testDatabase.url });
    await locker.connect();
    try {
      await locker.query(`BEGIN; SELECT 1 FROM orders WHERE merchant_order_no = 'A-1002' FOR UPDATE`);
      const name = pg.escapeIdentifier(new URL(testDatabase.url).pathname.slice(1));
      await rows(`ALTER DATABASE ${name} SET lock_timeout = '200ms'`);
      const hurried = openOrderWriter(testDatabase.url);
      const results = await recordAll(
        claimed.map((one) => question(one, seen(one.tradeNo))),
        hurried,
      );
      await hurried.close();
      expect(results).toEqual({ 'A-1001': 'changed', 'A-1002': 'dropped', 'A-1003': 'changed' });
    } finally {
      await locker.end();
    }
    expect(await rows(`SELECT trade_no FROM schedules WHERE lease_id IS NOT NULL`)).toEqual([{ trade_no: 'A-1002' }]);
  });
});
