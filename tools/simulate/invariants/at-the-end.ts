import { PROVIDER_SETTINGS } from '../provider/signed-request.js';
import { MOST_ATTEMPTS } from '../../../src/webhooks/decisions/retries.js';
import type { StoredTerms } from '../../../src/platform/terms/order-terms.js';
import { saysNotFound } from './provider-index.js';
import type { ProviderIndex } from './provider-index.js';
import { asBody, LATE_MS, MINUTE_MS, stageOf, statusOf, wereLost } from './observed.js';
import type { Body, Observed, ProviderTrade } from './observed.js';
import type { Rows } from './rows.js';
import type { ToldMessages } from './told-messages.js';

const OVERDUE_MS = 10 * MINUTE_MS;
/** In the last day messages are placed and readers return within six hours each. */
const READ_MS = 12 * 60 * MINUTE_MS;
const CLOSED: readonly string[] = ['FINISHED', 'CANCEL', 'REFUNDED', '4', '6', '7'];
/** The last announcement of an order in this status. */
const ANNOUNCED: Readonly<Record<string, string>> = {
  COMPLETED: 'completed',
  EXPIRED: 'expired',
  PAYMENT_FAILED: 'payment_failed',
  PAYOUT_FAILED: 'payment_failed',
  REFUNDED: 'refunded',
  PAID: 'paid',
  TRANSFERRING: 'paid',
  CRYPTO_RECEIVED: 'paid',
};

/** The customer may change the amount until the order is paid. */
const isCompared = (field: string, { status }: Body): boolean =>
  field !== 'amount' || stageOf(statusOf(String(status))) > 0;

const isTrue = ({ appId, ...record }: Body, terms: ProviderTrade['terms']): boolean =>
  appId === PROVIDER_SETTINGS.RAMP_APP_ID &&
  Object.entries(terms).every(([name, value]) => record[name] === undefined || record[name] === value);

const IDENTIFYING = ['crypto', 'network', 'address'] as const;
const asks = (asked: StoredTerms | null | undefined, record: Body): boolean =>
  IDENTIFYING.every((name) => record[name] === undefined || record[name] === (asked?.[name] ?? record[name]));

type Check = (rows: Rows, world: Observed, provider: ProviderIndex, told: ToldMessages) => string[];

/** What holds weeks after the last fault and the last act of a caller. */
export const AT_THE_END: Readonly<Record<string, Check>> = {
  'no order is in the making': ({ orders }) =>
    orders
      .filter(({ order }) => order.status === 'CREATING' || order.attemptUntil !== null)
      .map(({ order }) => `${order.merchantOrderNo}: is ${order.status}, in the making`),

  6: ({ mismatches }, { logged, faults }, provider) => {
    // Postgres' clock dates mismatches.
    if (faults.struck.has('database_clock_step')) return [];
    const isKnown = (tradeNo: string | null, at: number): boolean =>
      mismatches
        .filter((one) => one.kind === 'vanished' && one.tradeNo === tradeNo)
        .some(({ openedAt, resolvedAt }) => openedAt.getTime() < at - MINUTE_MS && (resolvedAt?.getTime() ?? at) >= at);
    // A process may be paused for ten minutes before it concludes.
    const missingAt = (at: number) =>
      provider.all.filter(({ tradeNo }) =>
        provider.requests(tradeNo ?? '', 'query').some((query) => {
          return saysNotFound(query) && query.at > at - 2 * LATE_MS && (query.deliveredAt ?? Infinity) <= at;
        }),
      );
    return logged
      .filter(({ event }) => event === 'not_found_doubted')
      .map(({ at }) => ({ at, missing: missingAt(at) }))
      .filter(({ at, missing }) => missing.length < 2 && missing.every(({ tradeNo }) => isKnown(tradeNo, at)))
      .map(
        ({ at }) => `all not-found answers were doubted for a known vanished trade at ${new Date(at).toISOString()}`,
      );
  },

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
    const open = mismatches.filter(({ resolvedAt }) => resolvedAt === null);
    return open
      .filter(({ kind, tradeNo, field, asked }) => {
        const made = provider.ofTrade(tradeNo);
        const last = made?.history.at(-1)?.status;
        const answer = provider.lastAnswer(tradeNo);
        const isOwn = answer !== undefined && answer.trade === made;
        const record = asBody(answer?.said?.data);
        // An answer that shows the other mismatch may correct nothing.
        if (open.filter((one) => one.tradeNo === tradeNo).length > 1) return false;
        if (kind === 'state') return true;
        if (kind === 'vanished') return answer?.trade != null;
        if (made === undefined || last === undefined) return false;
        if (kind === 'field') return isOwn && record[field] === asked && isCompared(field, record);
        // After lost commits the number may have been given to another order of its shop.
        const isAsked = asks(trades.get(tradeNo)?.asked, record);
        if (kind === 'foreign' || kind === 'unreadable') return isOwn && isAsked && isTrue(record, made.terms);
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
        // An unpaid one may never have been found, or cancelled after its last query.
        const isUnknown =
          made?.isForgotten === true || (last === 'CANCEL' && (orderNo === null || status === 'EXPIRED'));
        if (!CLOSED.includes(last) || statusOf(last) === status || isReviewed || isUnknown) return [];
        return [`${tradeNo}: is ${status}, and ${last} at the provider`];
      }),

  'the feed told all, in order': ({ outbox, now }, _, __, { readers }) =>
    [...readers].flatMap(([name, { told, since, ids }]) => {
      const numbers = new Set(told.values());
      const isRead = (at: number): boolean => at > since + MINUTE_MS && at < now.getTime() - READ_MS;
      const untold = outbox.filter(({ id, merchantOrderNo, createdAt }) => {
        return numbers.has(merchantOrderNo) && isRead(createdAt.getTime()) && !told.has(id);
      });
      const places = [...ids]
        .map((id) => outbox.find((one) => one.id === id)?.position ?? 0)
        .filter((place) => place > 0);
      return [
        ...untold.map(({ id, type, merchantOrderNo: no }) => `${no}: ${type} (${id}) was not told to ${name}`),
        ...(places.every((place, index) => place > (places[index - 1] ?? 0))
          ? []
          : [`the feed of ${name} is out of order`]),
      ];
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

  'delivered means accepted': ({ endpoints, deliveries }, { told }) => {
    const taken = told.map((one) => (one.kind === 'webhook' && one.accepted ? `${one.id} at ${one.endpoint}` : ''));
    const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
    return deliveries
      .filter(({ state }) => state === 'delivered')
      .map(({ messageId, endpointId }) => `${messageId} at ${urls.get(endpointId)}`)
      .filter((one) => !taken.includes(one))
      .map((one) => `message ${one} was not accepted`);
  },

  'webhooks are delivered': ({ outbox, endpoints, deliveries, head, now }, { logged }) =>
    endpoints
      .filter(({ disabledReason }) => disabledReason === null)
      .flatMap(({ id, events, position, createdAt: since }) => {
        const own = deliveries.filter(({ endpointId }) => endpointId === id);
        const made = new Set(own.map(({ messageId }) => messageId));
        const isOld = (at: Date | null): boolean => at !== null && now.getTime() - at.getTime() > OVERDUE_MS;
        // An endpoint that was enabled again goes on at the head.
        const wasEnded = logged.some(({ fields }) => fields['endpointId'] === id);
        const wanted = outbox.filter(({ createdAt, merchantOrderNo }) => {
          return events.includes('*') && !wasEnded && merchantOrderNo !== null && createdAt > since && isOld(createdAt);
        });
        return [
          ...(position < head ? [`endpoint ${id} is at ${position} of ${head}`] : []),
          ...own
            .filter(({ nextAt }) => isOld(nextAt))
            .map(({ messageId }) => `message ${messageId} is overdue at ${id}`),
          ...own
            .filter(({ state, attempts }) => state === 'failed' && attempts < MOST_ATTEMPTS && !wasEnded)
            .map(({ messageId, attempts }) => `message ${messageId} was given up at ${id} after ${attempts} attempts`),
          ...wanted.filter((one) => !made.has(one.id)).map((one) => `message ${one.id} does not go to endpoint ${id}`),
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
