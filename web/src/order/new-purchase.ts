import type { Order } from '../../../client/src/index.js';

type Wish = Pick<Order, 'side' | 'fiat' | 'amount' | 'crypto' | 'network' | 'country'>;

/** The checkout page with the same wish. The address is left out: what stands in a link stands in logs. */
export function newPurchaseAddress(order: Wish | null): string {
  if (order === null) return '/checkout';
  const { fiat, crypto, network, country } = order;
  const amount = order.side === 'BUY' ? order.amount : null;
  const fields = Object.entries({ fiat, amount, crypto, network, country }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  const query = new URLSearchParams(fields).toString();
  return query === '' ? '/checkout' : `/checkout?${query}`;
}
