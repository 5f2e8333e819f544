import { FACT_NAMES } from '../../ramp/port/trade-facts.js';
import { TERM_NAMES } from '../../platform/terms/order-terms.js';
import { isPersonalField } from '../../platform/redaction/for-history.js';
import { canonicalJson } from '../../platform/text/stored-json.js';
import { foldTrades } from '../model/fold.js';
import type { TradeStatus } from '../model/order-status.js';
import { transition } from '../model/transition.js';
import type { ObservedMismatch, OrderEvent, ShownPrice, TradeRefusal, TradeState } from '../model/order.types.js';
import { announcedAfter } from './announcements.js';
import { NO_PAGE } from './decide-create.js';
import type { FieldChanges } from './snapshot-facts.js';

/** A trade as its entries tell it: `asked` with digests of the personal terms and without URLs, no personal facts. */
export interface ReplayedTrade extends Omit<
  TradeState,
  'merchantOrderNo' | 'payUrl' | 'lastSeen' | 'payeeSealed' | 'payeeKeyId' | 'payeeEmailDigest' | 'updatedAt'
> {
  /** The service key of the digests in `asked`. */
  readonly askedKeyId: string;
  /** Digest of the page that was handed out; null: none; undefined: its entry is older than this field. */
  readonly page: string | null | undefined;
}

/** With digests in place of personal values, under the service key with this id. */
export type ReplayedMismatch = ObservedMismatch & { readonly keyId: string };

export interface ReplayedOrder {
  readonly trades: readonly ReplayedTrade[];
  readonly open: readonly ReplayedMismatch[];
  readonly resolvedByStaff: readonly ReplayedMismatch[];
  readonly announcedStatus: TradeStatus | null;
  readonly erasedAt: Date | null;
}

/** What the entries of a whole history say. The caller verifies them. */
export function replay(events: readonly OrderEvent[]): ReplayedOrder {
  const side = events[0]?.kind === 'registered' ? 'SELL' : 'BUY';
  let trades: readonly ReplayedTrade[] = [];
  let announcedStatus: TradeStatus | null = null;
  const open = new Map<string, ReplayedMismatch>();
  const resolvedByStaff: ReplayedMismatch[] = [];
  for (const [index, event] of events.entries()) {
    trades = afterEntry(trades, event);
    const { mismatch: kind, field, asked, seen, by } = event.data;
    const key = canonicalJson([event.tradeNo, kind, field]);
    if (event.kind === 'mismatch_opened')
      open.set(key, { tradeNo: event.tradeNo, kind, field, asked, seen, keyId: event.keyId } as ReplayedMismatch);
    if (event.kind === 'mismatch_resolved') {
      const ended = open.get(key);
      if (by !== 'provider' && ended !== undefined) resolvedByStaff.push(ended);
      open.delete(key);
    }
    // The entries of a change have one time, and are announced together.
    if (events[index + 1]?.at.getTime() === event.at.getTime() || trades.length === 0) continue;
    announcedStatus = announcedAfter({ side, announcedStatus }, foldTrades(trades).status, open.size > 0);
  }
  const erasedAt = events.find(({ kind }) => kind === 'erased')?.at ?? null;
  return { trades, open: [...open.values()], resolvedByStaff, announcedStatus, erasedAt };
}

/** An entry without a trade is about all of them. */
export function afterEntry(before: readonly ReplayedTrade[], event: OrderEvent): ReplayedTrade[] {
  const { tradeNo, kind } = event;
  const isNew = tradeNo !== null && !before.some((trade) => trade.tradeNo === tradeNo);
  if (isNew && (kind === 'reserved' || kind === 'registered'))
    return [...before, firstOf(event, tradeNo, before.length + 1)];
  return before.map((trade) =>
    tradeNo === null || tradeNo === trade.tradeNo ? { ...trade, ...changesBy(trade, event) } : trade,
  );
}

function firstOf(event: OrderEvent, tradeNo: string, n: number): ReplayedTrade {
  const { at, kind, data } = event;
  const isSale = kind === 'registered';
  const { orderNo = null, merchantOrderNo = null } = (isSale ? data : {}) as Partial<Record<string, string | null>>;
  const unsent = data['sends'] === 0 ? 'not_sent' : 'in_flight';
  return {
    tradeNo,
    n,
    side: isSale ? 'SELL' : 'BUY',
    status: isSale ? 'REGISTERED' : 'CREATING',
    outcome: isSale ? 'registered' : unsent,
    superseded: false,
    asked: null,
    askedKeyId: event.keyId,
    stamp: null,
    sends: 0,
    orderNo,
    registeredOrderNo: orderNo,
    rampMerchantOrderNo: merchantOrderNo,
    payUrlAt: null,
    page: null,
    givenUpAt: null,
    refusal: null,
    shownQuantity: null,
    tolerancePercent: null,
    slippagePercent: null,
    rampStatus: null,
    facts: {},
    statusAt: at,
    createdAt: at,
    ...(isSale ? {} : requestOf(event)),
  };
}

/** A new request states terms and price again. A trade that is sent again by itself keeps them. */
function requestOf({ data, keyId }: OrderEvent): Partial<ReplayedTrade> {
  const {
    stamp,
    sends,
    asked,
    shown = {},
  } = data as Partial<Pick<TradeState, 'stamp' | 'sends' | 'asked'>> & {
    readonly shown?: Partial<ShownPrice>;
  };
  const { cryptoQuantity = null, tolerancePercent = null } = shown;
  const again = { stamp, sends } as Pick<TradeState, 'stamp' | 'sends'>;
  if (asked === undefined) return again;
  return { ...again, asked, askedKeyId: keyId, shownQuantity: cryptoQuantity, tolerancePercent };
}

/** Follows the decisions, which write these entries. */
function changesBy(trade: ReplayedTrade, event: OrderEvent): Partial<ReplayedTrade> {
  const { kind, at, data } = event;
  const { status, outcome } = trade;
  const isUnsent = status === 'CREATING' && (outcome === 'in_flight' || outcome === 'not_sent');
  const lost = isUnsent ? ({ outcome: 'unknown' } as const) : {};
  const refusal = { ...data, returnMsg: null } as unknown as TradeRefusal;
  switch (kind) {
    case 'reserved':
    case 'sending':
    case 'sending_again':
      return {
        status: 'CREATING',
        outcome: kind === 'reserved' ? 'not_sent' : 'in_flight',
        statusAt: status === 'CREATING' ? trade.statusAt : at,
        refusal: null,
        givenUpAt: null,
        ...requestOf(event),
      };
    case 'created': {
      const moves = transition(trade.side, status, 'AWAITING_PAYMENT') === 'move' && outcome !== 'created';
      const { orderNo, payUrl, page } = data as Record<string, string>;
      return {
        outcome: 'created',
        orderNo: orderNo ?? null,
        ...(moves ? ({ status: 'AWAITING_PAYMENT', statusAt: at } as const) : {}),
        ...(payUrl === 'handed out' ? { payUrlAt: at, page } : {}),
        ...(payUrl === 'none' ? { refusal: NO_PAGE } : {}),
      };
    }
    case 'refused':
      return { outcome: 'refused', status: 'REJECTED', statusAt: at, refusal };
    case 'declined':
      return { outcome: 'not_sent', status: 'REJECTED', statusAt: at, refusal };
    case 'not_sent':
      return data['givenUp'] === true
        ? { outcome: 'not_sent', status: 'EXPIRED', statusAt: at, givenUpAt: at }
        : { outcome: 'not_sent' };
    case 'outcome_unknown':
      return trade.orderNo === null ? { outcome: 'unknown' } : {};
    case 'superseded':
      return { superseded: true, ...lost };
    case 'given_up':
      return { superseded: true, givenUpAt: at, ...lost };
    case 'never_created':
      return { outcome: 'never_created', status: 'EXPIRED', statusAt: at, superseded: true };
    case 'never_found':
      return { outcome: 'never_created', status: 'EXPIRED', statusAt: at };
    case 'seen':
    case 'ended_unpaid':
      return changedBy(trade, event);
    case 'erased':
    case 'rebuilt':
      return { page: null };
    case 'registered':
    case 'watch_closed':
    case 'mismatch_opened':
    case 'mismatch_resolved':
      return {};
  }
}

const FACTS: ReadonlySet<string> = new Set(FACT_NAMES);
const TERMS: ReadonlySet<string> = new Set(TERM_NAMES);

function changedBy(trade: ReplayedTrade, { data, at }: OrderEvent): Partial<ReplayedTrade> {
  const facts: Record<string, unknown> = { ...trade.facts };
  const asked: Record<string, unknown> = { ...trade.asked };
  const own: Record<string, unknown> = {};
  for (const [name, { to }] of Object.entries((data['changes'] ?? {}) as FieldChanges)) {
    if (FACTS.has(name)) facts[name] = to;
    else if (TERMS.has(name)) asked[name] = to;
    else if (name in trade) own[name] = to;
  }
  const stated = Object.entries(facts).filter(([name, value]) => value !== null && !isPersonalField(name));
  return {
    ...own,
    facts: Object.fromEntries(stated),
    asked: Object.keys(asked).length === 0 ? null : asked,
    ...('status' in own ? { statusAt: at } : {}),
  };
}
