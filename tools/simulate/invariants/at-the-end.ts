import { MOST_ATTEMPTS } from '../../../src/webhooks/decisions/retries.js';
import { hasAlarm } from './provider-index.js';
import type { ProviderIndex } from './provider-index.js';
import { isSale, ofKinds } from './stored-state.js';
import { MINUTE_MS, statusOf, wereLost } from './observed.js';
import type { Observed, ProviderOrder } from './observed.js';
import type { Rows } from './rows.js';
import type { ToldMessages } from './told-answers.js';

const OVERDUE_MS = 10 * MINUTE_MS;
/** Readers of the feed pause for up to four hours. */
const READ_MS = 5 * 60 * MINUTE_MS;
const CLOSED: readonly string[] = ['FINISHED', 'CANCEL', 'REFUNDED', '4', '6', '7'];
/** The last announcement of an order in this status. */
const ANNOUNCED: Readonly<Record<string, string>> = {
  ...{ COMPLETED: 'completed', EXPIRED: 'expired', PAYMENT_FAILED: 'payment_failed', PAYOUT_FAILED: 'payment_failed' },
  ...{ REFUNDED: 'refunded', PAID: 'paid', TRANSFERRING: 'paid', CRYPTO_RECEIVED: 'paid' },
};

type Check = (rows: Rows, world: Observed, provider: ProviderIndex, told: ToldMessages) => string[];

/** What holds weeks after the last fault and the last act of a caller. */
export const AT_THE_END: Readonly<Record<string, Check>> = {
  'no order is in the making': ({ orders }) =>
    orders
      .filter(({ order }) => order.status === 'CREATING' || order.attemptUntil !== null)
      .map(({ order }) => `${order.merchantOrderNo} is in the making, ${order.status}`),

  'nothing due is left undone': ({ schedules, outbox, now }) => {
    const past = now.getTime() - OVERDUE_MS;
    const isPast = (at: Date | null): boolean => at !== null && at.getTime() < past;
    return [
      ...[...schedules.values()]
        .filter((row) => isPast(row.next_query_at))
        .map((row) => `${row.trade_no} is due and not polled`),
      ...outbox
        .filter((row) => row.position === null && isPast(row.created_at))
        .map(({ id }) => `message ${id} has no place`),
    ];
  },

  'reviews have a reason': ({ mismatches, orders }, _, provider) => {
    const trades = new Map(orders.flatMap((stored) => stored.trades.map((trade) => [trade.tradeNo, trade])));
    return mismatches
      .filter(({ resolved_at: at }) => at === null)
      .filter(({ kind, trade_no: tradeNo }) => {
        const last = provider.ofTrade(tradeNo)?.statuses.at(-1)?.status;
        if (kind === 'state') return true;
        if (kind === 'vanished') return provider.requests(tradeNo, 'query').at(-1)?.outcome === 'told';
        if (last === undefined) return false;
        if (kind === 'status') return statusOf(last) !== undefined;
        return kind === 'transition' && statusOf(last) === trades.get(tradeNo)?.status;
      })
      .map(({ kind, field, trade_no: tradeNo }) => `${tradeNo} is in review for ${kind} ${field}, which shows no more`);
  },

  'what has ended at the provider has ended here': ({ orders, mismatches }, _, provider) =>
    orders
      .flatMap(({ trades }) => trades)
      .flatMap(({ tradeNo, status, orderNo }) => {
        const made = orderNo === null ? provider.ofTrade(tradeNo) : provider.byOrderNo.get(orderNo);
        const last = made?.statuses.at(-1)?.status ?? '';
        const isReviewed =
          ofKinds(
            mismatches,
            tradeNo,
            mismatches.map(({ kind }) => kind),
          ).length > 0;
        if (!CLOSED.includes(last) || statusOf(last) === status || isReviewed) return [];
        return [`${tradeNo} is ${status}, and ${last} at the provider`];
      }),

  /** Callbacks may be lost, but not those of many paid orders. */
  'money has a row or an alarm': ({ orders, removed }, world, provider) => {
    const known = new Set(orders.flatMap(({ trades }) => trades.map(({ tradeNo }) => tradeNo)));
    const isPaid = ({ statuses }: ProviderOrder): boolean => statuses.some(({ status }) => status === 'PAY_SUCCESS');
    return [...provider.byOrderNo.values()]
      .filter(
        (order) => !isSale(order.statuses) && isPaid(order) && !known.has(order.merchantOrderNo) && removed.size === 0,
      )
      .filter((order) => !hasAlarm(world, order) && !world.faults.struck.has('callback_lost'))
      .map((order) => `${order.merchantOrderNo} was paid, and has neither row nor alarm`);
  },

  'the feed told all': ({ outbox, now }, _, __, { readers }) =>
    [...readers].flatMap(([name, { everTold, since }]) => {
      const numbers = new Set(everTold.values());
      return outbox
        .filter(({ merchant_order_no: no, created_at: at }) => {
          return (
            no !== null && numbers.has(no) && at.getTime() > since + MINUTE_MS && at.getTime() < now.getTime() - READ_MS
          );
        })
        .filter(({ id }) => !everTold.has(id))
        .map(({ id, type, merchant_order_no: no }) => `${String(no)}: ${type} (${id}) was not told to ${name}`);
    }),

  'every state was announced': ({ orders, now }, world, _, { types }) =>
    orders.flatMap(({ order }) => {
      const { merchantOrderNo, createdAt, updatedAt, status, side, inReview, announcedStatus } = order;
      const isFresh = updatedAt.getTime() > now.getTime() - READ_MS;
      if (announcedStatus === null || isFresh || wereLost(world, createdAt.getTime())) return [];
      const last = inReview ? 'in_review' : ANNOUNCED[status];
      const expected = ['created', ...(last === undefined ? [] : [last])].map(
        (what) => `${side === 'BUY' ? 'order' : 'sell_order'}.${what}`,
      );
      return expected
        .filter((type) => types.get(merchantOrderNo)?.has(type) !== true)
        .map((type) => `${merchantOrderNo} is ${status}, and ${type} was not told`);
    }),

  'webhooks are delivered': ({ outbox, endpoints, deliveries, head, now }, { logged }) =>
    endpoints
      .filter(({ disabled_reason: reason }) => reason === null)
      .flatMap(({ id, events, position, created_at: createdAt }) => {
        const own = deliveries.filter(({ endpoint_id: endpoint }) => endpoint === id);
        const has = new Set(own.map(({ message_id: message }) => message));
        // An endpoint that was enabled again goes on at the head.
        const isWhole =
          events.includes('*') &&
          !logged.some(({ event, fields }) => event === 'webhook_endpoint_disabled' && fields['endpointId'] === id);
        const isOld = (at: Date | null): boolean => at !== null && at.getTime() < now.getTime() - OVERDUE_MS;
        const missing = outbox.filter(({ id: message, created_at: at, type, merchant_order_no: no }) => {
          return isWhole && no !== null && type !== 'endpoint.test' && at > createdAt && isOld(at) && !has.has(message);
        });
        return [
          ...(Number(position) < Number(head.position) ? [`endpoint ${id} is at ${position} of ${head.position}`] : []),
          ...missing.map(({ id: message, type }) => `endpoint ${id} gets no ${type} (${message})`),
          ...own
            .filter(
              ({ state, next_at: at, attempts }) =>
                (state === 'failed' && isWhole && attempts < MOST_ATTEMPTS) || isOld(at),
            )
            .map(
              ({ message_id: message, state, attempts }) => `message ${message} is ${state} after ${attempts} attempts`,
            ),
        ];
      }),

  'logs hold no secrets': (_, world, provider) => {
    const pages = [...provider.byOrderNo.values()].map(({ payUrl }) => payUrl);
    const secrets = [...world.secrets, ...pages, ...world.forgotten.flatMap(({ marks }) => marks)];
    const text = JSON.stringify(world.logged);
    return secrets
      .filter((secret) => secret !== '' && text.includes(secret))
      .map((secret) => `the log holds ${secret}`);
  },
};
