import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { isKnownToExist } from './existence.js';
import { compareWithAsked } from './expectation.js';
import type { SnapshotContext } from './question.js';
import { compareSale } from './sale-expectation.js';
import type { ObservedMismatch, OrderState, TradeRow } from '../model/order.types.js';

/** What a purchase is of: two that differ in one of these are two purchases. */
const IDENTIFYING = new Set(['side', 'crypto', 'network', 'address']);
/** Of a sale that was not found before nothing is known but its numbers and whose application it has to be of. */
const IDENTIFYING_SALE = new Set(['side', 'appId']);
/** Numbers that name one trade: a record with another one is of another trade. */
export const NUMBERS: ReadonlySet<string> = new Set(['orderNo', 'merchantOrderNo']);

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
  const compared = [
    ...compareWithAsked(trade, snapshot, appId),
    ...(snapshot.kind === 'SELL' ? compareSale(state, trade, snapshot) : []),
  ];
  const otherNumber = orderNoClash || compared.some(({ field }) => NUMBERS.has(field));
  const unnamed = unnamedNumber(trade, snapshot);
  const identifying = snapshot.kind === 'BUY' ? IDENTIFYING : IDENTIFYING_SALE;
  const isOther = !isKnownToExist(trade) && compared.some(({ field }) => identifying.has(field));
  const observed = otherNumber ? compared.filter(({ field }) => NUMBERS.has(field)) : compared;
  if (unnamed !== null) {
    observed.push({ tradeNo, kind: 'unreadable', field: unnamed, asked: 'a number', seen: null });
  }
  if (orderNoClash) {
    observed.push({ tradeNo, kind: 'order_no_clash', field: 'orderNo', asked: null, seen: snapshot.orderNo });
  }
  return { foreign: otherNumber || unnamed !== null || isOther, observed };
}

/** The number that a record would have to name before anything of it is believed, and does not. */
function unnamedNumber(trade: TradeRow, snapshot: TradeSnapshot): 'orderNo' | 'merchantOrderNo' | null {
  if (snapshot.kind === 'SELL' && !isKnownToExist(trade)) {
    // By the provider's number where it was registered, else by ours; another one than that is a mismatch of its field.
    if (trade.orderNo !== null) return isNamed(snapshot.orderNo) ? null : 'orderNo';
    return isNamed(snapshot.tradeNo) ? null : 'merchantOrderNo';
  }
  const namesOurs =
    snapshot.kind === 'SELL' && isNamed(snapshot.tradeNo) && snapshot.tradeNo === trade.rampMerchantOrderNo;
  return trade.orderNo === null && snapshot.orderNo === null && !namesOurs ? 'orderNo' : null;
}

function isNamed(number: string | null): boolean {
  return number !== null && number !== '';
}
