import { describe, expect, it } from 'vitest';
import type { Merchant } from './support/merchant.js';
import { startMerchant } from './support/merchant.js';
import { waitFor } from './support/wait-for.js';

const BACK = 'https://shop.example/done?x=1&y=2';
const FAILED = 'https://shop.example/failed';

async function open(merchant: Merchant, fields: Record<string, unknown> = {}): Promise<string> {
  return ((await merchant.create(fields)).data as { payUrl: string }).payUrl;
}

/** Submits a button's form as a browser does; returns the redirect. */
async function press(payUrl: string, act: string): Promise<string> {
  const answer = await fetch(`${payUrl}/${act}`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', `${payUrl}/${act}`).href;
}

const statusOf = async (merchant: Merchant): Promise<string | undefined> =>
  (await merchant.orders('A-1001')).at(-1)?.status;

it('shows amount, quantity, address and three buttons', async () => {
  const merchant = await startMerchant();
  const payUrl = await open(merchant, { merchantName: 'Café Ñandú 店' });
  const answer = await fetch(payUrl);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const text = await answer.text();
  for (const shown of ['Café Ñandú 店', '100.00 USD', '94.1 USDT', '0x529084…169EE7', 'Visa', '4.40 USD']) {
    expect(text).toContain(shown);
  }
  const id = payUrl.split('/').at(-1) ?? '';
  const forms = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action);
  expect(forms).toEqual([`${id}/pay`, `${id}/fail`, `${id}/cancel`]);
  expect(text).not.toMatch(/<script|style=|onclick/i);
  expect(text).toMatch(/<html lang="en">/);
  expect(text).toMatch(/name="viewport"/);
});

it('serves its style sheet and icon as files', async () => {
  const merchant = await startMerchant();
  const payUrl = await open(merchant);
  const text = await (await fetch(payUrl)).text();
  for (const [, address] of text.matchAll(/<link [^>]*href="([^"]+)"/g)) {
    const file = await fetch(new URL(address ?? '', payUrl));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^(text\/css|image\/svg\+xml)/);
  }
});

it("escapes the merchant's text", async () => {
  const merchant = await startMerchant();
  const text = await (await fetch(await open(merchant, { merchantName: `<b>"A" & 'B'</b>`, memo: '<i>' }))).text();
  expect(text).toContain('&lt;b&gt;&quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;');
  expect(text).not.toMatch(/<[bi]>/);
});

describe('buttons', () => {
  it.each([
    ['pay', 'PAY_SUCCESS', BACK],
    ['fail', 'PAY_FAIL', FAILED],
    ['cancel', 'CANCEL', FAILED],
  ])('%s: %s, then redirects to its URL', async (act, status, goesTo) => {
    const merchant = await startMerchant();
    const payUrl = await open(merchant, { redirectUrl: BACK, failRedirectUrl: FAILED });
    expect(await press(payUrl, act)).toBe(goesTo);
    expect(await statusOf(merchant)).toBe(status);
  });

  it.each(['fail', 'cancel'])('%s: redirects to redirectUrl if there is no other', async (act) => {
    const merchant = await startMerchant();
    expect(await press(await open(merchant, { redirectUrl: 'myapp://done' }), act)).toBe('myapp://done');
  });

  it.each([
    ['pay', 'Payment received'],
    ['cancel', 'Cancelled'],
    ['fail', 'You can try again'],
  ])('%s: without a URL, shows the result', async (act, shown) => {
    const merchant = await startMerchant();
    const payUrl = await open(merchant, { failRedirectUrl: '' });
    expect(await press(payUrl, act)).toBe(payUrl);
    expect(await (await fetch(payUrl)).text()).toContain(shown);
  });
});

it('allow another try after a failure', async () => {
  const merchant = await startMerchant();
  const payUrl = await open(merchant, { redirectUrl: BACK });
  await press(payUrl, 'fail');
  const text = await (await fetch(payUrl)).text();
  expect(text).toContain('role="alert"');
  expect(text).toContain('/pay"');
  await press(payUrl, 'pay');
  expect((await merchant.orders('A-1001'))[0]?.history.map(({ status }) => status)).toEqual([
    ...['PENDING', 'PAY_FAIL', 'PAY_SUCCESS'],
  ]);
});

it.each([
  ['pay', 'pay', 'PAY_SUCCESS', BACK],
  ['pay', 'cancel', 'PAY_SUCCESS', BACK],
  ['cancel', 'pay', 'CANCEL', FAILED],
])('%s, then %s in a second tab: stays %s', async (first, second, status, goesTo) => {
  const merchant = await startMerchant();
  const payUrl = await open(merchant, { redirectUrl: BACK, failRedirectUrl: FAILED });
  await press(payUrl, first);
  expect(await press(payUrl, second)).toBe(goesTo);
  expect(await statusOf(merchant)).toBe(status);
  expect((await merchant.orders('A-1001'))[0]?.history).toHaveLength(2);
});

it('moves to TRANSFER and FINISHED at the configured pace', async () => {
  const merchant = await startMerchant({ paceMs: 600 });
  const payUrl = await open(merchant);
  await press(payUrl, 'pay');
  await waitFor(async () => {
    expect(await statusOf(merchant)).toBe('FINISHED');
  });
  const history = (await merchant.orders('A-1001'))[0]?.history ?? [];
  expect(history.map(({ status, cause }) => [status, cause])).toEqual([
    ['PENDING', 'created'],
    ['PAY_SUCCESS', 'person'],
    ['TRANSFER', 'pace'],
    ['FINISHED', 'pace'],
  ]);
  const moments = history.slice(1).map(({ at }) => Date.parse(at));
  expect((moments[1] ?? 0) - (moments[0] ?? 0)).toBeGreaterThanOrEqual(595);
  expect((moments[2] ?? 0) - (moments[1] ?? 0)).toBeGreaterThanOrEqual(595);
  expect(await (await fetch(payUrl)).text()).toContain('Done');
});

it('applies a new pace to later moves', async () => {
  const merchant = await startMerchant();
  expect((await merchant.control('POST', '/pace', { ms: 1 })).body).toEqual({ ms: 1 });
  await press(await open(merchant), 'pay');
  await waitFor(async () => {
    expect(await statusOf(merchant)).toBe('FINISHED');
  });
});

it('has no other pages', async () => {
  const merchant = await startMerchant();
  const payUrl = await open(merchant);
  expect((await fetch(`${merchant.url}/pay/0123`)).status).toBe(404);
  expect((await fetch(`${merchant.url}/pay/0123/pay`, { method: 'POST' })).status).toBe(404);
  expect((await fetch(payUrl.replace('/pay/', '/orders/'))).status).toBe(404);
});
