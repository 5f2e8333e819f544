import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDataSource } from '#src/data-source.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { isDatabaseAway, sqlState } from '#src/platform/database/database-errors.js';
import { PooledStatements } from '#src/platform/database/statements.js';
import { isStorable } from '#src/ramp/wire/wire-fields.js';
import { PROBLEM_TEXTS } from '#src/platform/problems/problem.js';
import type { Problem } from '#src/platform/problems/problem.js';
import { NO_DECISION } from '#src/orders/decisions/order-change.js';
import type { OrderState, Reservation, Sending, TradeRow } from '#src/orders/model/order.types.js';
import type { RecordStep } from '#src/orders/write/attempt-recorder.service.js';
import type { SaleToRegister } from '#src/orders/write/registration.service.js';
import { OrderActs } from '../support/order-acts.js';
import { MINUTE, SECOND } from '../support/moments.js';
import { NO_EMAIL, asked, refusal, reservation } from '../support/order-builders.js';
import { openOrderWriter, openOwnOrderWriter, closeWhole, loseReply } from '../support/order-writer.js';
import type { OrderWriter } from '../support/order-writer.js';

let opened: OrderWriter;

beforeEach(async () => {
  opened = await openOwnOrderWriter();
});

afterEach(() => closeWhole(opened));

const CAUSE = { kind: 'checkout' } as const;
const LEASE_MS = 21 * SECOND;

/** A reserved order with its first trade in flight, and its runner's next step. */
async function reserve(
  given: Partial<Reservation> = {},
): Promise<{ state: OrderState; trade: TradeRow; step: RecordStep }> {
  const wanted = reservation(given);
  const { isNew, state } = await opened.tradeRecord.reserve(wanted);
  if (!isNew || state === null) throw new Error('the number is taken');
  return { state, trade: state.trades[0]!, step: stepOf(wanted.attemptLease) };
}

const stepOf = (attemptLease: string): RecordStep => ({ attemptLease, cause: CAUSE, evidence: { seen: 'masked' } });

async function stored(merchantOrderNo = 'A-1001'): Promise<OrderState> {
  const { state } = await opened.orders.find(merchantOrderNo);
  if (state === null) throw new Error('there is no such order');
  return state;
}

const rows = <Row>(sql: string, ...parameters: unknown[]): Promise<Row[]> =>
  opened.database.query<Row>(sql, parameters);

const kinds = async (): Promise<string[]> =>
  (await rows<{ kind: string }>('SELECT kind FROM order_events ORDER BY merchant_order_no, seq')).map(
    ({ kind }) => kind,
  );

const announced = async (): Promise<string[]> =>
  (await rows<{ type: string }>('SELECT type FROM outbox ORDER BY version, type')).map(({ type }) => type);

/** Runs `happens` right before the next read of the order. */
function beforeRead(happens: () => Promise<unknown>): void {
  const find = opened.orders.find.bind(opened.orders);
  opened.orders.find = async (number) => {
    opened.orders.find = find;
    await happens();
    return find(number);
  };
}

const MADE = { orderNo: 'P-1', payUrl: 'https://pay.example/1' };

describe('order writer: a reservation', () => {
  it('stores order, trade, timestamp and history before anything is sent', async () => {
    const { state, step } = await reserve({ asked: asked({ memo: 'm-1', amount: '100.00' }) });
    expect(await stored()).toEqual({ ...state, now: expect.any(Date) as Date });
    expect(state.order).toMatchObject({
      status: 'CREATING',
      version: 1,
      eventCount: 1,
      attemptLease: step.attemptLease,
    });
    expect(state.trades).toMatchObject([
      { tradeNo: 'A-1001', stamp: 1_769_860_800_123, outcome: 'in_flight', nextQueryAt: null },
    ]);
    expect(await kinds()).toEqual(['reserved']);
    expect(await announced()).toEqual([]);
  });

  it('accepts unusual characters', async () => {
    await reserve({ asked: asked({ merchantName: 'Shop \u0000 \ud83d' }), customerId: '\ude00' });
    expect((await stored()).trades[0]!.asked!.merchantName).toBe('Shop \uFFFD \uFFFD');
  });

  it('whose reply was lost is made once, and is its own', async () => {
    loseReply(opened, /INSERT INTO orders/);
    const { state, step } = await reserve();
    expect(state.order.attemptLease).toBe(step.attemptLease);
    expect(await kinds()).toEqual(['reserved']);
  });
});

describe('order writer: a change', () => {
  const note = { ...NO_DECISION, drafts: [{ tradeNo: 'A-1001', kind: 'seen', data: {} }] } as const;

  it('equal to another one in the same millisecond is applied too', async () => {
    await reserve();
    const other = openOrderWriter(opened.url);
    const sameLook = await opened.orders.find('A-1001');
    for (const { orders } of [other, opened]) {
      const find = orders.find.bind(orders);
      orders.find = () => {
        orders.find = find;
        return Promise.resolve(sameLook);
      };
    }
    await other.writes.change('A-1001', CAUSE, () => note);
    await opened.writes.change('A-1001', CAUSE, () => note);
    await other.close();
    expect((await stored()).order.version).toBe(3);
  });

  it('committed between two reads returns what it wrote, not the older row', async () => {
    await reserve();
    const { orders } = opened;
    const before = await orders.find('A-1001');
    loseReply(opened, /UPDATE orders/);
    const find = orders.find.bind(orders);
    let looks = 0;
    orders.find = (number) => ((looks += 1) === 2 ? Promise.resolve(before) : find(number));
    const state = await opened.writes.change('A-1001', CAUSE, () => note);
    expect(state).toEqual({ ...(await stored()), now: expect.any(Date) as Date });
    expect(state?.order.version).toBe(2);
    expect(looks).toBeGreaterThanOrEqual(2);
  });

  it('with a lost reply and a later write is written once and returned as written', async () => {
    await reserve();
    const other = openOrderWriter(opened.url);
    loseReply(opened, /UPDATE orders/);
    let decided = 0;
    const state = await opened.writes.change('A-1001', CAUSE, () => {
      decided += 1;
      beforeRead(() => other.writes.change('A-1001', CAUSE, () => note));
      return note;
    });
    await other.close();
    expect(decided).toBe(1);
    expect(state?.order.version).toBe(2);
    expect((await stored()).order.version).toBe(3);
    expect(await kinds()).toEqual(['reserved', 'seen', 'seen']);
  });

  it.each([
    ['an outage', true],
    ['no outage', false],
  ])('that lost each race to another, with %s in between, fails accordingly', async (_, isAway) => {
    await reserve();
    const apply = vi.spyOn(opened.writes, 'apply').mockResolvedValue(false);
    if (isAway) apply.mockRejectedValueOnce(Object.assign(new Error('starting up'), { code: '57P03' }));
    const failure: unknown = await opened.writes.change('A-1001', CAUSE, () => note).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', extras: { retryAfter: 1 } });
    expect(isDatabaseAway(failure)).toBe(isAway);
  });
});

describe('order writer: the outcome of a create', () => {
  it('created: stores number and payUrl, releases the lease, announces the status', async () => {
    const { trade, step } = await reserve();
    const state = await opened.tradeRecord.record(trade, { kind: 'created', made: MADE }, step);
    expect(await stored()).toEqual({ ...state, now: expect.any(Date) as Date });
    expect(state!.trades).toMatchObject([
      { orderNo: 'P-1', payUrl: MADE.payUrl, status: 'AWAITING_PAYMENT', outcome: 'created' },
    ]);
    expect(state!.order).toMatchObject({
      version: 2,
      attemptLease: null,
      attemptUntil: null,
      attemptPatienceUntil: null,
    });
    expect(await announced()).toEqual(['order.created']);
    expect(JSON.stringify(await rows('SELECT data, evidence FROM order_events'))).not.toContain('pay.example');
  });

  it('created with a number of another trade: opens a mismatch, without payUrl, and is unknown', async () => {
    const first = await reserve();
    await opened.tradeRecord.record(first.trade, { kind: 'created', made: MADE }, first.step);
    const second = await reserve({ merchantOrderNo: 'A-1002' });
    expect(await opened.tradeRecord.record(second.trade, { kind: 'created', made: MADE }, second.step)).toBeNull();
    const { order, trades, openMismatches } = await stored('A-1002');
    expect(trades).toMatchObject([{ orderNo: null, payUrl: null, outcome: 'unknown' }]);
    expect(openMismatches).toMatchObject([{ kind: 'order_no_clash' }]);
    expect(order.inReview).toBe(true);
    expect((await stored()).trades[0]?.payUrl).toBe(MADE.payUrl);
  });

  it('refused: stores the reason, releases the lease, and the number stays usable', async () => {
    const { trade, step } = await reserve();
    const range = refusal({ problem: 'amount_out_of_range', min: '15', max: '2000', returnMsg: 'x \u0000 y' });
    const state = await opened.tradeRecord.record(trade, { kind: 'refused', refusal: range }, step);
    expect(state!.order).toMatchObject({ status: 'REJECTED', failureCode: 'amount_out_of_range', attemptUntil: null });
    expect((await stored()).trades[0]?.refusal).toEqual({ ...range, returnMsg: 'x \uFFFD y' });
    expect(await announced()).toEqual(['order.created']);
    expect(await opened.leases.take('A-1001', randomUUID(), LEASE_MS, 'left behind')).toBe(false);
    expect(await opened.leases.take('A-1001', randomUUID(), LEASE_MS, 'ended')).toBe(true);
    expect(await opened.leases.take('A-1001', randomUUID(), LEASE_MS, 'ended')).toBe(false);
  });
});

const sending = (given: Partial<Sending> = {}): Sending => ({
  stamp: 1_769_860_900_456,
  asked: asked(),
  leaseMs: LEASE_MS,
  newRequest: null,
  ...given,
});

describe('order writer: a resend', () => {
  it('of a new request under an unsent number records its terms, which are sealed', async () => {
    const { trade, step } = await reserve();
    await opened.tradeRecord.record(trade, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: true }, step);
    const again = stepOf(randomUUID());
    await opened.leases.take('A-1001', again.attemptLease, LEASE_MS, 'ended');
    const anew = { customerId: null, ...NO_EMAIL, patienceMs: MINUTE, shown: null };
    const other = sending({ asked: asked({ amount: '50.00' }), newRequest: anew });
    await expect(opened.tradeRecord.record(trade, { kind: 'send_again', sending: other }, again)).rejects.toThrow(
      'its own terms',
    );
    await opened.tradeRecord.record(trade, { kind: 'send_again', sending: sending({ newRequest: anew }) }, again);
    expect(
      await rows(`SELECT data->'asked'->>'amount' AS amount FROM order_events WHERE kind = 'sending_again'`),
    ).toEqual([{ amount: '100.00' }]);
  });

  it('of a new request with other content replaces the old one', async () => {
    const { trade, step } = await reserve();
    await opened.tradeRecord.record(trade, { kind: 'refused', refusal: refusal() }, step);
    const again = stepOf(randomUUID());
    await opened.leases.take('A-1001', again.attemptLease, LEASE_MS, 'ended');
    const anew = { customerId: 'c-9', ...NO_EMAIL, patienceMs: MINUTE, shown: null };
    await opened.tradeRecord.record(
      trade,
      { kind: 'next_trade', sending: sending({ asked: asked({ amount: '50.00', fiat: 'EUR' }), newRequest: anew }) },
      again,
    );
    const { order, trades } = await stored();
    expect(order).toMatchObject({ customerId: 'c-9', firstTradeOfRequest: 2 });
    expect(trades.map((each) => each.asked?.amount)).toEqual(['100.00', '50.00']);
    expect(trades.map(({ superseded }) => superseded)).toEqual([true, false]);
  });
});

describe('order writer: the lease of attempts', () => {
  it('is not available while its runner lives', async () => {
    await reserve();
    expect(await opened.leases.claim([randomUUID()], LEASE_MS)).toEqual([]);
    expect(await opened.leases.take('A-1001', randomUUID(), LEASE_MS, 'left behind')).toBe(false);
    expect(await opened.leases.take('A-1001', randomUUID(), LEASE_MS, 'ended')).toBe(false);
  });

  it('released with a delay, it waits; released for good, it stays free', async () => {
    const { step } = await reserve();
    await opened.leases.release('A-1001', step.attemptLease, 5000);
    expect(await opened.leases.claim([randomUUID()], LEASE_MS)).toEqual([]);
    await rows(`UPDATE orders SET attempt_until = attempt_until - interval '5 seconds'`);
    const [claimed] = await opened.leases.claim([randomUUID()], LEASE_MS);
    // A runner that released its lease has no further effect.
    await opened.leases.release('A-1001', step.attemptLease, null);
    expect((await stored()).order.attemptLease).toBe(claimed!.attemptLease);
    await opened.leases.release('A-1001', claimed!.attemptLease, null);
    expect(await opened.leases.claim([randomUUID()], LEASE_MS)).toEqual([]);
    expect((await stored()).order.attemptUntil).toBeNull();
  });
});

describe('poll request', () => {
  const due = async (): Promise<number | null> => {
    const { trades, now } = await stored();
    const { nextQueryAt } = trades.at(-1)!;
    return nextQueryAt === null ? null : nextQueryAt.getTime() - now.getTime();
  };

  it('makes a trade due now, without a new version', async () => {
    const { trade, step } = await reserve();
    await opened.tradeRecord.record(trade, { kind: 'created', made: MADE }, step);
    expect(await due()).toBeGreaterThan(SECOND);
    expect(await opened.watches.requestPoll('A-1001', 'callback:1')).toBe(true);
    expect(await due()).toBeLessThanOrEqual(0);
    const { order, trades } = await stored();
    expect(order.version).toBe(2);
    expect(trades[0]).toMatchObject({ watchClass: 'waiting', hintCause: 'callback:1' });
  });

  it('too early is deferred, not dropped', async () => {
    const { trade, step } = await reserve();
    await opened.tradeRecord.record(trade, { kind: 'created', made: MADE }, step);
    await rows('UPDATE schedules SET last_asked_at = checkout_now()');
    await opened.watches.requestPoll('A-1001', 'callback:1');
    const { lastAskedAt, nextQueryAt } = (await stored()).trades.at(-1)!;
    expect(nextQueryAt!.getTime()).toBeGreaterThanOrEqual(lastAskedAt!.getTime() + SECOND);
    expect(await due()).toBeLessThanOrEqual(SECOND);
  });

  it.each<[string, boolean, (trade: TradeRow, step: RecordStep) => Promise<unknown>]>([
    ['created', true, (trade, step) => opened.tradeRecord.record(trade, { kind: 'created', made: MADE }, step)],
    ['unknown', true, (trade, step) => opened.tradeRecord.record(trade, { kind: 'unknown', reason: 'timeout' }, step)],
    [
      'not sent',
      false,
      (trade, step) =>
        opened.tradeRecord.record(trade, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: false }, step),
    ],
    [
      'never sent',
      false,
      (trade, step) =>
        opened.tradeRecord.record(trade, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: true }, step),
    ],
    [
      'sent again',
      false,
      async (trade, step) => {
        await opened.tradeRecord.record(trade, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: false }, step);
        await opened.tradeRecord.record(trade, { kind: 'send_again', sending: sending() }, step);
      },
    ],
  ])('during the create is remembered; it is %s: due at once %s', async (_, isDue, record) => {
    const { trade, step } = await reserve();
    expect(await opened.watches.requestPoll('A-1001', 'order-read')).toBe(true);
    expect(await due()).toBeNull();
    await record(trade, step);
    if (isDue) expect(await due()).toBeLessThanOrEqual(0);
    else expect(await due()).toBeNull();
  });

  it.each(['before', 'after'])(
    'by a callback %s a trade ends unsent makes it due: it was sent, in lost commits',
    async (when) => {
      const { trade, step } = await reserve();
      const callBack = () => opened.watches.requestPoll('A-1001', 'callback:1');
      if (when === 'before') await callBack();
      expect(await due()).toBeNull();
      await opened.tradeRecord.record(trade, { kind: 'not_sent', reason: 'ECONNREFUSED', givesUp: true }, step);
      if (when === 'after') await callBack();
      expect(await due()).toBeLessThanOrEqual(0);
    },
  );
});

/** Notes the SQL state of each statement, alone or in a batch, that Postgres refuses. */
class NotingStatements extends PooledStatements {
  readonly failed: unknown[] = [];

  override run(...given: Parameters<PooledStatements['run']>): Promise<unknown[]> {
    return this.#noting(super.run(...given));
  }

  override runTogether(...given: Parameters<PooledStatements['runTogether']>): Promise<unknown[][]> {
    return this.#noting(super.runTogether(...given));
  }

  async #noting<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      this.failed.push(sqlState(error));
      throw error;
    });
  }
}

describe('order writer: no statement fails, which would break up the commit of others, if', () => {
  const [ODD, MADE_AGAIN] = ['odd \u0000 \ud800 text', { orderNo: 'P-A-1', payUrl: 'https://pay.example/2' }];
  const register = async (given: Partial<SaleToRegister>): Promise<string> => {
    const wanted = { merchantOrderNo: null, orderNo: null, customerId: null, ...given };
    const done = opened.registrations.register(EVERYBODY, wanted).then(({ isNew }) => (isNew ? 'new' : 'known'));
    return done.catch((error: unknown) => (error as Problem).message);
  };
  const again = async (merchantOrderNo: string): Promise<string> => {
    const { isNew, state } = await opened.tradeRecord.reserve(reservation({ merchantOrderNo }));
    return isNew ? 'new' : state === null ? 'taken' : 'known';
  };
  const mismatches = async (number: string): Promise<string> =>
    (await stored(number)).openMismatches.map(({ kind }) => kind).join();
  const [TAKEN, SALE_TAKEN] = [PROBLEM_TEXTS.merchantOrderNoTaken, PROBLEM_TEXTS.orderNoTaken];

  it.each<[string, (orders: OrderActs) => Promise<string>, string]>([
    ['a caller repeats a number', () => again('A-1'), 'known'],
    ['a caller repeats a number in another letter case', () => again('a-1'), 'taken'],
    ['a caller repeats the number of a removed order', () => again('Gone-1'), 'taken'],
    ['a caller repeats the number of a removed order as it was', () => again('gone-1'), 'taken'],
    ['a caller sells under the number of a removed order', () => register({ merchantOrderNo: 'gone-1' }), TAKEN],
    ['a caller sells under a number of a purchase', () => register({ merchantOrderNo: 'A-1' }), TAKEN],
    [
      "a caller registers another sale's orderNo",
      () => register({ merchantOrderNo: 'S-2', orderNo: 'P-S' }),
      SALE_TAKEN,
    ],
    ["a caller registers another sale's orderNo without a number", () => register({ orderNo: 'P-S' }), SALE_TAKEN],
    ['a caller repeats a sale', () => register({ merchantOrderNo: 'S-1', orderNo: 'P-S' }), 'known'],
    ["a caller registers a purchase's orderNo", () => register({ orderNo: 'P-A-1' }), 'new'],
    [
      'a caller sends text that Postgres cannot store',
      async () => {
        await opened.tradeRecord.reserve(
          reservation({ customerId: ODD, metadata: { [ODD]: ODD }, asked: asked({ memo: ODD, redirectUrl: ODD }) }),
        );
        return String((await stored()).order.customerId);
      },
      'odd \uFFFD \uFFFD text',
    ],
    [
      'the provider creates two trades with one orderNo',
      async () => {
        const { trade, step } = await reserve({ merchantOrderNo: 'A-2' });
        await opened.tradeRecord.record(trade, { kind: 'created', made: MADE_AGAIN }, step);
        return mismatches('A-2');
      },
      'order_no_clash',
    ],
    [
      'the provider creates a trade with the longest orderNo that is read',
      async () => {
        const { trade, step } = await reserve({ merchantOrderNo: 'A-2' });
        const text = Array.from({ length: 1024 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000)));
        const length = text.findLastIndex((__, n) => isStorable(text.slice(0, n).join('')));
        const made = { ...MADE_AGAIN, orderNo: text.slice(0, length).join('') };
        await opened.tradeRecord.record(trade, { kind: 'created', made }, step);
        return String((await stored('A-2')).trades[0]?.orderNo === made.orderNo);
      },
      'true',
    ],
    [
      'the provider says so late',
      async () => {
        const { trade, step } = await reserve({ merchantOrderNo: 'A-2' });
        const late = { ...step, attemptLease: randomUUID() };
        await opened.tradeRecord.record(trade, { kind: 'created', made: MADE_AGAIN }, late);
        return mismatches('A-2');
      },
      'order_no_clash',
    ],
    [
      'a query finds the orderNo of another trade',
      async (orders) => {
        await orders.unknown('A-2');
        await orders.seen('A-2', { orderNo: 'P-A-1' });
        return mismatches('A-2');
      },
      'order_no_clash',
    ],
    [
      'one of many queries does',
      async (orders) => {
        for (const number of ['A-2', 'A-3']) await orders.unknown(number);
        await Promise.all([orders.seen('A-2', { orderNo: 'P-A-1' }), orders.seen('A-3', { orderNo: 'P-A-3' })]);
        return `${await mismatches('A-2')} ${(await stored('A-3')).trades[0]?.orderNo}`;
      },
      'order_no_clash P-A-3',
    ],
  ])('%s', async (_, act, outcome) => {
    const statements = new NotingStatements(createDataSource(opened.url));
    const { close } = opened;
    await opened.database.query(
      `INSERT INTO removed_orders (merchant_order_no, month, times, macs, key_id, seal, removed_at)
       VALUES ('gone-1', '2026-01-01', '{2026-01-01}', ARRAY[sha256('')], '1', sha256(''), checkout_now())`,
    );
    const noting = openOrderWriter(opened.url, {}, statements);
    opened = { ...noting, close: () => noting.close().then(close) };
    const orders = new OrderActs(opened);
    await orders.created('A-1');
    await register({ merchantOrderNo: 'S-1', orderNo: 'P-S' });
    expect(await act(orders)).toBe(outcome);
    expect(statements.failed).toEqual([]);
  });
});
