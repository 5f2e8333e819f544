import type { Facts, TradeFacts } from '../facts.js';

const VALIDITY_MS = 5 * 60_000;
const OPEN = ['CREATING', 'AWAITING_PAYMENT', 'PAYMENT_FAILED', 'PAID', 'TRANSFERRING'];

/**
 * Nothing is forgotten: what is open is due some time, a hint is followed, a lease that is over holds up nobody, and
 * nobody is to make trades any more. Never created is only what the provider twice, and late enough, did not know.
 */
export const scheduleProblems = (facts: Facts): string[] => [
  ...facts.orders
    .filter(({ attempt_until: until }) => until !== null)
    .map((order) => `${order.merchant_order_no}: somebody is still to make trades`),
  ...facts.trades.flatMap((trade) => {
    const problems = [...forgotten(facts, trade), ...neverCreated(facts, trade)];
    return problems.map((problem) => `${trade.trade_no} (${trade.status}, ${trade.outcome}): ${problem}`);
  }),
];

function forgotten({ now }: Facts, trade: TradeFacts): string[] {
  const problems = [];
  const isSent = trade.outcome !== 'not_sent' && trade.outcome !== 'in_flight';
  if (trade.next_query_at === null && OPEN.includes(trade.status)) problems.push('it is open, and never asked about');
  if (trade.next_query_at !== null && trade.watch_class === null) problems.push('it is due, in no class');
  const isHinted = trade.hinted_at !== null && (trade.last_asked_at === null || trade.hinted_at > trade.last_asked_at);
  if (isHinted && isSent && trade.next_query_at === null) problems.push('a hint is not followed');
  const isOver = trade.lease_until !== null && trade.lease_until < now;
  if (isOver && trade.next_query_at !== null && trade.next_query_at < now)
    problems.push('its lease is over, and it is due');
  return problems;
}

function neverCreated({ queries, events }: Facts, trade: TradeFacts): string[] {
  if (trade.outcome !== 'never_created') return [];
  const belief = events.find(({ kind, trade_no: tradeNo }) => kind === 'never_created' && tradeNo === trade.trade_no);
  const { answeredAt } = (belief?.evidence ?? {}) as { answeredAt?: string };
  // The answer that was believed is dated in whole seconds; those after it prove nothing.
  const believedAt = Date.parse(answeredAt ?? '') + 999;
  const validUntil = Number(trade.stamp) + VALIDITY_MS;
  const counted = queries.filter(({ merchantOrderNo, orderNo, returnCode, at }) => {
    const isNotFound = merchantOrderNo === trade.trade_no && orderNo === null && returnCode === '0000';
    return isNotFound && Date.parse(at) > validUntil && Date.parse(at) <= believedAt;
  });
  return counted.length >= 2 ? [] : [`never created, after ${counted.length} answers that it is not there`];
}
