import type { TradeSnapshot } from '../../ramp/ramp.types.js';
import { isKnownToExist } from './existence.js';
import { compareWithAsked } from './expectation.js';
import type { SnapshotContext } from './question.js';
import { compareSale } from './sale-expectation.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../order.types.js';

/** What a purchase is of: two that differ in one of these are two purchases. */
const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);
/** Of a sale that was not found before nothing is known but its numbers and whose application it has to be of. */
const IDENTIFYING_SALE = new Set(['side', 'appId']);
/** Numbers that name one trade: a record with another one is of another trade. */
const NUMBERS = new Set(['orderNo', 'merchantOrderNo']);

/**
 * Holds a record against what was asked and what is known. `foreign`: it is another trade's record, and says nothing of
 * this one, whatever it says. A BUY record does not name our number: until the provider's is known, a record of another
 * purchase is not ours either, and one that names no number is nobody's.
 */
export function whoseRecord(
  state: OrderState,
  trade: TradeRow,
  snapshot: TradeSnapshot,
  { appId, orderNoClash }: Pick<SnapshotContext, 'appId' | 'orderNoClash'>,
): { readonly foreign: boolean; readonly observed: ObservedMismatch[] } {
  const { tradeNo } = trade;
  const compared = [
    ...compareWithAsked(trade, snapshot, appId),
    ...(snapshot.kind === 'SELL' ? compareSale(state, trade, snapshot) : []),
  ];
  const otherNumber = orderNoClash || compared.some(({ field }) => NUMBERS.has(field));
  const isNameless = trade.orderNo === null && snapshot.orderNo === null && !namesOurNumber(trade, snapshot);
  const identifying = snapshot.kind === 'BUY' ? IDENTIFYING : IDENTIFYING_SALE;
  const isOther = !isKnownToExist(trade) && compared.some(({ field }) => identifying.has(field));
  const observed = otherNumber ? compared.filter(({ field }) => NUMBERS.has(field)) : compared;
  if (isNameless) {
    observed.push({ tradeNo, kind: 'unreadable', field: 'orderNo', asked: 'a number', seen: null });
  }
  if (orderNoClash) {
    observed.push({ tradeNo, kind: 'order_no_clash', field: 'orderNo', asked: null, seen: snapshot.orderNo });
  }
  return { foreign: otherNumber || isNameless || isOther, observed };
}

/** A sale's record names our number too. */
function namesOurNumber({ rampMerchantOrderNo }: TradeRow, snapshot: TradeSnapshot): boolean {
  return snapshot.kind === 'SELL' && snapshot.tradeNo !== null && snapshot.tradeNo === rampMerchantOrderNo;
}
