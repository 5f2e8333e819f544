import { compareDecimals, isPositiveDecimal } from '../../platform/terms/decimal.js';
import type { TradeSnapshot } from '../../ramp/port/ramp.types.js';
import { saysOfPayee } from './payee.js';
import { isPaid } from '../model/order-status.js';
import { sameAddressOn, sameAs, sameText } from './same-value.js';
import type { Same } from './same-value.js';
import type { Asked, ObservedMismatch, TradeRow } from '../model/order.types.js';

/** Amounts that must be positive once a trade is completed. */
const DELIVERED = ['cryptoQuantity', 'cryptoAmount', 'cryptoActualAmount', 'fiatAmount'] as const;

/**
 * Compares the record with the terms. Empty fields are skipped. The amount is compared once paid, because the customer may
 * change it on the page.
 */
export function compareWithAsked(trade: TradeRow, snapshot: TradeSnapshot, appId: string): ObservedMismatch[] {
  const found: ObservedMismatch[] = [];
  const differs = (field: string, asked: string | null, seen: string | null, same = sameAs(field)): void => {
    if (asked === null || seen === null || asked === '' || seen === '' || same(asked, seen)) return;
    found.push({ tradeNo: trade.tradeNo, kind: 'field', field, asked, seen });
  };
  differs('appId', appId, snapshot.appId, sameText);
  differs('orderNo', trade.orderNo, snapshot.orderNo, sameText);
  if (snapshot.kind === 'BUY') {
    differs('side', 'BUY', snapshot.side);
    if (trade.asked !== null) compareBuy(trade.asked, snapshot, differs);
  }
  return found;
}

/** Amounts of a completed trade that are not positive. At PAID an amount may be a placeholder. */
export function nothingDelivered({ tradeNo }: TradeRow, { status, facts }: TradeSnapshot): ObservedMismatch[] {
  if (status !== 'COMPLETED') return [];
  return DELIVERED.flatMap((field) => {
    const seen = facts[field] ?? '';
    const isOdd = seen !== '' && !isPositiveDecimal(seen);
    return isOdd ? [{ tradeNo, kind: 'field', field, asked: 'more than 0', seen } as const] : [];
  });
}

/** Does the record have a comparable value of `field`? */
export function isCompared(snapshot: TradeSnapshot, field: string): boolean {
  if (field === 'amount' && (snapshot.status === null || !isPaid(snapshot.status))) return false;
  if (snapshot.kind === 'SELL') {
    const ofPayee = saysOfPayee(snapshot, field);
    if (ofPayee !== null) return ofPayee;
    if (field === 'merchantOrderNo') return (snapshot.tradeNo ?? '') !== '';
  }
  const [, stated] = Object.entries({ ...snapshot, ...snapshot.facts }).find(([name]) => name === field) ?? [];
  return typeof stated === 'string' && stated !== '';
}

type Differs = (field: string, asked: string | null, seen: string | null, same?: Same) => void;

function compareBuy(asked: Asked, snapshot: TradeSnapshot & { kind: 'BUY' }, differs: Differs): void {
  differs('fiat', asked.fiat, snapshot.fiat);
  differs('crypto', asked.crypto, snapshot.crypto);
  differs('network', asked.network, snapshot.network);
  differs('address', asked.address, snapshot.address, sameAddressOn(asked.network, asked.memo));
  differs('country', asked.country, snapshot.country);
  if (snapshot.status !== null && isPaid(snapshot.status)) {
    differs('amount', asked.amount, snapshot.facts.amount ?? null, (a, b) => compareDecimals(a, b) === 0);
  }
}
