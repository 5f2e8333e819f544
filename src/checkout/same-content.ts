import type { Asked, OrderRow } from '../orders/order.types.js';
import { compareDecimals } from '../shared/decimal.js';

const COMPARED = [
  'fiat',
  'crypto',
  'network',
  'address',
  'memo',
  'payWayCode',
  'country',
  'redirectUrl',
  'failRedirectUrl',
  'merchantName',
] as const;

/** Does a repeat ask for what the order was made for? Quote, e-mail and token do not count. */
export function isSameContent(order: OrderRow, asked: Asked, customerId: string | null): boolean {
  return (
    COMPARED.every((field) => order[field] === asked[field]) &&
    order.amount !== null &&
    compareDecimals(order.amount, asked.amount) === 0 &&
    order.customerId === customerId
  );
}
