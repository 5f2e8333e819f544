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
    'PENDING',
    'PAY_FAIL',
    'PAY_SUCCESS',
  ]);
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
