import type { Asked, OrderRow, OrderState } from '../orders/model/order.types.js';
import { sameAddressOn } from '../orders/decisions/same-value.js';
import { canonicalMemo } from '../platform/addresses/canonical.js';
import { sameTerm } from '../platform/terms/terms.js';
import { compareDecimals } from '../platform/terms/decimal.js';

const COMPARED = ['fiat', 'crypto', 'network', 'country', 'redirectUrl', 'failRedirectUrl', 'merchantName'] as const;

/**
 * Fields in which a repeat differs from the order. Quote, e-mail and token are ignored. A retry may have changed the payment
 * method: a repeat of the original checkout still matches.
 */
export function differingFields({ order, trades }: OrderState, asked: Asked, customerId: string | null): string[] {
  const made = trades.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'not_sent');
  const payWays = [order.payWayCode, ...made.map((trade) => trade.asked?.payWayCode)];
  return [
    ...COMPARED.filter((field) => !sameTerm(field, order[field], asked[field])),
    ...(order.address !== null && sameAddressOn(asked.network)(order.address, asked.address) ? [] : ['address']),
    ...(memoOf(order) === memoOf(asked) ? [] : ['memo']),
    ...(payWays.some((payWay) => sameTerm('payWayCode', payWay ?? null, asked.payWayCode)) ? [] : ['payWayCode']),
    ...(isSameAmount(order, asked) ? [] : ['amount']),
    ...(order.customerId === customerId ? [] : ['customer.id']),
  ];
}

export function isSameContent(state: OrderState, asked: Asked, customerId: string | null): boolean {
  return differingFields(state, asked, customerId).length === 0;
}

function memoOf({ network, address, memo }: Pick<OrderRow, 'network' | 'address' | 'memo'>): string | null {
  return canonicalMemo(network ?? '', address ?? '', memo);
}

function isSameAmount({ amount }: OrderRow, asked: Asked): boolean {
  return amount !== null && compareDecimals(amount, asked.amount) === 0;
}
