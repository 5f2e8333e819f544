import { termsOf } from '../orders/model/fold.js';
import type { Asked, OrderState } from '../orders/model/order.types.js';
import { sameAddressOn } from '../orders/decisions/same-value.js';
import { canonicalMemo } from '../platform/shared/addresses/canonical.js';
import { sameTerm } from '../platform/shared/canonical-terms.js';
import { compareDecimals } from '../platform/shared/decimal.js';
import { TERM_NAMES } from '../platform/shared/order-terms.js';
import type { allTerms, TermName } from '../platform/shared/order-terms.js';

/**
 * Fields in which a repeat differs from the order. Quote, e-mail and token are ignored. A retry may have changed the payment
 * method: a repeat of the original checkout still matches.
 */
export function differingFields({ order, trades }: OrderState, asked: Asked, customerId: string | null): string[] {
  const terms = termsOf(trades);
  const made = trades.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'not_sent');
  const isOfOlder = made.some((trade) => sameTerm('payWayCode', trade.asked?.payWayCode ?? null, asked.payWayCode));
  const differing = TERM_NAMES.filter((name) => !isSame(name, terms, asked));
  return [
    ...differing.filter((name) => name !== 'payWayCode' || !isOfOlder),
    ...(order.customerId === customerId ? [] : ['customer.id']),
  ];
}

export function isSameContent(state: OrderState, asked: Asked, customerId: string | null): boolean {
  return differingFields(state, asked, customerId).length === 0;
}

function isSame(name: TermName, terms: ReturnType<typeof allTerms>, asked: Asked): boolean {
  const { amount, network, address, memo } = terms;
  if (name === 'amount') return amount !== null && compareDecimals(amount, asked.amount) === 0;
  if (name === 'address') return address !== null && sameAddressOn(asked.network)(address, asked.address);
  if (name !== 'memo') return sameTerm(name, terms[name], asked[name]);
  return canonicalMemo(network ?? '', address ?? '', memo) === canonicalMemo(asked.network, asked.address, asked.memo);
}
