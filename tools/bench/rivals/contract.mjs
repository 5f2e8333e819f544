// Both rivals do the minimum: reserve a unique number, send a signed call and store its outcome, all durably; read by
// key; store callbacks.
import { createHmac } from 'node:crypto';

export const SCHEMA = `
  CREATE TABLE bench_orders (
    number text PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    order_no text, pay_url text, answered_at timestamptz);
  CREATE TABLE bench_callbacks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text NOT NULL, received_at timestamptz NOT NULL DEFAULT now())`;
export const RESERVE = {
  name: 'reserve',
  text: 'INSERT INTO bench_orders (number, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number',
};
export const RECORD = {
  name: 'record',
  text: 'UPDATE bench_orders SET order_no = $2, pay_url = $3, answered_at = now() WHERE number = $1',
};
export const FIND = {
  name: 'find',
  text: 'SELECT number, body, order_no, pay_url FROM bench_orders WHERE number = $1',
};
export const STORE_CALLBACK = { name: 'callback', text: 'INSERT INTO bench_callbacks (body) VALUES ($1)' };

/** As if fetched from the provider a moment ago. */
export const LIST = {
  fiat: 'USD',
  items: [{ crypto: 'USDT', network: 'ETH', buyEnabled: true, minBuyAmount: '15', maxBuyAmount: '2000' }],
};

/** @param {{ number: string, pay_url: string }} row */
export const orderOf = ({ number, pay_url }) => ({
  merchantOrderNo: number,
  status: 'AWAITING_PAYMENT',
  payUrl: pay_url,
});

/** @param {string} path @param {string} key @returns {{ headers: Record<string, string>, path: string }} */
export function signed(path, key) {
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', key).update(`appId=bench&timestamp=${timestamp}`).digest('hex');
  return { headers: { appid: 'bench', timestamp, sign, 'content-type': 'application/json' }, path };
}
