import { randomUUID } from 'node:crypto';

/** @typedef {import('./load.mjs').Asked} Asked */

const WISH = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', country: 'US', payWayCode: '10001' };
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** @param {string} merchantOrderNo @returns {Asked} */
const checkoutOf = (merchantOrderNo) => ({
  method: 'POST',
  path: '/v1/checkouts',
  body: JSON.stringify({ merchantOrderNo, ...WISH, address: ADDRESS }),
});

/** @returns {Asked} a checkout that nobody has sent before */
export const newCheckout = () => checkoutOf(randomUUID().slice(0, 30));

/**
 * What is measured beside a checkout, each by its CPU, on orders that are there already.
 * @type {Record<string, (made: { number: string, callback: string }) => Asked>}
 */
export const REQUESTS = {
  'CPU ms, repeated checkout': ({ number }) => checkoutOf(number),
  'CPU ms, callback': ({ number, callback }) => ({
    method: 'POST',
    path: callback,
    // Each one is news: what came before would only be counted.
    body: JSON.stringify({ merchantOrderNo: number, appId: 'bench', status: 'PENDING', message: randomUUID() }),
  }),
  'CPU ms, order read': ({ number }) => ({ method: 'GET', path: `/v1/orders/${number}` }),
  'CPU ms, list from the cache': () => ({ method: 'GET', path: '/v1/cryptos?fiat=USD' }),
  'CPU ms, quote': () => ({ method: 'POST', path: '/v1/quotes', body: JSON.stringify({ side: 'BUY', ...WISH }) }),
};

/**
 * @param {string} url of the bare provider
 * @returns {Promise<{ number: string, callback: string, answeredAt: number }[]>} what was made so far, where its callbacks go,
 *   and when its status of now was first told
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
