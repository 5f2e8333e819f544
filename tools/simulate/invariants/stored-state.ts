import { createHash } from 'node:crypto';
import { LONGEST_LEASE_MS } from '../../../src/orders/model/call-lease.js';
import { saysNotFound } from './provider-index.js';
import type { ProviderIndex } from './provider-index.js';
import { isSale, isUnpaid, LATE_MS, MINUTE_MS, stageOf, statusOf, wereLost } from './observed.js';
import type { Observed, StoredWhole } from './observed.js';
import type { Rows } from './rows.js';
import type { ToldOrder } from './told-orders.js';

type Trade = StoredWhole['trades'][number];
type Check = (rows: Rows, world: Observed, provider: ProviderIndex) => string[];

const VALIDITY_MS = 5 * MINUTE_MS;
/** The shortest time for which the service keeps callbacks. */
const RECEIPTS_KEPT_MS = 24 * 60 * MINUTE_MS;
const ENDED: readonly string[] = ['COMPLETED', 'CANCELLED', 'EXPIRED', 'REJECTED', 'REFUNDED'];
const UNMADE: readonly string[] = ['refused', 'never_created', 'not_sent'];
const TERMS = ['amount', 'fiat', 'crypto', 'network', 'address', 'memo', 'payWayCode'] as const;

const ofOrders =
  (check: (stored: StoredWhole, rows: Rows) => string[]): Check =>
  (rows) =>
    rows.orders.flatMap((stored) => check(stored, rows).map((problem) => `${stored.merchantOrderNo}: ${problem}`));

const ofTrades =
  (check: (trade: Trade, stored: StoredWhole, rows: Rows, provider: ProviderIndex) => string[]): Check =>
  (rows, _, provider) =>
    rows.orders.flatMap((stored) =>
      stored.trades.flatMap((trade) =>
        check(trade, stored, rows, provider).map((problem) => `${trade.tradeNo}: ${problem}`),
      ),
    );

/** Invariants of the database at any moment, by number in the design. Unique columns are left to their indexes. */
export const STORED_STATE: Readonly<Record<string, Check>> = {
  2: ({ orders, removed }, world) => {
    const committed = new Map<string | null, Set<unknown>>();
    for (const stored of orders)
      for (const trade of stored.trades) committed.set(trade.tradeNo, stampsOf(trade, stored));
    return world.provider.received
      .filter(({ endpoint, at }) => endpoint === 'create' && !wereLost(world, at - LATE_MS))
      .filter(({ tradeNo, stamp }) => !committed.get(tradeNo)?.has(stamp) && !isRemoved(removed, tradeNo ?? ''))
      .map(({ tradeNo, stamp }) => `${tradeNo}: sent with the timestamp ${stamp}, which was not committed`);
  },

  'terms are sent as stored': ofTrades((trade, stored, _, provider) => {
    const { tradeNo, asked } = trade;
    const made = provider.ofTrade(tradeNo);
    // After a loss of commits the number may be at the provider with terms that are lost.
    const stamps = stampsOf(trade, stored);
    const isOurs = provider.requests(tradeNo, 'create').some((one) => one.trade === made && stamps.has(one.stamp));
    if (made === undefined || !isOurs || stored.order.erasedAt !== null) return [];
    const sent = made.terms;
    const wrong = TERMS.filter((name) => sent[name] !== undefined && sent[name] !== (asked?.[name] ?? ''));
    return wrong.map((name) => `was sent with another ${name}`);
  }),

  3: ofTrades(({ tradeNo }, { events }) => {
    const kinds = events.filter((event) => event.tradeNo === tradeNo).map(({ kind }) => kind);
    const known = kinds.findIndex((kind) => kind === 'outcome_unknown' || kind === 'created');
    const isSentAgain = known >= 0 && kinds.slice(known).some((kind) => kind.startsWith('sending'));
    return isSentAgain ? [`was sent again after ${kinds[known]}`] : [];
  }),

  5: ofTrades(({ tradeNo, side, outcome, stamp }, _, __, provider) => {
    if (outcome !== 'never_created' || side === 'SELL') return [];
    // How far apart they are is the business of Postgres' clock, which may step.
    const late = provider.requests(tradeNo, 'query').filter((query) => {
      return saysNotFound(query) && query.at > Number(stamp) + VALIDITY_MS;
    });
    return late.length > 1 ? [] : ['never created, without two late answers'];
  }),

  7: ofTrades(({ orderNo, rampStatus, status, tradeNo }, _, { mismatches }, provider) => {
    if (rampStatus === null || orderNo === null) return [];
    if (!provider.hasSaid(orderNo, rampStatus)) return [`has ${rampStatus}, which the provider never said of it`];
    const follows = statusOf(rampStatus) === status || (status === 'EXPIRED' && isUnpaid(statusOf(rampStatus)));
    const isReviewed = mismatches.some((one) => {
      return one.tradeNo === tradeNo && (one.kind === 'status' || one.kind === 'transition');
    });
    return follows || isReviewed ? [] : [`is ${status}, and the provider said ${rampStatus}`];
  }),

  8: ofOrders(({ order, trades }) => {
    const rule = statusByRule(trades);
    return order.status === rule ? [] : [`is ${order.status}, and its trades make it ${rule}`];
  }),

  'nothing paid becomes less': ofOrders(({ events }) =>
    events.flatMap(({ data, seq }) => {
      const { status } = (data['changes'] ?? {}) as { status?: { from: string; to: string } };
      if (status === undefined || status.to === 'REFUNDED' || status.from === 'PAYOUT_FAILED') return [];
      return stageOf(status.to) < stageOf(status.from) ? [`entry ${seq} goes from ${status.from} to ${status.to}`] : [];
    }),
  ),

  11: ({ orders, outbox }, { faults }) => {
    // Only their times tell which of an entry and a message was first.
    if (faults.struck.has('database_clock_step')) return [];
    const histories = new Map(orders.map(({ merchantOrderNo, events }) => [merchantOrderNo, events]));
    const openAfter = (no: string | null, isPast: (at: Date) => boolean): number =>
      (histories.get(no ?? '') ?? [])
        .filter(({ at }) => isPast(at))
        .reduce((sum, { kind }) => sum + Number(kind === 'mismatch_opened') - Number(kind === 'mismatch_resolved'), 0);
    // Entries of the same millisecond may belong to the change before.
    return outbox
      .filter(({ type }) => type.endsWith('order.completed'))
      .filter(({ merchantOrderNo, createdAt }) => openAfter(merchantOrderNo, (at) => at < createdAt) > 0)
      .filter(({ merchantOrderNo, createdAt }) => openAfter(merchantOrderNo, (at) => at <= createdAt) > 0)
      .map(({ merchantOrderNo: no }) => `${no}: completed was announced in review`);
  },

  12: ({ receipts, removed }, { told, scheduler, forgotten, ...world }) => {
    // They are not kept for ever, nor of a person who is forgotten.
    if (forgotten.length + removed.size > 0) return [];
    return told.flatMap((one) => {
      if (one.kind !== 'answer' || one.who !== 'provider' || one.answer.status !== 200) return [];
      const isStored = receipts.has(createHash('sha256').update(String(one.request.body)).digest('hex'));
      const isKept = one.at > scheduler.now - RECEIPTS_KEPT_MS && !wereLost(world, one.sentAt);
      return isStored || !isKept ? [] : [`the callback of ${new Date(one.at).toISOString()} was not stored`];
    });
  },

  13: ({ schedules, deliveries, orders, now }, { faults }) => {
    // Before the clock stepped back a lease ended later.
    if (faults.struck.has('database_clock_step')) return [];
    const latest = now.getTime() + LONGEST_LEASE_MS;
    return [
      ...[...schedules.values()].map(({ tradeNo, leaseUntil }) => ({ who: `the poll of ${tradeNo}`, leaseUntil })),
      ...deliveries.map(({ messageId, leaseUntil }) => ({ who: `the delivery of ${messageId}`, leaseUntil })),
      ...orders.map(({ order }) => ({
        who: order.merchantOrderNo,
        leaseUntil: order.attemptLease && order.attemptUntil,
      })),
    ]
      .filter(({ leaseUntil }) => leaseUntil instanceof Date && leaseUntil.getTime() > latest)
      .map(({ who }) => `${who}: leased for too long`);
  },

  15: ofOrders(({ trades, openMismatches, resolvedMismatches }) => {
    const paid = trades.filter(({ status }) => stageOf(status) >= 1).length;
    const open = openMismatches.filter(({ kind }) => kind === 'double_payment').length;
    const isResolved = resolvedMismatches.some(({ kind }) => kind === 'double_payment');
    const isRight = paid > 1 ? open === 1 || isResolved : open === 0;
    return isRight ? [] : [`has ${paid} paid trades and ${open} open double payments`];
  }),

  16: ({ orders, removed }, _, provider) => {
    const known = new Set(orders.flatMap(({ trades }) => trades.map(({ tradeNo }) => tradeNo)));
    return provider.all
      .filter((made) => !isSale(made) && !known.has(made.tradeNo ?? '') && !provider.isExcused(made))
      .filter(({ tradeNo }) => !isRemoved(removed, tradeNo ?? ''))
      .map(({ tradeNo, orderNo }) => `${tradeNo}: is ${orderNo} at the provider, without row or alarm`);
  },

  17: ({ faults }) => faults.map(({ merchantOrderNo, entry, reason }) => `${merchantOrderNo}: ${reason} (${entry})`),

  18: ({ orders, report, removed }) => {
    const own = orders.map(bucketOf);
    const { overdue, open, ...others } = report.buckets;
    const wrong = Object.entries({ ...others, open: open + overdue })
      .filter(([bucket, count]) => removed.size === 0 && own.filter((one) => one === bucket).length !== count)
      .map(([bucket, count]) => `the report has ${count} orders ${bucket}, wrongly`);
    return report.balanced ? wrong : ['the report does not add up', ...wrong];
  },

  19: ofTrades(({ tradeNo, status, outcome }, { order }, { schedules }) => {
    const { nextQueryAt = null, watchClass = null } = schedules.get(tradeNo) ?? {};
    const isMade = order.attemptUntil !== null && (outcome === 'in_flight' || outcome === 'not_sent');
    const isOpen = !ENDED.includes(status) && status !== 'PAYOUT_FAILED';
    return [
      ...(isOpen && nextQueryAt === null && !isMade ? [`is ${status}, ${outcome}, and never due`] : []),
      ...(nextQueryAt !== null && watchClass === null ? ['is due in no class'] : []),
    ];
  }),

  20: ({ texts }, world) =>
    world.forgotten
      .filter(({ at }) => !wereLost(world, at))
      .flatMap(({ marks }) => marks)
      .flatMap((mark) => {
        const forms = [mark.toLowerCase(), Buffer.from(mark).toString('hex')];
        const places = [...texts].filter(([, text]) => forms.some((form) => text.includes(form)));
        return places.map(([place]) => `${mark} was forgotten, and is in ${place}`);
      }),

  'the outbox is in order': ({ outbox, head }) => {
    const versions = new Map<string | null, number>();
    const placed = outbox
      .filter(({ position }) => position !== null)
      .sort((a, b) => Number(a.position) - Number(b.position));
    return placed.flatMap(({ id, merchantOrderNo: no, version, position }) => {
      const isBack = no !== null && (versions.get(no) ?? 0) > Number(version);
      versions.set(no, Number(version));
      return isBack || Number(position) > head ? [`${no}: message ${id} has a wrong place`] : [];
    });
  },
};

/** Every order that was told is there, at the version that was told or a later one. */
export function lostOrders({ orders, removed }: Rows, world: Observed, told: ReadonlyMap<string, ToldOrder>): string[] {
  const stored = new Map(orders.map(({ order }) => [order.merchantOrderNo, order.version]));
  return [...told].flatMap(([number, { tellings }]) => {
    const last = tellings.findLast(({ sentAt }) => !wereLost(world, sentAt));
    const version = stored.get(number) ?? 0;
    if (last === undefined || last.version <= version || isRemoved(removed, number)) return [];
    return [`${number}: was told at version ${last.version}, and is at ${version}`];
  });
}

const isRemoved = (removed: ReadonlySet<string>, number: string): boolean =>
  removed.has(number.toLowerCase().replace(/-r\d+$/, ''));

/** Every timestamp that was committed: the trade holds the newest, its history all. */
function stampsOf({ tradeNo, stamp }: Trade, { events }: StoredWhole): Set<unknown> {
  return new Set([stamp, ...events.filter((event) => event.tradeNo === tradeNo).map(({ data }) => data['stamp'])]);
}

/** The furthest paid trade decides, else the newest one. Without a page it was not created in time. */
function statusByRule(trades: readonly Trade[]): string | undefined {
  const furthest = trades.toSorted((a, b) => stageOf(b.status) - stageOf(a.status))[0]?.status;
  const newest = trades.at(-1);
  if (stageOf(furthest) > 0) return furthest;
  return newest?.superseded === true ? 'EXPIRED' : newest?.status;
}

function bucketOf({ order: { inReview, status }, trades }: StoredWhole): string {
  if (inReview) return 'in_review';
  const isUnmade = (trade: Trade): boolean =>
    UNMADE.includes(trade.outcome) && (trade.outcome !== 'not_sent' || ENDED.includes(trade.status));
  if (trades.every(isUnmade)) return 'never_created';
  if (status === 'REFUNDED') return 'refunded';
  return ENDED.includes(status) ? 'ended' : 'open';
}
