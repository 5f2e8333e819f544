import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { isKnownToExist } from './existence.js';
import { compareWithAsked, nothingDelivered } from './expectation.js';
import type { SnapshotContext } from './question.js';
import { compareSale } from './sale-expectation.js';
import type { ObservedMismatch, TradeRow } from '../model/order.types.js';

/** Two purchases differ in one of these fields. */
const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);
/** Before a sale is found, only its numbers and its application identify it. */
const IDENTIFYING_SALE = new Set(['side', 'appId']);
/** Numbers that name one trade; a record with another one belongs to another trade. */
const NUMBERS: ReadonlySet<string> = new Set(['orderNo', 'merchantOrderNo']);

/**
 * Compares the record with the terms and the stored trade. `foreign`: it belongs to another trade and is ignored. A BUY record
 * does not name our number: without the provider's number, a record of another purchase or of no number is foreign. A sale that
 * was never found accepts only a record that repeats the number of the query.
 */
export function whoseRecord(
  trade: TradeRow,
  snapshot: TradeSnapshot,
  { appId, orderNoClash }: Pick<SnapshotContext, 'appId' | 'orderNoClash'>,
): { readonly foreign: boolean; readonly observed: ObservedMismatch[] } {
  const { tradeNo } = trade;
  const differing = [
    ...compareWithAsked(trade, snapshot, appId),
    ...(snapshot.kind === 'SELL' ? compareSale(trade, snapshot) : []),
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
  // Leave out its other differences: they may hold another customer's personal data.
  const numbers = other ?? { field: 'orderNo', asked: trade.orderNo, seen: snapshot.orderNo };
  return { foreign: true, observed: [{ ...numbers, tradeNo, kind: 'foreign' }] };
}

/** Does the record name the number that is required to believe it? */
function isNamed(trade: TradeRow, snapshot: TradeSnapshot): boolean {
  if (snapshot.kind === 'SELL' && !isKnownToExist(trade)) {
    // Registered by the provider's number, or else by ours.
    return ((trade.orderNo === null ? snapshot.tradeNo : snapshot.orderNo) ?? '') !== '';
  }
  const isOurs = snapshot.kind === 'SELL' && !!snapshot.tradeNo && snapshot.tradeNo === trade.rampMerchantOrderNo;
  return trade.orderNo !== null || snapshot.orderNo !== null || isOurs;
}
