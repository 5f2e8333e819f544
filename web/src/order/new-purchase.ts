import type { Order } from '#client/src/index.js';

type Wish = Pick<Order, 'side' | 'fiat' | 'amount' | 'crypto' | 'network' | 'country'>;

/** The checkout page with the same terms, but without the address, since URLs are logged. */
export function newPurchaseAddress(order: Wish | null): string {
  if (order === null) return '/checkout';
  const { side, fiat, amount, crypto, network, country } = order;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({
    fiat,
    amount: side === 'BUY' ? amount : null,
    crypto,
    network,
    country,
  })) {
    if (value !== null) query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '/checkout' : `/checkout?${text}`;
}
