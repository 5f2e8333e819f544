import type { EventRecord } from '../../../support/service-rows.js';
import { historyProblems } from '../../../support/service-history.js';
import { tradesOf } from '../facts.js';
import type { Facts } from '../facts.js';

/** From the first of them on there is only forward. */
const PAID = ['PAID', 'TRANSFERRING', 'COMPLETED'];

/**
 * Two paid trades are a double payment, and nothing else is; no completion is announced while something is to be looked
 * into; no mismatch is open twice; what is paid never becomes less; every history verifies.
 */
export const reviewProblems = (facts: Facts): string[] =>
  facts.orders.flatMap((order) => {
    const number = order.merchant_order_no;
    const open = facts.mismatches.filter((one) => one.merchant_order_no === number && one.resolved_at === null);
    const paid = tradesOf(facts, number).filter(({ status }) => PAID.includes(status));
    const doubles = open.filter(({ kind }) => kind === 'double_payment').length;
    const events = facts.events.filter((event) => event.merchant_order_no === number);
    const keys = open.map(({ trade_no: tradeNo, kind, field }) => `${tradeNo} ${kind} ${field}`);
    const problems = [
      ...historyProblems({ order, events }),
      ...(doubles === (paid.length > 1 ? 1 : 0) ? [] : [`${paid.length} paid trades, ${doubles} double payments`]),
      ...(new Set(keys).size === keys.length ? [] : [`a mismatch is open twice: ${keys.join(', ')}`]),
      ...events.flatMap(wentBack),
      ...announcedInReview(facts, number).map((at) => `COMPLETED was announced at ${at}, in review`),
    ];
    return problems.map((problem) => `${number}: ${problem}`);
  });

function wentBack({ data, seq }: EventRecord): string[] {
  const { status } = (data['changes'] ?? {}) as { status?: { from: string; to: string } };
  if (status === undefined || status.to === 'REFUNDED' || PAID.indexOf(status.to) >= PAID.indexOf(status.from))
    return [];
  return [`entry ${seq} goes back from ${status.from} to ${status.to}`];
}

/** By the history: entries of the very moment count on neither side, since they may belong to the change before. */
function announcedInReview({ announcements, events }: Facts, number: string): string[] {
  const own = events.filter((event) => event.merchant_order_no === number);
  return announcements
    .filter(({ merchant_order_no: no, type }) => no === number && type.endsWith('order.completed'))
    .filter(({ created_at: at }) => {
      const before = own.filter((event) => event.at < at);
      const until = own.filter((event) => event.at <= at);
      return openAfter(before) > 0 && openAfter(until) > 0;
    })
    .map(({ created_at: at }) => at.toISOString());
}

function openAfter(events: Facts['events']): number {
  const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
  return count('mismatch_opened') - count('mismatch_resolved');
}
