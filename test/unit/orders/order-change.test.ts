import { describe, expect, it } from 'vitest';
import { NO_DECISION, concludeChange, stateAfter } from '#src/orders/decisions/order-change.js';
import type { Decision, OrderChange } from '#src/orders/decisions/order-change.js';
import { resolvedBy } from '#src/orders/decisions/mismatches.js';
import { changeSql } from '#src/orders/storage/change-sql.js';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import type { EventDraft, OrderState, TradeRow } from '#src/orders/model/order.types.js';
import { changeTools } from '../../support/decision-contexts.js';
import { NOW } from '../../support/moments.js';
import { openMismatch, orderState, trade, unknownTrade } from '../../support/order-builders.js';

const CAUSE = { kind: 'poll' } as const;
const SEEN: EventDraft = { tradeNo: 'A-1001', kind: 'seen', data: {} };
const MISMATCH = { tradeNo: 'A-1001', kind: 'field', field: 'address', asked: 'a', seen: 'b' } as const;
const RESOLVED = {
  id: 'mismatch-1',
  by: 'provider',
  note: null,
  draft: { tradeNo: 'A-1001', kind: 'mismatch_resolved', data: {} },
} as const;

const conclude = (state: OrderState, decision: Partial<Decision>): OrderChange =>
  concludeChange(state, { ...NO_DECISION, ...decision }, CAUSE, changeTools());

const update = (row: TradeRow) => ({ trade: row, schedules: true, leaseId: null });

/** The only trade goes to `status`, with an event. */
const moved = (status: TradeStatus, given: Partial<TradeRow> = {}): Partial<Decision> => ({
  updated: [update(trade({ ...given, status }))],
  drafts: [SEEN],
});

describe('order change: the time', () => {
  it('never moves back, even with a slow clock', () => {
    const later = new Date(NOW.getTime() + 5);
    const change = conclude(orderState({ order: { updatedAt: later } }), { drafts: [SEEN] });
    expect(change.order).toMatchObject({ updatedAt: later });
  });
});

describe('order change: written columns', () => {
  const state = orderState({ order: { lastEventMac: null }, trades: [trade({ lastSeen: { a: 1, b: 2 } })] });
  const [known] = state.trades;

  it('are the changed ones; the newest record is compared by content', () => {
    const same = conclude(state, { updated: [update({ ...known!, lastSeen: { b: 2, a: 1 }, quietAnswers: 3 })] });
    expect([same.changedOfOrder, same.updated[0]?.changed]).toEqual([[], ['quietAnswers']]);
    const paid = conclude(state, {
      updated: [update({ ...known!, lastSeen: { a: 1 }, status: 'PAID', statusAt: NOW })],
      drafts: [SEEN],
    });
    expect(paid.updated[0]?.changed).toEqual(expect.arrayContaining(['status', 'lastSeen']));
    expect(paid.updated[0]?.changed).not.toContain('asked');
    expect(paid.changedOfOrder).toEqual(
      expect.arrayContaining(['status', 'version', 'eventCount', 'lastEventMac', 'updatedAt']),
    );
    expect(paid.changedOfOrder).not.toContain('addressKey');
    const { sql } = changeSql(paid, 1000);
    expect(sql).toContain('UPDATE trades SET status = r.status');
    expect(sql).not.toMatch(/refusal|[ .]asked = /);
  });

  it('are all columns of an erased order', () => {
    const erasure = conclude(state, { updated: [update(known!)], drafts: [SEEN], erases: true });
    expect(erasure.changedOfOrder).toEqual(expect.arrayContaining(['metadata', 'secretSalt', 'customerEmail']));
    expect(erasure.updated[0]?.changed).toEqual(expect.arrayContaining(['lastSeen', 'payeeSealed', 'asked']));
    expect(changeSql(erasure, 1000).sql).toContain('metadata = c.metadata');
  });
});

describe('order change: the order', () => {
  it('follows from its trades, changed and new ones included', () => {
    const state = orderState({ order: { status: 'CREATING' }, trades: [unknownTrade()] });
    const after = conclude(state, {
      updated: [update(unknownTrade({ superseded: true }))],
      added: [unknownTrade({ n: 2, status: 'REJECTED', outcome: 'refused' })],
      drafts: [SEEN],
    });
    expect(after.order).toMatchObject({ status: 'REJECTED', failureCode: 'ramp_refused' });
  });
});

describe('order change: announcements', () => {
  const typesOf = (...of: Parameters<typeof conclude>): string[] =>
    conclude(...of).announcements.map(({ type }) => type);

  it.each<[TradeStatus, string]>([
    ['PAID', 'order.paid'],
    ['TRANSFERRING', 'order.paid'],
    ['COMPLETED', 'order.completed'],
    ['PAYMENT_FAILED', 'order.payment_failed'],
    ['EXPIRED', 'order.expired'],
    ['REFUNDED', 'order.refunded'],
    ['CANCELLED', 'order.updated'],
  ])('a new status: %s is %s', (status, type) => {
    const { announcements, order } = conclude(orderState(), moved(status));
    expect(announcements).toEqual([{ id: 'id-1', type }]);
    expect(order.announcedStatus).toBe(status);
  });

  it.each<[TradeStatus, string[]]>([
    ['AWAITING_PAYMENT', ['order.created']],
    ['REJECTED', ['order.created']],
    ['PAID', ['order.created', 'order.paid']],
    ['COMPLETED', ['order.created', 'order.completed']],
  ])('the first of an order: %s', (status, types) => {
    expect(typesOf(orderState({ order: { announcedStatus: null } }), moved(status))).toEqual(types);
  });

  it('a payment is announced once', () => {
    const state = orderState({ trades: [trade({ status: 'PAID' })], order: { announcedStatus: 'PAID' } });
    expect(typesOf(state, moved('TRANSFERRING'))).toEqual(['order.updated']);
  });

  it('nothing before the first trade is created', () => {
    const state = orderState({ order: { announcedStatus: null }, trades: [unknownTrade()] });
    const { announcements, order } = conclude(state, { drafts: [SEEN] });
    expect(announcements).toEqual([]);
    expect(order.announcedStatus).toBeNull();
  });

  it('other changes are announced as an update, and no change is not announced', () => {
    expect(typesOf(orderState(), { drafts: [SEEN] })).toEqual(['order.updated']);
    expect(typesOf(orderState(), {})).toEqual([]);
  });

  const completed = trade({ status: 'COMPLETED' });
  const inReview = { status: 'COMPLETED', announcedStatus: 'PAID', inReview: true } as const;

  it.each([
    ['BUY', null, ['order.created', 'order.paid', 'order.in_review', 'mismatch.opened'], 'PAID'],
    ['BUY', 'AWAITING_PAYMENT', ['order.paid', 'order.in_review', 'mismatch.opened'], 'PAID'],
    ['BUY', 'TRANSFERRING', ['order.in_review', 'mismatch.opened'], 'TRANSFERRING'],
    ['BUY', 'COMPLETED', ['order.in_review', 'mismatch.opened'], 'COMPLETED'],
    ['SELL', 'AWAITING_CRYPTO', ['sell_order.paid', 'sell_order.in_review', 'mismatch.opened'], 'CRYPTO_RECEIVED'],
  ] as const)(
    'COMPLETED in review is announced as paid, once: a %s announced as %s',
    (side, announcedStatus, types, after) => {
      const state = orderState({ order: { side, announcedStatus }, trades: [trade({ side })] });
      const change = conclude(state, { ...moved('COMPLETED', { side }), opened: [MISMATCH] });
      expect(change.announcements.map(({ type }) => type)).toEqual(types);
      expect(change.order.announcedStatus).toBe(after);
      const next = stateAfter(state, change);
      expect(typesOf(next, { drafts: [SEEN] })).toEqual([side === 'BUY' ? 'order.updated' : 'sell_order.updated']);
      const ended = typesOf(next, { resolved: next.openMismatches.map((open) => resolvedBy(open, 'provider', null)) });
      const announced = ended.some((type) => type.endsWith('order.completed'));
      expect(announced).toBe(announcedStatus !== 'COMPLETED');
    },
  );

  it('COMPLETED waits for the last of two mismatches', () => {
    const openMismatches = [openMismatch(), openMismatch({ id: 'mismatch-2', field: 'network' })];
    const state = orderState({ trades: [completed], openMismatches, order: inReview });
    expect(typesOf(state, { resolved: [RESOLVED] })).toEqual(['order.updated']);
  });

  it.each<[TradeStatus, string]>([
    ['PAID', 'order.paid'],
    ['PAYMENT_FAILED', 'order.payment_failed'],
    ['EXPIRED', 'order.expired'],
  ])('%s in review too', (status, type) => {
    const state = orderState({ openMismatches: [openMismatch()], order: { inReview: true } });
    expect(typesOf(state, moved(status))).toEqual([type]);
  });
});

describe('order change: two paid trades of one order', () => {
  const [older, newer] = [trade({ status: 'CANCELLED', superseded: true }), trade({ n: 2 })];
  const paid = (row: TradeRow): TradeRow => ({ ...row, status: 'PAID' });
  const pays = (row: TradeRow): Partial<Decision> => ({ updated: [update(paid(row))], drafts: [SEEN] });
  const kinds = ({ opened }: OrderChange): string[] => opened.map(({ kind, tradeNo }) => `${kind} ${tradeNo}`);

  it.each([
    ['the newer', [paid(older), newer], newer],
    ['the older', [older, paid(newer)], older],
  ])('%s is paid last: one mismatch', (_, trades, last) => {
    const change = conclude(orderState({ trades }), pays(last));
    expect(kinds(change)).toEqual(['double_payment A-1001-r2']);
    expect(change.order.inReview).toBe(true);
    expect(change.events.map(({ kind }) => kind)).toEqual(['seen', 'mismatch_opened']);
  });
});
