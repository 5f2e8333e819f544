import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { isKnownToExist } from './existence.js';
import { compareWithAsked, nothingDelivered } from './expectation.js';
import type { SnapshotContext } from './question.js';
import { compareSale } from './sale-expectation.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';

/** What a purchase is of: two that differ in one of these are two purchases. */
const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);
/** Of a sale that was not found before nothing is known but its numbers and whose application it has to be of. */
const IDENTIFYING_SALE = new Set(['side', 'appId']);
/** Numbers that name one trade: a record with another one is of another trade. */
const NUMBERS: ReadonlySet<string> = new Set(['orderNo', 'merchantOrderNo']);

/**
 * Holds a record against what was asked and what is known. `foreign`: it is another trade's record, and says nothing of
 * this one, whatever it says. A BUY record does not name our number: until the provider's is known, a record of another
 * purchase is not ours either, and one that names no number is nobody's. A sale that was not found before is known by
 * its numbers alone: only a record that repeats the one it was asked about by is its own.
 */
export function whoseRecord(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  { appId, orderNoClash }: Pick<SnapshotContext, 'appId' | 'orderNoClash'>,
): { readonly foreign: boolean; readonly observed: ObservedMismatch[] } {
  const { tradeNo } = trade;
  const differing = [
    ...compareWithAsked(trade, snapshot, appId),
    ...(snapshot.kind === 'SELL' ? compareSale(state, trade, snapshot) : []),
  ];
  const named = new Set(differing.map(({ field }) => field));
  const compared = [...differing, ...nothingDelivered(trade, snapshot).filter(({ field }) => !named.has(field))];
  if (orderNoClash) {
    const clash = { tradeNo, kind: 'order_no_clash', field: 'orderNo', asked: null, seen: snapshot.orderNo } as const;
    return { foreign: true, observed: [clash] };
  }
  const other = compared.find(({ field }) => NUMBERS.has(field));
  const identifying = snapshot.kind === 'BUY' ? IDENTIFYING : IDENTIFYING_SALE;
  const isOther = !isKnownToExist(trade) && compared.some(({ field }) => identifying.has(field));
  if (other === undefined && !isOther && isNamed(trade, snapshot)) return { foreign: false, observed: compared };
  // Nothing else of it is a difference: it may hold what is personal of another customer.
  const numbers = other ?? { field: 'orderNo', asked: trade.orderNo, seen: snapshot.orderNo };
  return { foreign: true, observed: [{ ...numbers, tradeNo, kind: 'foreign' }] };
}

/** Does the record name a number without which nothing of it is believed? */
function isNamed(trade: TradeRow, snapshot: TradeSnapshot): boolean {
  if (snapshot.kind === 'SELL' && !isKnownToExist(trade)) {
    // The sale was registered by the provider's number, or else by ours.
    return ((trade.orderNo === null ? snapshot.tradeNo : snapshot.orderNo) ?? '') !== '';
  }
  const isOurs = snapshot.kind === 'SELL' && !!snapshot.tradeNo && snapshot.tradeNo === trade.rampMerchantOrderNo;
  return trade.orderNo !== null || snapshot.orderNo !== null || isOurs;
}
