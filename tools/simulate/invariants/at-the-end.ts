import { MOST_ATTEMPTS } from '#src/webhooks/decisions/retries.js';
import type { ProviderIndex } from './provider-index.js';
import { MINUTE_MS, statusOf, wereLost } from './observed.js';
import type { Observed } from './observed.js';
import type { Rows } from './rows.js';
import type { ToldMessages } from './told-messages.js';

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
      .map(({ order }) => `${order.merchantOrderNo}: is ${order.status}, in the making`),

  'nothing due is left undone': ({ schedules, outbox, now }) => {
    const isPast = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() > OVERDUE_MS;
    const unpolled = [...schedules.values()].filter(({ nextQueryAt }) => isPast(nextQueryAt));
    const unplaced = outbox.filter(({ position, createdAt }) => position === null && isPast(createdAt));
    return [
      ...unpolled.map(({ tradeNo }) => `${tradeNo}: is due and not polled`),
      ...unplaced.map(({ id }) => `message ${id} has no place`),
    ];
  },

  'reviews have a reason': ({ mismatches, orders }, _, provider) => {
    const trades = new Map(orders.flatMap((stored) => stored.trades.map((trade) => [trade.tradeNo, trade])));
    return mismatches
      .filter(({ resolvedAt, kind, tradeNo }) => {
        const last = provider.ofTrade(tradeNo)?.history.at(-1)?.status;
        if (resolvedAt !== null) return false;
        if (kind === 'state') return true;
        if (kind === 'vanished') return provider.requests(tradeNo, 'query').at(-1)?.trade != null;
        if (last === undefined) return false;
        if (kind === 'status') return statusOf(last) !== undefined;
        return kind === 'transition' && statusOf(last) === trades.get(tradeNo)?.status;
      })
      .map(({ kind, field, tradeNo }) => `${tradeNo}: ${kind} ${field} is open, and shows no more`);
  },

  'what has ended at the provider has ended here': ({ orders, mismatches }, world, provider) =>
    orders
      .flatMap(({ trades }) => trades)
      .flatMap(({ tradeNo, status, orderNo }) => {
        const made = orderNo === null ? provider.ofTrade(tradeNo) : world.provider.trades.get(orderNo);
        const last = made?.history.at(-1)?.status ?? '';
        const isReviewed = mismatches.some((one) => one.tradeNo === tradeNo);
        if (!CLOSED.includes(last) || statusOf(last) === status || isReviewed) return [];
        return [`${tradeNo}: is ${status}, and ${last} at the provider`];
      }),

  'the feed told all': ({ outbox, now }, _, __, { readers }) =>
    [...readers].flatMap(([name, { told, since }]) => {
      const numbers = new Set(told.values());
      const isRead = (at: number): boolean => at > since + MINUTE_MS && at < now.getTime() - READ_MS;
      return outbox
        .filter((one) => numbers.has(one.merchantOrderNo) && isRead(one.createdAt.getTime()) && !told.has(one.id))
        .map(({ id, type, merchantOrderNo }) => `${merchantOrderNo}: ${type} (${id}) was not told to ${name}`);
    }),

  'every state was announced': ({ orders, now }, world, _, { types }) =>
    orders
      .map(({ order }) => order)
      .filter(({ updatedAt }) => updatedAt.getTime() < now.getTime() - READ_MS)
      .filter(({ announcedStatus, createdAt }) => announcedStatus !== null && !wereLost(world, createdAt.getTime()))
      .flatMap(({ merchantOrderNo, status, side, inReview }) => {
        const last = inReview ? 'in_review' : ANNOUNCED[status];
        return ['created', last ?? 'created']
          .map((what) => `${side === 'BUY' ? 'order' : 'sell_order'}.${what}`)
          .filter((type) => types.get(merchantOrderNo)?.has(type) !== true)
          .map((type) => `${merchantOrderNo}: is ${status}, and ${type} was not told`);
      }),

  'webhooks are delivered': ({ outbox, endpoints, deliveries, head, now }, { logged }) =>
    endpoints
      .filter(({ disabledReason }) => disabledReason === null)
      .flatMap(({ id, events, position, createdAt: since }) => {
        const own = deliveries.filter(({ endpointId }) => endpointId === id);
        const made = new Set(own.map(({ messageId }) => messageId));
        // An endpoint that was enabled again goes on at the head.
        const isWhole = !logged.some(
          ({ event, fields }) => event === 'webhook_endpoint_disabled' && fields['endpointId'] === id,
        );
        const isOld = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() > OVERDUE_MS;
        const missing = outbox.filter(
          ({ createdAt, merchantOrderNo: no }) => no !== null && createdAt > since && isOld(createdAt),
        );
        const undone = own.filter(({ state, nextAt, attempts }) => {
          return isOld(nextAt) || (isWhole && state === 'failed' && attempts < MOST_ATTEMPTS);
        });
        return [
          ...(position < head ? [`endpoint ${id} is at ${position} of ${head}`] : []),
          ...undone.map(
            ({ messageId, state, attempts }) => `message ${messageId} is ${state} after ${attempts} attempts`,
          ),
          ...(isWhole && events.includes('*') ? missing : [])
            .filter((message) => !made.has(message.id))
            .map((message) => `message ${message.id} does not go to endpoint ${id}`),
        ];
      }),

  22: (_, { logged, secrets, forgotten }, provider) => {
    const pages = provider.all.map(({ payUrl }) => payUrl ?? '');
    const text = JSON.stringify(logged);
    return [...secrets, ...pages, ...forgotten.flatMap(({ marks }) => marks)]
      .filter((secret) => secret !== '' && text.includes(secret))
      .map((secret) => `the log holds ${secret}`);
  },
};
