import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideNotFound } from '#src/orders/decisions/decide-not-found.js';
import { decideSnapshot } from '#src/orders/decisions/decide-snapshot.js';
import { newSaleTrade } from '#src/orders/decisions/new-order.js';
import type { Decision } from '#src/orders/decisions/order-change.js';
import type { OpenMismatch, ResolvedMismatch, TradeRow } from '#src/orders/model/order.types.js';
import type { SellSnapshot, SellTradeStatus } from '#src/ramp/port/ramp.types.js';
import { POLICY, QUESTION, snapshotContext } from '../../support/decision-contexts.js';
import { DAY, MINUTE, NOW, SECOND, at } from '../../support/moments.js';
import { ADDRESS, openMismatch, orderState, sellSeen, flat, trade } from '../../support/order-builders.js';
import type { FlatTrade, GivenFacts } from '../../support/order-builders.js';

const DEPOSIT = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

/** Registered by our number, not found yet. */
const registered = (given: Partial<TradeRow> & GivenFacts = {}): TradeRow =>
  trade({
    ...newSaleTrade(
      {
        merchantOrderNo: 'A-1001',
        rampMerchantOrderNo: 'A-1001',
        orderNo: null,
        caller: 'everybody',
        customerId: null,
      },
      at(-10 * MINUTE),
    ),
    leaseId: QUESTION.leaseId,
    leaseUntil: at(20 * SECOND),
    amount: null,
    rampCreatedAt: null,
    ...given,
  });

/** Registered by the provider's number alone, not found yet. */
const byOrderNo = (given: Partial<TradeRow> = {}): TradeRow =>
  registered({ orderNo: 'P-1', registeredOrderNo: 'P-1', rampMerchantOrderNo: null, ...given });

const TERMS = { fiat: 'USD', crypto: 'USDT', network: 'ETH' };

/** Found: the provider said so in the record of the default builder. */
const found = (given: Partial<TradeRow> & GivenFacts = {}): TradeRow =>
  registered({
    outcome: 'created',
    status: 'AWAITING_CRYPTO',
    rampStatus: '1',
    orderNo: 'P-1',
    payoutAddress: DEPOSIT,
    cryptoAmount: '100',
    asked: TERMS,
    statusAt: at(-MINUTE),
    ...given,
  });

interface Given {
  readonly row?: TradeRow;
  readonly seen?: Partial<SellSnapshot> & GivenFacts;
  readonly open?: readonly OpenMismatch[];
  readonly settled?: readonly ResolvedMismatch[];
  readonly clash?: boolean;
  readonly askedAt?: Date;
}

function decide({ row = registered(), seen = {}, open, settled, clash = false, askedAt }: Given = {}): Decision {
  const state = orderState({
    order: { side: 'SELL', status: row.status },
    trades: [row],
    openMismatches: open ?? [],
    resolvedMismatches: settled ?? [],
  });
  const question = { ...QUESTION, askedAt: askedAt ?? QUESTION.askedAt };
  return decideSnapshot(state, row, sellSeen(seen), question, snapshotContext({ orderNoClash: clash }));
}

const after = (given: Given = {}): FlatTrade => flat(decide(given).updated[0]!.trade);
const opened = (given: Given): string[] => decide(given).opened.map(({ kind, field }) => `${kind} ${field}`);

describe('sale: found', () => {
  it('fixes its terms and deposit address', () => {
    expect(after().asked).toEqual(TERMS);
    expect(after().payoutAddress).toBe(DEPOSIT);
    const { changes } = decide().drafts[0]!.data as { changes: Record<string, unknown> };
    expect(changes).toMatchObject({
      crypto: { from: null, to: 'USDT' },
      outcome: { from: 'registered', to: 'created' },
    });
  });

  it('takes a term that the first record left empty from a later one', () => {
    expect(after({ seen: { network: null } }).asked).toEqual({ ...TERMS, network: null });
    const given = { row: found({ asked: { ...TERMS, network: null } }) };
    const later = decide(given);
    expect(after(given).asked).toEqual(TERMS);
    expect(later.drafts).toHaveLength(1);
    expect(later.opened).toEqual([]);
  });

  it.each<[string, TradeRow, Partial<SellSnapshot>]>([
    ['by our number, the record names only the provider\u2019s', registered(), { tradeNo: null }],
    ['by our number, which the record leaves empty', registered(), { tradeNo: '' }],
    ['by the provider\u2019s, the record names only the merchant\u2019s', byOrderNo(), { orderNo: null }],
    ['by both, the record names only ours', byOrderNo({ rampMerchantOrderNo: 'A-1001' }), { orderNo: null }],
  ])('queried %s: a record must repeat that number', (_, row, seen) => {
    const payee = { name: 'Somebody Else', account: '****0001', card: null, email: null };
    const given = { row, seen: { status: 'COMPLETED' as const, fiatAmount: '95', payee, ...seen } };
    expect(after(given)).toMatchObject({
      status: row.status,
      outcome: row.outcome,
      orderNo: row.orderNo,
      rampMerchantOrderNo: row.rampMerchantOrderNo,
      payeeSealed: null,
      payoutAddress: null,
      fiatAmount: null,
    });
    expect(decide(given)).toMatchObject({ order: {}, drafts: [] });
    expect(opened(given)).toEqual(['foreign orderNo']);
    const open = [openMismatch({ kind: 'foreign', field: 'orderNo' })];
    expect(decide({ row, open }).resolved.map(({ id }) => id)).toEqual(['mismatch-1']);
    expect(after({ row, open })).toMatchObject({ outcome: 'created', status: 'AWAITING_CRYPTO' });
  });
});

describe('sale: the record of another sale', () => {
  const foreign: [string, Given, string][] = [
    ['names another merchant\u2019s number', { seen: { tradeNo: 'A-2' } }, 'foreign merchantOrderNo'],
    ['in another letter case', { seen: { tradeNo: 'a-1001' } }, 'foreign merchantOrderNo'],
    ['names another number of the provider\u2019s', { row: byOrderNo(), seen: { orderNo: 'P-2' } }, 'foreign orderNo'],
    ['is of another application', { seen: { appId: 'app-2' } }, 'foreign orderNo'],
    ['is of a purchase', { seen: { side: 'BUY' } }, 'foreign orderNo'],
    ['names a number that belongs to another order', { clash: true }, 'order_no_clash orderNo'],
    [
      'both numbers were registered, of different sales',
      { row: byOrderNo({ rampMerchantOrderNo: 'A-1001' }), seen: { tradeNo: 'A-2' } },
      'foreign merchantOrderNo',
    ],
  ];

  it.each(foreign)('%s: is not believed and opens a mismatch', (_, given, mismatch) => {
    const whole = { ...given, seen: { status: 'COMPLETED' as const, fiatAmount: '95', ...given.seen } };
    expect(after(whole)).toMatchObject({
      status: 'REGISTERED',
      outcome: 'registered',
      fiatAmount: null,
      payoutAddress: null,
      payeeSealed: null,
      orderNo: given.row?.orderNo ?? null,
    });
    expect(decide(whole)).toMatchObject({ order: {}, drafts: [] });
    expect(opened(whole)).toEqual([mismatch]);
  });

  it('resolved by staff, it is still not believed', () => {
    const settled = [{ tradeNo: 'A-1001', kind: 'foreign', field: 'orderNo', seen: 'P-1' } as const];
    const given = { seen: { appId: 'app-2' }, settled };
    expect(after(given)).toMatchObject({ status: 'REGISTERED', outcome: 'registered' });
    expect(opened(given)).toEqual([]);
  });

  it('once found, another application is a mismatch and the status still follows', () => {
    const given = { row: found(), seen: { appId: 'app-2', status: 'CRYPTO_RECEIVED' as const } };
    expect(after(given).status).toBe('CRYPTO_RECEIVED');
    expect(opened(given)).toEqual(['field appId']);
  });
});

describe('sale: fields fixed by the first record', () => {
  const other: [string, Partial<SellSnapshot>][] = [
    ['fiat', { fiat: 'EUR' }],
    ['crypto', { crypto: 'USDC' }],
    ['network', { network: 'BSC' }],
    ['address', { address: ADDRESS }],
  ];

  it.each(other)('%s keeps its value, and the difference is a mismatch', (field, seen) => {
    const given = { row: found(), seen: { ...seen, status: 'CRYPTO_RECEIVED' as const } };
    expect(opened(given)).toEqual([`field ${field}`]);
    expect(after(given).asked).toEqual(TERMS);
    expect(after(given)).toMatchObject({ payoutAddress: DEPOSIT, status: 'CRYPTO_RECEIVED' });
  });

  it.each(other)('%s changes after staff has resolved the difference', (field, seen) => {
    const [mismatch] = decide({ row: found(), seen }).opened;
    const settled = [{ tradeNo: 'A-1001', kind: 'field', field, seen: mismatch!.seen } as const];
    const given = { row: found(), seen, settled };
    expect(opened(given)).toEqual([]);
    const now = { ...after(given).asked, address: after(given).payoutAddress };
    expect(now).toMatchObject({ ...TERMS, address: DEPOSIT, ...seen });
  });

  it('the crypto amount may change until it was sent', () => {
    const waiting = { row: found(), seen: { cryptoAmount: '120' } };
    expect(opened(waiting)).toEqual([]);
    expect(after(waiting).cryptoAmount).toBe('120');
    const sent = {
      row: found({ status: 'CRYPTO_RECEIVED' }),
      seen: { status: 'PAYOUT_STARTED', cryptoAmount: '120' },
    } as const;
    expect(opened(sent)).toEqual(['field cryptoAmount']);
    expect(after(sent).cryptoAmount).toBe('100');
    expect(opened({ ...sent, seen: { ...sent.seen, cryptoAmount: '100.000' } })).toEqual([]);
  });

  it.each([
    ['COMPLETED', '60', ['field cryptoActualAmount']],
    ['COMPLETED', '99.999999', ['field cryptoActualAmount']],
    ['COMPLETED', '100.00', []],
    ['COMPLETED', '100.01', []],
    ['COMPLETED', null, []],
    ['PAYOUT_STARTED', '60', []],
  ] as const)('is %s: of 100 came %s', (status, cryptoActualAmount, expected) => {
    expect(opened({ row: found(), seen: { status, cryptoAmount: '100', cryptoActualAmount } })).toEqual(expected);
  });
});

describe('sale: status', () => {
  it.each<[SellTradeStatus, (string | null)[]]>([
    ['AWAITING_CRYPTO', [null, null, null]],
    ['EXPIRED', [null, null, null]],
    ['CRYPTO_RECEIVED', ['confirmed', null, null]],
    ['PAYOUT_STARTED', ['confirmed', 'started', null]],
    ['PAYOUT_FAILED', ['confirmed', 'started', null]],
    ['REFUNDED', ['confirmed', 'started', null]],
    ['COMPLETED', ['confirmed', 'started', 'paid out']],
  ])('%s has only the times of steps reached', (status, expected) => {
    const times = { confirmed: at(-3 * MINUTE), started: at(-2 * MINUTE), 'paid out': at(-MINUTE) };
    const seen = {
      status,
      paidAt: times.confirmed,
      transferredAt: times.started,
      completedAt: times['paid out'],
    };
    const { paidAt, transferredAt, completedAt } = after({ seen });
    const name = (moment: unknown) =>
      Object.entries(times).find(([, time]) => time.getTime() === (moment as Date | null)?.getTime())?.[0] ?? null;
    expect([paidAt, transferredAt, completedAt].map(name)).toEqual(expected);
  });
});

describe('sale: no crypto arrives', () => {
  const askedAfter = (ms: number): Date => at(-MINUTE + ms);

  it.each([
    ['asked when the time is just up', POLICY.saleExpiryMs, 'AWAITING_CRYPTO'],
    ['asked a moment later', POLICY.saleExpiryMs + 1, 'EXPIRED'],
  ])('%s: %s ms', (_, ms, status) => {
    expect(after({ row: found(), askedAt: askedAfter(ms) }).status).toBe(status);
  });

  it('expires only by an answer, counted from the first unpaid answer', () => {
    const row = registered({ createdAt: at(-90 * DAY), statusAt: at(-90 * DAY) });
    expect(after({ row }).status).toBe('AWAITING_CRYPTO');
  });

  it('stays expired with the same status and continues with another', () => {
    const row = found({ status: 'EXPIRED', rampStatus: '1' });
    expect(after({ row, seen: { rampStatus: '1' } }).status).toBe('EXPIRED');
    expect(decide({ row, seen: { rampStatus: '1', cryptoAmount: '100' } }).drafts).toEqual([]);
    expect(after({ row, seen: { rampStatus: '2', status: 'CRYPTO_RECEIVED' } }).status).toBe('CRYPTO_RECEIVED');
    const byProvider = found({ status: 'EXPIRED', rampStatus: '7' });
    expect(after({ row: byProvider, seen: { rampStatus: '1' } }).status).toBe('AWAITING_CRYPTO');
  });
});

describe('sale: unknown to the provider', () => {
  function notFound(row: TradeRow, askedAt: Date, doubted = false, open: readonly OpenMismatch[] = []): Decision {
    const order = { side: 'SELL' as const, status: row.status };
    const state = orderState({ order, trades: [row], openMismatches: open });
    return decideNotFound(state, row, { ...QUESTION, askedAt }, NOW, { ...snapshotContext(), doubted });
  }
  const old = at(-10 * MINUTE + POLICY.saleExpiryMs + 1);

  it.each([
    ['by our number', registered()],
    ['by the provider\u2019s', byOrderNo()],
  ])('registered %s: stays open after any number of not-found answers', (_, row) => {
    const { updated, drafts, opened: mismatches } = notFound({ ...row, quietAnswers: 500 }, at(0));
    expect(updated[0]!.trade).toMatchObject({ status: 'REGISTERED', outcome: 'registered', quietAnswers: 501 });
    expect(updated[0]!.trade.nextQueryAt).not.toBeNull();
    expect({ drafts, mismatches }).toEqual({ drafts: [], mismatches: [] });
  });

  it.each([
    ['by our number', registered()],
    ['by the provider\u2019s', byOrderNo()],
  ])('registered %s: ends with an answer to a query after its deadline', (_, row) => {
    const { updated, drafts } = notFound(row, old);
    expect(updated[0]!.trade).toMatchObject({ status: 'EXPIRED', outcome: 'never_created', watchClass: 'closed' });
    expect(drafts).toMatchObject([{ kind: 'never_found', evidence: snapshotContext().evidence }]);
    expect(updated[0]!.trade.nextQueryAt!.getTime()).toBeGreaterThan(NOW.getTime());
  });

  it('ends once; later answers are no news, and polling stops', () => {
    const closed = notFound(registered(), old).updated[0]!.trade;
    const again = notFound(closed, old);
    expect(again.drafts).toEqual([]);
    expect(again.updated[0]!.trade).toMatchObject({ status: 'EXPIRED', statusAt: NOW });
    const long = { ...closed, statusAt: at(-POLICY.watchClosedMs) };
    expect(notFound(long, old).updated[0]!.trade.nextQueryAt).toBeNull();
  });

  it('ends at its deadline if only foreign records arrive', () => {
    const given = { row: registered(), seen: { tradeNo: 'A-2' }, askedAt: old };
    expect(after(given)).toMatchObject({ status: 'EXPIRED', outcome: 'never_created' });
    expect(decide(given).drafts).toMatchObject([{ kind: 'seen' }]);
    expect(opened(given)).toEqual(['foreign merchantOrderNo']);
  });

  it.each([false, true])('closes the mismatch of a foreign record (doubted: %s)', (doubted) => {
    const open = [openMismatch({ kind: 'foreign', field: 'merchantOrderNo' })];
    const { resolved, updated } = notFound(registered({ quietAnswers: 7 }), NOW, doubted, open);
    expect(resolved).toMatchObject([{ id: 'mismatch-1', by: 'provider' }]);
    expect(updated[0]!.trade).toMatchObject({ status: 'REGISTERED', quietAnswers: 0 });
  });

  it('once found, it has vanished instead', () => {
    const { updated, opened: mismatches } = notFound(found(), old);
    expect(updated[0]!.trade.status).toBe('AWAITING_CRYPTO');
    expect(mismatches).toMatchObject([{ kind: 'vanished' }]);
    expect(notFound(found({ orderNo: null }), old).opened).toMatchObject([{ kind: 'vanished' }]);
  });

  it('at any age, ends if and only if the query came after the deadline', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 * DAY }), fc.integer({ min: 0, max: 9 * DAY }), (age, lateness) => {
        const row = registered({ createdAt: at(-age), statusAt: at(-age) });
        const askedAt = at(-Math.min(age, lateness));
        const ended = notFound(row, askedAt).updated[0]!.trade.status === 'EXPIRED';
        expect(ended).toBe(askedAt.getTime() - row.createdAt.getTime() > POLICY.saleExpiryMs);
      }),
    );
  });
});
