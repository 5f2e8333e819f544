import { randomUUID } from 'node:crypto';

/** @typedef {import('./load.mjs').RequestSpec} RequestSpec */

const WISH = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', country: 'US', payWayCode: '10001' };
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** @param {string} merchantOrderNo @returns {RequestSpec} */
const checkoutOf = (merchantOrderNo) => ({
  method: 'POST',
  path: '/v1/checkouts',
  body: JSON.stringify({ merchantOrderNo, ...WISH, address: ADDRESS }),
});

/** @returns {RequestSpec} a checkout with a new number */
export const newCheckout = () => checkoutOf(randomUUID().slice(0, 30));

/**
 * Requests measured beside checkouts, by CPU, on existing orders.
 * @type {Record<string, (made: { number: string, callback: string }) => RequestSpec>}
 */
export const REQUESTS = {
  'CPU ms, repeated checkout': ({ number }) => checkoutOf(number),
  'CPU ms, callback': ({ number, callback }) => ({
    method: 'POST',
    path: callback,
    // Make each callback unique: a repeated one would only be counted.
    body: JSON.stringify({ merchantOrderNo: number, appId: 'bench', status: 'PENDING', message: randomUUID() }),
  }),
  'CPU ms, order read': ({ number }) => ({ method: 'GET', path: `/v1/orders/${number}` }),
  'CPU ms, list from the cache': () => ({ method: 'GET', path: '/v1/cryptos?fiat=USD' }),
  'CPU ms, quote': () => ({ method: 'POST', path: '/v1/quotes', body: JSON.stringify({ side: 'BUY', ...WISH }) }),
};

/**
 * @param {string} url of the bare provider
 * @returns {Promise<{ number: string, callback: string, answeredAt: number }[]>} the created orders, their callback
 * paths, and when a query first returned the current status
 */
export async function ordersAt(url) {
  const orders = /** @type {{ number: string, callbackUrl?: string, answeredAt: number }[]} */ (
    await (await fetch(url)).json()
  );
  return orders.map(({ callbackUrl, ...order }) => ({
    ...order,
    callback: callbackUrl === undefined ? '/callbacks/bench' : new URL(callbackUrl).pathname,
  }));
}
