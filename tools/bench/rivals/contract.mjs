// Both rivals do the minimum: reserve a unique number, send a signed call and store its outcome, all durably.
import { createHmac } from 'node:crypto';

export const SCHEMA = `
  CREATE TABLE bench_orders (
    number text PRIMARY KEY, body text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
    order_no text, pay_url text, answered_at timestamptz)`;
export const RESERVE = {
  name: 'reserve',
  text: 'INSERT INTO bench_orders (number, body) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number',
};
export const RECORD = {
  name: 'record',
  text: 'UPDATE bench_orders SET order_no = $2, pay_url = $3, answered_at = now() WHERE number = $1',
};

/** @param {string} merchantOrderNo @param {string} payUrl */
export const orderOf = (merchantOrderNo, payUrl) => ({ merchantOrderNo, status: 'AWAITING_PAYMENT', payUrl });

/** @param {string} path @param {string} key @returns {{ headers: Record<string, string>, path: string }} */
export function signed(path, key) {
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', key).update(`appId=bench&timestamp=${timestamp}`).digest('hex');
  return { headers: { appid: 'bench', timestamp, sign, 'content-type': 'application/json' }, path };
}
