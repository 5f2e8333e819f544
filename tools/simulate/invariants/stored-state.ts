import { LONGEST_LEASE_MS } from '../../../src/orders/model/call-lease.js';
import { isExcused } from './provider-index.js';
import type { ProviderIndex } from './provider-index.js';
import { isUnpaid, MINUTE_MS, repeated, stageOf, statusOf, wereLost } from './observed.js';
import type { Observed } from './observed.js';
import type { MismatchRow, Rows, StoredWhole } from './rows.js';
import type { ToldOrder } from './told-orders.js';

type Trade = StoredWhole['trades'][number];
type Check = (rows: Rows, world: Observed, provider: ProviderIndex) => string[];

const VALIDITY_MS = 5 * MINUTE_MS;
const SPACING_MS = MINUTE_MS;
const ENDED: readonly string[] = ['COMPLETED', 'CANCELLED', 'EXPIRED', 'REJECTED', 'REFUNDED'];
const UNMADE: readonly string[] = ['refused', 'never_created', 'not_sent'];

/** A check of each order, with its number before the problem. */
const ofOrders =
  (check: (stored: StoredWhole, rows: Rows, world: Observed, provider: ProviderIndex) => string[]): Check =>
  (rows, world, provider) =>
    rows.orders.flatMap((stored) => {
      return check(stored, rows, world, provider).map((problem) => `${stored.merchantOrderNo}: ${problem}`);
    });

const ofTrades = (check: (trade: Trade, stored: StoredWhole, rows: Rows, provider: ProviderIndex) => string[]): Check =>
  ofOrders((stored, rows, _, provider) =>
    stored.trades.flatMap((trade) =>
      check(trade, stored, rows, provider).map((problem) => `${trade.tradeNo} ${problem}`),
    ),
  );

/** Invariants of the database at any moment, by number in the design. */
export const STORED_STATE: Readonly<Record<string, Check>> = {
  1: ({ orders }) => {
    const trades = orders.flatMap((stored) => stored.trades);
    return [
      ...repeated(orders.map(({ merchantOrderNo }) => merchantOrderNo.toLowerCase())).map((no) => `${no}: two orders`),
      ...repeated(trades.map(({ tradeNo }) => tradeNo.toLowerCase())).map((no) => `${no}: two trades`),
      ...repeated(trades.flatMap(({ orderNo, side }) => (orderNo === null ? [] : [`${side} ${orderNo}`]))).map(
        (no) => `${no} of the provider belongs to two trades`,
      ),
    ];
  },

  2: ({ orders, removed }, world) => {
    const committed = new Map(
      orders.flatMap((stored) => stored.trades.map((trade) => [trade.tradeNo, stampsOf(trade, stored)])),
    );
    return world.provider.received.flatMap(({ endpoint, tradeNo, stamp, at }) => {
      const isCommitted =
        tradeNo === null || committed.get(tradeNo)?.has(stamp) === true || isRemoved(removed, tradeNo);
      if (endpoint !== 'create' || isCommitted || wereLost(world, at)) return [];
      return [`${tradeNo}: sent with the timestamp ${stamp}, which was not committed`];
    });
  },

  'terms as sent': ofTrades(({ tradeNo, asked, side }, { order }, _, provider) => {
    const sent = provider.ofTrade(tradeNo)?.terms ?? {};
    if (side === 'SELL' || asked === null || order.erasedAt !== null) return [];
    const { amount, fiat, crypto, network, address, payWayCode } = asked;
    return Object.entries({ amount, fiat, crypto, network, address, payWayCode }).flatMap(([name, value]) => {
      return sent[name] === undefined || sent[name] === value ? [] : [`was sent with ${name} ${String(sent[name])}`];
    });
  }),

  3: ofTrades(({ tradeNo }, { events }) => {
    const kinds = events.filter((event) => event.tradeNo === tradeNo).map(({ kind }) => kind);
    const known = kinds.findIndex((kind) => kind === 'outcome_unknown' || kind === 'created');
    const isSentAgain = known >= 0 && kinds.slice(known).some((kind) => kind === 'sending_again' || kind === 'sending');
    return isSentAgain ? [`was sent again after ${kinds[known]}`] : [];
  }),

  5: ofTrades(({ tradeNo, side, outcome, stamp }, _, __, provider) => {
    if (outcome !== 'never_created' || side === 'SELL') return [];
    const late = provider.requests(tradeNo, 'query').filter((query) => {
      return query.outcome === 'not_found' && query.at > Number(stamp) + VALIDITY_MS;
    });
    const isSpaced = late.length > 1 && late.at(-1)!.at - late[0]!.at >= SPACING_MS - 5000;
    return isSpaced ? [] : [`was never created, after ${late.length} late answers that say so`];
  }),

  7: ofTrades(({ orderNo, rampStatus, status, tradeNo }, _, { mismatches }, provider) => {
    if (rampStatus === null || orderNo === null) return [];
    if (!provider.hasSaid(orderNo, rampStatus)) return [`has ${rampStatus}, which the provider never said of it`];
    const follows = statusOf(rampStatus) === status || (status === 'EXPIRED' && isUnpaid(statusOf(rampStatus)));
    const isReviewed = ofKinds(mismatches, tradeNo, ['status', 'transition']).length > 0;
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

  11: ofOrders(({ events, merchantOrderNo }, { outbox }) => {
    const opened = (until: (at: Date) => boolean): number => {
      const past = events.filter(({ at }) => until(at));
      const count = (kind: string): number => past.filter((event) => event.kind === kind).length;
      return count('mismatch_opened') - count('mismatch_resolved');
    };
    // Entries of the same millisecond may belong to the change before.
    return outbox
      .filter(({ type, merchant_order_no: no }) => no === merchantOrderNo && type.endsWith('order.completed'))
      .filter(({ created_at: told }) => opened((at) => at < told) > 0 && opened((at) => at <= told) > 0)
      .map(({ created_at: told }) => `completed was announced in review, at ${told.toISOString()}`);
  }),

  13: ({ schedules, deliveries, orders, now }, { faults }) => {
    // Before a step back of the clock a lease ended later.
    if (faults.struck.has('database_clock_step')) return [];
    const leases: [what: string, until: Date | null][] = [
      ...[...schedules.values()].map((row): [string, Date | null] => [`the poll of ${row.trade_no}`, row.lease_until]),
      ...deliveries.map((row): [string, Date | null] => [`a delivery to ${row.endpoint_id}`, row.lease_until]),
      ...orders.map(({ order }): [string, Date | null] => [
        order.merchantOrderNo,
        order.attemptLease && order.attemptUntil,
      ]),
    ];
    const latest = now.getTime() + LONGEST_LEASE_MS;
    return leases.flatMap(([what, until]) =>
      until !== null && until.getTime() > latest ? [`${what} is leased until ${until.toISOString()}`] : [],
    );
  },

  15: ofOrders(({ trades, merchantOrderNo }, { mismatches }) => {
    const paid = trades.filter(({ status }) => stageOf(status) >= 1).length;
    const doubles = trades.flatMap(({ tradeNo }) => ofKinds(mismatches, tradeNo, ['double_payment']));
    const open = doubles.filter(({ resolved_at: at }) => at === null).length;
    const isRight = paid > 1 ? doubles.some(({ resolved_by: by }) => by !== 'provider') : open === 0;
    return isRight && open <= 1
      ? []
      : [`has ${paid} paid trades and ${open} open double payments of ${merchantOrderNo}`];
  }),

  16: (rows, world, provider) => {
    const known = new Set(rows.orders.flatMap(({ trades }) => trades.map(({ tradeNo }) => tradeNo)));
    return [...provider.byOrderNo.values()]
      .filter((order) => !isSale(order.statuses) && !known.has(order.merchantOrderNo))
      .filter(({ merchantOrderNo }) => !isRemoved(rows.removed, merchantOrderNo))
      .filter((order) => !isExcused(world, provider, order))
      .map(
        (order) =>
          `${order.merchantOrderNo}: the provider has it as ${order.orderNo}, and there is neither row nor alarm`,
      );
  },

  17: ({ faults }) => [...faults],

  18: ({ orders, report, removed }) => {
    const own = { in_review: 0, never_created: 0, refunded: 0, ended: 0, 'open or overdue': 0 };
    for (const stored of orders) own[bucketOf(stored)] += 1;
    const { overdue, open, ...buckets } = report.buckets;
    const told: Readonly<Record<string, number>> = { ...buckets, 'open or overdue': overdue + open };
    const wrong = Object.entries(own).filter(([bucket, count]) => removed.size === 0 && told[bucket] !== count);
    return [
      ...(report.balanced ? [] : ['the report does not add up']),
      ...wrong.map(([bucket, count]) => `the report has ${told[bucket]} orders ${bucket}, of ${count}`),
    ];
  },

  19: ofTrades(({ tradeNo, status, outcome }, { order }, { schedules }) => {
    const schedule = schedules.get(tradeNo);
    const isDue = schedule !== undefined && schedule.next_query_at !== null;
    const isMade = order.attemptUntil !== null && (outcome === 'in_flight' || outcome === 'not_sent');
    const isOpen = !ENDED.includes(status) && status !== 'PAYOUT_FAILED';
    const isHinted = schedule?.hinted_at != null && schedule.hinted_at > (schedule.last_asked_at ?? new Date(0));
    return [
      ...(isOpen && !isDue && !isMade ? [`is ${status}, ${outcome}, and never due`] : []),
      ...(isDue && schedule.watch_class === null ? ['is due in no class'] : []),
      ...(isHinted && !isDue && outcome !== 'not_sent' && outcome !== 'in_flight'
        ? ['has a hint that nothing follows']
        : []),
    ];
  }),

  20: ({ texts }, world) =>
    world.forgotten
      .filter(({ at }) => !wereLost(world, at))
      .flatMap(({ marks }) => marks)
      .flatMap((mark) => {
        const found = [mark, Buffer.from(mark).toString('hex')].map((text) => text.toLowerCase());
        const places = [...texts].filter(([, text]) => found.some((one) => text.includes(one)));
        return places.map(([place]) => `${mark} was forgotten, and is in ${place}`);
      }),

  'mismatches are open once': ({ mismatches }) => {
    const open = mismatches.filter(({ resolved_at: at }) => at === null);
    return repeated(open.map(({ trade_no, kind, field }) => `${trade_no}: ${kind} ${field}`)).map(
      (one) => `${one} is open twice`,
    );
  },

  'outbox has places': ({ outbox, head }) => {
    const placed = outbox
      .filter(({ position }) => position !== null)
      .sort((a, b) => Number(a.position) - Number(b.position));
    const versions = new Map<string | null, number>();
    return [
      ...repeated(placed.map(({ position }) => String(position))).map(
        (place) => `place ${place} of the outbox is taken twice`,
      ),
      ...placed
        .filter(({ position }) => Number(position) > Number(head.position))
        .map(({ id }) => `message ${id} is after the head`),
      ...placed.flatMap(({ merchant_order_no: no, version, id }) => {
        const isBack = no !== null && (versions.get(no) ?? 0) > Number(version);
        versions.set(no, Number(version));
        return isBack ? [`${no}: message ${id} comes after a later version`] : [];
      }),
    ];
  },
};

/** Every order that was told is there, at the version that was told or a later one. */
export function lostOrders(rows: Rows, world: Observed, told: ReadonlyMap<string, ToldOrder>): string[] {
  const stored = new Map(rows.orders.map(({ order }) => [order.merchantOrderNo, order.version]));
  return [...told].flatMap(([number, { tellings }]) => {
    const last = tellings.findLast(({ sentAt }) => !wereLost(world, sentAt));
    if (last === undefined || rows.removed.has(number.toLowerCase())) return [];
    const version = stored.get(number);
    if (version === undefined) return [`${number} was told, and is not there`];
    return version < last.version ? [`${number} was told at version ${last.version}, and is at ${version}`] : [];
  });
}

export const ofKinds = (mismatches: readonly MismatchRow[], tradeNo: string, kinds: readonly string[]): MismatchRow[] =>
  mismatches.filter((one) => one.trade_no === tradeNo && kinds.includes(one.kind));

const isRemoved = (removed: ReadonlySet<string>, tradeNo: string): boolean =>
  removed.has(tradeNo.toLowerCase().replace(/-r\d+$/, ''));

export const isSale = (statuses: readonly { readonly status: string }[]): boolean =>
  /^\d$/.test(statuses[0]?.status ?? '');

/** Every timestamp that was committed: the trade holds the newest, its history all. */
function stampsOf({ tradeNo, stamp }: Trade, { events }: StoredWhole): Set<number> {
  const ofHistory = events
    .filter((event) => event.tradeNo === tradeNo && 'stamp' in event.data)
    .map(({ data }) => Number(data['stamp']));
  return new Set([Number(stamp), ...ofHistory]);
}

/** The furthest paid trade decides, else the newest one. Without a page it was not created in time. */
function statusByRule(trades: readonly Trade[]): string {
  const [furthest] = trades.toSorted((a, b) => stageOf(b.status) - stageOf(a.status) || a.n - b.n);
  if (furthest !== undefined && stageOf(furthest.status) > 0) return furthest.status;
  const newest = trades.at(-1);
  return newest === undefined || newest.superseded ? 'EXPIRED' : newest.status;
}

function bucketOf({
  order,
  trades,
}: StoredWhole): 'in_review' | 'never_created' | 'refunded' | 'ended' | 'open or overdue' {
  if (order.inReview) return 'in_review';
  if (
    trades.every(
      ({ outcome, status }) => UNMADE.includes(outcome) && (outcome !== 'not_sent' || ENDED.includes(status)),
    )
  ) {
    return 'never_created';
  }
  if (order.status === 'REFUNDED') return 'refunded';
  return ENDED.includes(order.status) ? 'ended' : 'open or overdue';
}
