import type { Asked, OrderRow, OrderState } from '../orders/order.types.js';
import { compareDecimals } from '../shared/decimal.js';

const COMPARED = [
  'fiat',
  'crypto',
  'network',
  'address',
  'memo',
  'country',
  'redirectUrl',
  'failRedirectUrl',
  'merchantName',
] as const;

/**
 * Does a repeat ask for what the order was made for? Quote, e-mail and token do not count. A retry may have changed how
 * the customer pays: a repeat of the checkout before it is one all the same.
 */
export function isSameContent({ order, trades }: OrderState, asked: Asked, customerId: string | null): boolean {
  const made = trades.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'not_sent');
  const payWays = [order.payWayCode, ...made.map((trade) => trade.asked?.payWayCode)];
  return (
    COMPARED.every((field) => order[field] === asked[field]) &&
    payWays.includes(asked.payWayCode) &&
    isSameAmount(order, asked) &&
    order.customerId === customerId
  );
}

function isSameAmount({ amount }: OrderRow, asked: Asked): boolean {
  return amount !== null && compareDecimals(amount, asked.amount) === 0;
}
