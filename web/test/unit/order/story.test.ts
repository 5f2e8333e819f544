import { describe, expect, it } from 'vitest';
import type { Order } from '#client/src/index.js';
import { TRADE_STATUSES } from '#src/orders/model/order-status.js';
import { storyOf } from '#web/src/order/story/story.js';
import { everyOrder } from './every-order.js';
import { PAY_URL, purchase, sale, trade } from './orders.js';

const EVERY = [...everyOrder()].map((order) => ({
  order,
  actions: storyOf(order, {}).actions.map(({ kind }) => kind),
}));

const failed = (code: string): { failure: { code: string; message: string } } => ({ failure: { code, message: 'no' } });
const pay = { payUrl: PAY_URL };
const retryable = { retryable: true };
const inReview = { inReview: true };

const TABLE: readonly (readonly [Order, situation: string, actions: string])[] = [
  [purchase({ status: 'CREATING' }), 'preparing', ''],
  [purchase({ ...pay }), 'to_pay', 'pay choose_again'],
  [purchase(), 'no_link', 'buy'],
  [purchase({ ...retryable }), 'no_link', 'retry buy'],
  [purchase({ status: 'PAYMENT_FAILED', ...retryable, ...pay }), 'payment_failed', 'pay retry'],
  [purchase({ status: 'PAYMENT_FAILED', ...retryable }), 'payment_failed', 'retry buy'],
  [purchase({ status: 'CANCELLED', ...retryable, ...pay }), 'cancelled', 'retry buy'],
  [purchase({ status: 'EXPIRED', ...retryable, ...failed('expired') }), 'late', 'retry buy'],
  [purchase({ status: 'EXPIRED', ...retryable, ...failed('not_created') }), 'not_created', 'retry buy'],
  [purchase({ status: 'REJECTED', ...retryable, ...failed('ramp_unavailable') }), 'rejected', 'retry buy'],
  [purchase({ status: 'REJECTED', ...retryable, ...failed('address_at_risk') }), 'rejected', 'buy'],
  [purchase({ status: 'REJECTED', ...retryable, ...failed('quote_moved') }), 'rejected', 'retry buy'],
  [purchase({ status: 'REJECTED', ...retryable, ...failed('amount_out_of_range') }), 'rejected', 'retry buy'],
  [purchase({ status: 'REJECTED', ...retryable, ...failed('pay_way_not_available') }), 'rejected', 'retry buy'],
  [purchase({ status: 'PAID' }), 'paid', ''],
  [purchase({ status: 'TRANSFERRING' }), 'sending', ''],
  [purchase({ status: 'COMPLETED' }), 'complete', 'buy'],
  [purchase({ status: 'FROZEN', ...pay, ...retryable }), 'other', ''],
  [purchase({ status: 'REFUNDED', ...failed('refunded') }), 'refunded', 'buy'],
  [purchase({ status: 'REFUNDED', ...inReview }), 'checking', ''],
  [purchase({ ...inReview, ...pay }), 'checking_unpaid', ''],
  [purchase({ status: 'PAYMENT_FAILED', ...inReview, ...retryable, ...pay }), 'checking_unpaid', ''],
  [purchase({ status: 'EXPIRED', ...inReview, ...retryable }), 'checking_unpaid', ''],
  [purchase({ status: 'PAID', ...inReview }), 'paid', ''],
  [purchase({ status: 'TRANSFERRING', ...inReview }), 'paid', ''],
  [purchase({ status: 'COMPLETED', ...inReview }), 'checking', ''],
  [sale({ status: 'REGISTERED' }), 'sale_registered', ''],
  [sale(), 'sale_to_send', ''],
  [sale({ ...inReview }), 'checking_unpaid', ''],
  [sale({ status: 'CRYPTO_RECEIVED' }), 'sale_received', ''],
  [sale({ status: 'PAYOUT_STARTED' }), 'sale_paying', ''],
  [sale({ status: 'PAYOUT_STARTED', ...inReview }), 'sale_received', ''],
  [sale({ status: 'PAYOUT_FAILED' }), 'sale_payout_failed', ''],
  [sale({ status: 'COMPLETED' }), 'sale_complete', ''],
  [sale({ status: 'COMPLETED', ...inReview }), 'checking', ''],
  [sale({ status: 'REFUNDED', ...failed('refunded') }), 'sale_refunded', ''],
  [sale({ status: 'REFUNDED', ...inReview }), 'checking', ''],
  [sale({ status: 'EXPIRED', ...failed('expired') }), 'sale_expired', ''],
  [sale({ status: 'EXPIRED', ...failed('not_found') }), 'sale_not_found', ''],
];

describe('order story', () => {
  it.each(TABLE)('%# has the situation and the actions', (order, situation, actions) => {
    const story = storyOf(order, {});
    expect(story.situation).toBe(situation);
    expect(story.actions.map(({ kind }) => kind).join(' ')).toBe(actions);
  });

  it('covers each status of the service on at least one side', () => {
    const isKnown = (status: string): boolean =>
      [purchase({ status }), sale({ status })].some((order) => storyOf(order, {}).situation !== 'other');
    expect(TRADE_STATUSES.filter((status) => !isKnown(status))).toEqual([]);
  });

  it('offers no payment or retry in review or after a payment', () => {
    const sent = EVERY.filter(({ actions }) => actions.some((kind) => kind !== 'buy')).map(({ order }) => order);
    const statuses = new Set(sent.map(({ side, status, inReview: review }) => `${side} ${status} ${String(review)}`));
    expect([...statuses].sort()).toEqual(
      ['AWAITING_PAYMENT', 'CANCELLED', 'EXPIRED', 'PAYMENT_FAILED', 'REJECTED'].map((status) => `BUY ${status} false`),
    );
  });

  it('offers a retry only if the service allows it', () => {
    const retried = EVERY.filter(({ actions }) => actions.includes('retry')).map(({ order }) => order);
    expect(retried.length).toBeGreaterThan(0);
    expect(retried.filter((order) => !order.retryable)).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'pay', ''])('never links %j', (payUrl) => {
    expect(storyOf(purchase({ payUrl }), {}).actions).toEqual([]);
  });

  it('mentions a review once, beside the situation or in it', () => {
    const review = (order: Order): string | null => storyOf(order, {}).review;
    expect(review(purchase({ status: 'PAID' }))).toBeNull();
    expect(review(purchase({ status: 'PAID', inReview: true }))).toBe('order.checking.text');
    expect(review(purchase({ status: 'COMPLETED', inReview: true }))).toBeNull();
    const both = EVERY.map(({ order }) => storyOf(order, {})).filter((story) => story.text !== null && story.review);
    expect(both).toEqual([]);
  });

  it.each(['PAID', 'TRANSFERRING'])('predicts nothing for %s in review', (status) => {
    expect(storyOf(purchase({ status, inReview: true }), {}).text).toBeNull();
    expect(storyOf(purchase({ status }), {}).text).not.toBeNull();
  });

  it('reports more than one payment', () => {
    const trades = [trade({ status: 'PAID' }), trade({ status: 'COMPLETED' })];
    const story = (status: string, review: boolean) => storyOf(purchase({ status, inReview: review, trades }), {});
    expect(story('COMPLETED', true)).toMatchObject({ text: 'order.review.twice', review: null });
    expect(story('PAID', true)).toMatchObject({ text: null, review: 'order.review.twice' });
    expect(story('COMPLETED', false)).toMatchObject({ text: 'order.complete.text', review: null });
  });

  it.each(['AWAITING_PAYMENT', 'CANCELLED', 'EXPIRED'])(
    'highlights no action while a payment of a %s order may be late',
    (status) => {
      expect(storyOf(purchase({ status, ...retryable }), {}).mayBeLate).toBe(true);
      const over = storyOf(purchase({ status, ...retryable, final: true, settled: true }), {});
      expect(over).toMatchObject({ mayBeLate: false, text: 'order.closed.text' });
    },
  );

  it('announces a late payment only while it is looked for', () => {
    expect(storyOf(sale({ status: 'EXPIRED' }), {}).text).toBe('order.sale_expired.text');
    expect(storyOf(sale({ status: 'EXPIRED', final: true }), {}).text).toBe('order.closed.text');
    expect(storyOf(purchase({ ...pay }), {}).mayBeLate).toBe(false);
    expect(storyOf(purchase({ status: 'PAYMENT_FAILED', ...retryable }), {}).mayBeLate).toBe(false);
  });

  it('shows a refund as no failure', () => {
    expect(storyOf(purchase({ status: 'REFUNDED' }), {}).mood).toBe('returned');
    expect(storyOf(sale({ status: 'REFUNDED' }), {}).mood).toBe('returned');
    expect(storyOf(purchase({ status: 'REFUNDED', inReview: true }), {}).mood).toBe('check');
  });

  it.each([
    ['address_at_risk', 'order.rejected.address'],
    ['amount_out_of_range', 'order.rejected.amount'],
    ['crypto_not_available', 'order.rejected.crypto'],
    ['quote_moved', 'order.rejected.price'],
    ['ramp_unavailable', 'order.rejected.later'],
    ['ramp_refused', 'order.rejected.text'],
    ['something_new', 'order.rejected.text'],
  ])('explains the refusal %s', (code, text) => {
    expect(storyOf(purchase({ status: 'REJECTED', ...failed(code) }), {}).text).toBe(text);
  });

  it('tells to send crypto only if there is an address', () => {
    expect(storyOf(sale(), {}).text).toBe('order.sale_to_send.text');
    expect(storyOf(sale({ payoutAddress: null }), {}).text).toBe('order.sale_to_send.page');
  });
});
