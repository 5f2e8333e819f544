import { expect, it } from 'vitest';
import type { Merchant } from './support/merchant.js';
import { startMerchant } from './support/merchant.js';

const HTML = { accept: 'text/html,application/xhtml+xml' };

async function press(
  merchant: Merchant,
  path: string,
  body = '',
  origin: string | null = merchant.url,
): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(origin === null ? {} : { origin }) };
  return fetch(`${merchant.url}/made/${path}`, { method: 'POST', redirect: 'manual', headers, body });
}

async function made(merchant: Merchant): Promise<{ orderNo: string; merchantOrderNo: string }> {
  const { data } = await merchant.create({ merchantName: '<b>Nimbus</b>' });
  return data as { orderNo: string; merchantOrderNo: string };
}

const statusOf = async (merchant: Merchant): Promise<string | undefined> =>
  (await merchant.orders('A-1001')).at(-1)?.status;

it('shows browsers the orders and scenarios, and programs the help', async () => {
  const merchant = await startMerchant();
  await made(merchant);
  const answer = await fetch(merchant.url, { headers: HTML });
  const text = await answer.text();
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  for (const shown of ['A-1001', 'PENDING', '100.00 USD', 'Refunded', 'Wrong address', '..second-card']) {
    expect(text).toContain(shown);
  }
  expect(text).not.toMatch(/<script|style=|onclick/i);
  const help = await fetch(merchant.url);
  expect(help.headers.get('content-type')).toContain('text/plain');
  expect(await help.text()).toContain('SANDBOX_PORT');
});

it.each([
  ['paid', 'PAY_SUCCESS'],
  ['pending', 'PENDING'],
  ['declined', 'PAY_FAIL'],
  ['cancelled', 'CANCEL'],
  ['refunded', 'REFUNDED'],
  ['unknown', 'ON_THE_MOON'],
])('the button %s moves the order to %s', async (move, status) => {
  const merchant = await startMerchant();
  const { orderNo } = await made(merchant);
  const answer = await press(merchant, `${orderNo}/${move}`);
  expect(answer.status).toBe(303);
  expect(new URL(answer.headers.get('location') ?? '', answer.url).href).toBe(`${merchant.url}/`);
  expect(await statusOf(merchant)).toBe(status);
});
