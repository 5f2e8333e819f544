import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { overflow } from '../../../test/support/layout.js';
import { createKey } from '../../../test/support/made-key.js';
import { checkoutBody, orderOf } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const NARROW = { ...PHONE, viewport: { width: 320, height: 700 } };
const NOT_HERE = 'This order cannot be shown here';

describe.skipIf(CHROMIUM === undefined)(`private link of an order${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let staff: Readonly<Record<string, string>>;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ AUTH: 'required', AUTH_GUESTS: 'true' }), startChromium()]);
    staff = { 'x-api-key': (await createKey(shop.databaseUrl, 'support', 'ann')).key };
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** Of a guest's order, as its checkout gave it. */
  async function guestsLink(): Promise<{ number: string; secret: string; link: string }> {
    const key = { 'idempotency-key': randomUUID() };
    const answer = await shop.service.checkout(checkoutBody({ merchantOrderNo: undefined }), key);
    const { merchantOrderNo: number, clientSecret } = orderOf(answer);
    return { number, secret: clientSecret!, link: `${shop.url}/orders/${number}#${clientSecret}` };
  }

  async function newLink(number: string): Promise<string> {
    const reason = { reason: 'The customer lost the old link' };
    const answer = await shop.service.post(`/v1/admin/orders/${number}/customer-link`, reason, staff);
    expect(answer.status, answer.text).toBe(201);
    return String(answer.body['url']);
  }

  const opened = async (page: Page, link: string): Promise<Buyer> => {
    await page.goto(link);
    return new Buyer(page, shop);
  };

  it('comes before the payment where the browser stores nothing, and its tab stays', async () => {
    const { page, context } = await openTab(browser, PHONE);
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
    });
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.continue.click();
    await buyer.sees('Waiting for your payment');
    expect(new URL(page.url()).hash).toMatch(/^#cs_/);
    await shop.sandbox.force(buyer.number, 'CANCEL');
    await page.getByRole('button', { name: 'Start a new payment' }).click();
    await page.getByRole('group', { name: 'How would you like to pay?' }).waitFor();
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await buyer.sees('Waiting for your payment');
    expect(await shop.sandbox.creates(buyer.number)).toHaveLength(2);
    const payment = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await (await payment).getByRole('button', { name: /^Pay / }).click();
    await buyer.sees(/^Your purchase is complete$/);
    await context.close();
  });

  it('copied or shared in one browser, opens the order in another, and reaches no server', async () => {
    const { secret, link } = await guestsLink();
    const [first, second] = [await openTab(browser), await openTab(browser, NARROW)];
    const sent: string[] = [];
    for (const { context } of [first, second]) {
      context.on('request', (request) => sent.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
    }
    await first.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page } = first;
    await (await opened(page, link)).sees('Waiting for your payment');
    await page.getByRole('button', { name: 'Open on another device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code of the private link' }).waitFor();
    await dialog.getByRole('button', { name: 'Copy private link' }).click();
    await dialog.getByText('Copied').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(link);

    await second.context.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(globalThis, { shared });
      navigator.share = (data) => Promise.resolve(void shared.push(data ?? {}));
    });
    await (await opened(second.page, copied)).sees('Waiting for your payment');
    expect(second.page.url()).not.toContain('#');
    await second.page.getByRole('button', { name: 'Open on another device' }).click();
    await second.page.getByRole('button', { name: 'Share…' }).click();
    expect(await second.page.evaluate(() => Reflect.get(globalThis, 'shared') as ShareData[])).toMatchObject([
      { url: link },
    ]);
    expect(await overflow(second.page)).toEqual([]);

    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((text) => text.includes(secret))).toEqual([]);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });

  it("ends in every browser when staff issues a new one, which opens the order again in the browser's open page", async () => {
    const { number, link } = await guestsLink();
    const { page } = await openTab(browser, PHONE);
    const buyer = await opened(page, link);
    await buyer.sees('Waiting for your payment');
    const fresh = await newLink(number);
    await buyer.sees(NOT_HERE);
    const { page: elsewhere } = await openTab(browser);
    await (await opened(elsewhere, link)).sees(NOT_HERE);
    // As if pasted into the address bar: the document stays.
    await page.evaluate((hash) => location.assign(hash), new URL(fresh).hash);
    await buyer.sees('Waiting for your payment');
    await page.reload();
    await buyer.sees('Waiting for your payment');
    // The old link again, in a browser that has the new secret.
    await page.goto('about:blank');
    await opened(page, link);
    await buyer.sees('Waiting for your payment');
    await (await opened((await openTab(browser)).page, fresh)).sees('Waiting for your payment');
  });

  it('is offered at once where the browser stores nothing, and the order stays open', async () => {
    const { number, link } = await guestsLink();
    const { page, context } = await openTab(browser, PHONE);
    await context.addInitScript(storeNothing);
    const buyer = await opened(page, link);
    await page.getByText('This browser will not remember your order').waitFor();
    await shop.sandbox.force(number, 'PAY_SUCCESS', {}, false);
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await buyer.sees('Payment received');
    await page.getByRole('button', { name: 'Show the private link' }).click();
    expect(await page.getByRole('dialog').locator('.code').textContent()).toBe(link);
    await page.reload();
    await buyer.sees('Payment received');
    await context.close();
  });

  it("shows a stranger's order before its payment, whatever its address asks for", async () => {
    const { link } = await guestsLink();
    const { page, context } = await openTab(browser, PHONE);
    const payments: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().includes('/pay/')) payments.push(request.url());
    });
    const buyer = await opened(page, link.replace('#', '?pay=1#'));
    await buyer.sees('Waiting for your payment');
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await buyer.onPayPage();
    expect(payments).toHaveLength(1);
    await context.close();
  });
});

/** Runs in the page, before its scripts. */
function storeNothing(): void {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('no storage', 'SecurityError');
      },
    });
}
