import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { currentTrade, foldTrades } from '../model/fold.js';
import type { TradeStatus } from '../model/order-status.js';
import type { Asked, EventDraft, OrderState, TradeRow } from '../model/order.types.js';
import { NOTHING_DECIDED } from './order-change.js';
import type { Decision } from './order-change.js';
import { orderEnd } from './order-end.js';
import { isPersonalField } from '../../platform/redaction/for-history.js';

const KINDS = ['address', 'customer', 'payee'] as const;
type Kind = (typeof KINDS)[number];

/** For how many milliseconds after an order was made law has it keep what is personal, though its customer is forgotten. */
export type KeptByLaw = Readonly<Record<Kind, number>>;

/** Money or crypto is waited for, and none has come. */
const AWAITED: ReadonlySet<TradeStatus> = new Set(['AWAITING_PAYMENT', 'PAYMENT_FAILED', 'AWAITING_CRYPTO']);

/** Nothing more is expected of the order, and nobody is making a trade of it: its customer can be forgotten. */
export const isForgettable = (state: OrderState): boolean =>
  orderEnd(state).settled &&
  state.order.driveUntil === null &&
  state.trades.every(({ outcome }) => outcome !== 'in_flight');

/**
 * The order as if the time to pay were up: what is not paid by the newest answer ends as expired. It is asked about at once,
 * and watched from then on as what has expired is: a payment that was on its way is found. Of an order that has ended,
 * nothing is ended.
 */
export function endedUnpaid(state: OrderState): OrderState {
  const { order, now } = state;
  if (orderEnd(state).settled) return state;
  const trades = state.trades.map((trade): TradeRow => {
    if (!AWAITED.has(trade.status) || !trade.understood) return trade;
    const watch = { watchClass: 'closed', nextQueryAt: now, quietAnswers: 0 } as const;
    return { ...trade, ...watch, status: 'EXPIRED', statusAt: now, updatedAt: now };
  });
  return { ...state, order: { ...order, ...foldTrades(trades) }, trades };
}

/**
 * The order without its customer: what is personal is overwritten. Nothing of an erased order is sent again. Numbers, amounts
 * and history stay. `endsUnpaid`: an order that waits for a payment ends
 * with it. null: there is nothing to erase, or not yet.
 */
export function decideErased(state: OrderState, law: KeptByLaw, endsUnpaid: boolean): Decision | null {
  const { order, trades, now } = state;
  const resting = endsUnpaid ? endedUnpaid(state) : state;
  if (!isForgettable(resting)) return null;
  if (order.erasedAt !== null && (order.keptUntil === null || order.keptUntil > now)) return null;
  const endOf = (kind: Kind): number => order.createdAt.getTime() + law[kind];
  const kept = KINDS.filter((kind) => endOf(kind) > now.getTime());
  const erased = resting.trades.map((trade) => erasedTrade(trade, kept));
  const hasEnded = trades.map((trade, at) => trade !== resting.trades[at]);
  return {
    ...NOTHING_DECIDED,
    erases: true,
    updated: erased.map((trade, at) => ({ trade, schedules: hasEnded[at] === true, leaseId: null })),
    drafts: [
      ...trades.filter((_, at) => hasEnded[at]).map(endedDraft),
      { tradeNo: null, kind: 'erased', data: { kept } },
    ],
    order: {
      ...currentTrade(erased).asked,
      ...(kept.includes('customer') ? {} : NO_CUSTOMER),
      // Of a customer or a guest it is a digest that could be found again.
      caller: order.caller.replace(/^(customer|guest):.*$/s, '$1:erased'),
      guestBlock: null,
      metadata: {},
      secretSalt: null,
      erasedAt: order.erasedAt ?? now,
      keptUntil: kept.length === 0 ? null : new Date(Math.min(...kept.map(endOf))),
    },
  };
}

const NO_CUSTOMER = { customerId: null, customerEmail: null, customerEmailKeyId: null, customerEmailDigest: null };

const endedDraft = ({ tradeNo, status }: TradeRow): EventDraft => ({
  tradeNo,
  kind: 'ended_unpaid',
  data: { changes: { status: { from: status, to: 'EXPIRED' } } },
});

function erasedTrade(trade: TradeRow, kept: readonly Kind[]): TradeRow {
  const keepsAddress = kept.includes('address');
  const facts = Object.entries(trade.facts).filter(
    ([name]) => !isPersonalField(name) || (keepsAddress && name === 'payoutAddress'),
  );
  return {
    ...trade,
    asked: trade.asked === null ? null : erasedTerms(trade.asked, keepsAddress),
    payUrl: null,
    // The provider's own words may be about anybody.
    refusal: trade.refusal === null ? null : { ...trade.refusal, returnMsg: null },
    facts: Object.fromEntries(facts),
    lastSeen: null,
    ...(kept.includes('payee') ? {} : { payeeSealed: null, payeeKeyId: null, payeeEmailDigest: null }),
  };
}

/** Stands in place of what was erased. No checkout has it as its redirect URL: it is none. */
const ERASED = '[erased]';

function erasedTerms(asked: Asked, keepsAddress: boolean): Asked {
  const destination = keepsAddress ? {} : { address: ERASED, memo: null };
  return { ...asked, ...destination, redirectUrl: ERASED, failRedirectUrl: null, merchantName: null };
}

/** What a record says of how a trade stands, and nothing of whose it is. */
export function withoutPerson(snapshot: TradeSnapshot): TradeSnapshot {
  const facts = Object.fromEntries(Object.entries(snapshot.facts).filter(([name]) => !isPersonalField(name)));
  const nobodys = { ...snapshot, address: null, facts };
  if (nobodys.kind === 'BUY') return nobodys;
  return { ...nobodys, payee: { name: null, account: null, card: null, email: null }, signature: null };
}
