import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { openEmbeddingShop } from '../../../test/support/embedding-shop.js';
import type { EmbeddingShop } from '../../../test/support/embedding-shop.js';
import { overflow } from '../../../test/support/layout.js';
import { createKey } from '../../../test/support/made-key.js';
import { newCheckout } from '../../../test/support/service.js';

describe.skipIf(CHROMIUM === undefined)(`the checkout page on a shop's page${NEEDS_CHROMIUM}`, () => {
  let site: EmbeddingShop;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openEmbeddingShop(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const newsOf = (page: Page): Promise<string> => page.locator('#news').innerText();
  const press = (page: Page): Promise<void> => page.getByRole('button', { name: 'Buy crypto' }).click();

  async function framed(page: Page): Promise<Buyer> {
    await page.goto(site.url);
    await press(page);
    await expect.poll(() => page.frames().length).toBe(2);
    return customer(page.frames()[1]!);
  }

  /** A frame has a page's locators. */
  const customer = (window: Frame | Page): Buyer => new Buyer(window as Page, site.shop);

  async function order(buyer: Buyer): Promise<void> {
    await buyer.methods.first().waitFor();
    await buyer.sendTo(ADDRESS);
    await buyer.continue.click();
    await buyer.sees(/^Waiting for your payment$/);
  }

  async function pay(page: Page, buyer: Buyer): Promise<Buyer> {
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      buyer.page.getByRole('link', { name: 'Go to payment' }).click(),
    ]);
    const payer = customer(tab);
    await payer.onPayPage();
    expect(new URL(tab.url()).origin, 'the payment is no frame').toBe(site.shop.sandbox.url);
    await payer.press('Pay');
    return payer;
  }

  it('in a frame: sells, is paid at the top level, and tells the shop', async () => {
    const { page, context, complaints } = await openTab(browser, PHONE);
    const buyer = await framed(page);
    await order(buyer);
    for (const width of [320, 1280, PHONE.viewport!.width]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await overflow(buyer.page), String(width)).toEqual([]);
    }
    await expect.poll(() => newsOf(page)).toMatch(/^created /);
    const [, number = '', orderUrl = ''] = /^created (\S+) (\S+)$/.exec((await newsOf(page)).trim())!;
    const payer = await pay(page, buyer);
    expect(payer.number).toBe(number);
    await payer.sees(/^Your purchase is complete$/);
    await buyer.sees(/^Your purchase is complete$/);
    await expect.poll(() => newsOf(page)).toContain(`paid ${number}\ncompleted ${number}`);
    expect(page.url()).toBe(site.url);

    await buyer.page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => newsOf(page)).toContain(`closed ${number}`);
    await expect.poll(() => page.frames()).toHaveLength(1);
    expect((await newsOf(page)).match(/^\w+/gm)).toEqual(['created', 'paid', 'completed', 'closed']);
    expect(complaints).toEqual([]);
    await context.close();

    const elsewhere = await openTab(browser);
    await elsewhere.page.goto(orderUrl);
    await customer(elsewhere.page).sees(/^Your purchase is complete$/);
    await elsewhere.context.close();
  });

  it('in a frame: is as high as its content', async () => {
    const { page, context } = await openTab(browser, PHONE);
    const buyer = await framed(page);
    await buyer.methods.first().waitFor();
    const isWhole = (): Promise<boolean> =>
      buyer.page.evaluate(() => Math.abs(document.documentElement.scrollHeight - innerHeight) <= 1);
    await expect.poll(isWhole).toBe(true);
    await order(buyer);
    await expect.poll(isWhole).toBe(true);
    await context.close();
  });

  it('in a frame that names no shop: a link that fixes the number opens its order there, also when loaded again', async () => {
    const { key } = await createKey(site.shop.databaseUrl, 'checkout', 'shop');
    const { body, number } = newCheckout();
    const link = await site.shop.service.post('/v1/checkout-links', body, { 'x-api-key': key });
    expect(link.status, link.text).toBe(201);
    const { search } = new URL(String(link.body['url']));
    const { page, context } = await openTab(browser);
    const buys = async (): Promise<void> => {
      await page.goto(site.url);
      await page.evaluate((url) => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
      }, `${site.shop.url}/checkout${search}`);
      await expect.poll(() => page.frames().length).toBe(2);
      const buyer = customer(page.frames()[1]!);
      await buyer.page.getByText(/^\$[\d.]+ \([\d.]+%\)$/).waitFor();
      await buyer.continue.click();
      await buyer.sees(/^Waiting for your payment$/);
      await buyer.page.getByText(number).waitFor();
    };
    await buys();
    await buys();
    await context.close();
  });

  it('in a frame: does not show an order whose secret staff has replaced', async () => {
    const staff = { 'x-api-key': (await createKey(site.shop.databaseUrl, 'support', 'ann')).key };
    const { page, context } = await openTab(browser);
    const buyer = await framed(page);
    await order(buyer);
    await expect.poll(() => newsOf(page)).toMatch(/^created /);
    const [, number = ''] = (await newsOf(page)).split(' ');
    const reason = { reason: 'The customer lost the old link' };
    const link = await site.shop.service.post(`/v1/admin/orders/${number}/customer-link`, reason, staff);
    expect(link.status, link.text).toBe(201);
    await buyer.sees(/^This order cannot be shown here$/);
    expect(await buyer.page.getByRole('link', { name: 'Go to payment' }).count()).toBe(0);
    await context.close();
  });

  it('without storage: sells all the same', async () => {
    const { page, context } = await openTab(browser);
    await context.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
    });
    const buyer = await framed(page);
    await order(buyer);
    await pay(page, buyer);
    await buyer.sees(/^Your purchase is complete$/);
    await expect.poll(() => newsOf(page)).toMatch(/^completed /m);
    await context.close();
  });

  it('in a pop-up: sells, tells the shop, and can be closed', async () => {
    const { page, context, complaints } = await openTab(browser);
    await page.goto(site.popupUrl);
    const [popup] = await Promise.all([context.waitForEvent('page'), press(page)]);
    const buyer = customer(popup);
    await order(buyer);
    await pay(page, buyer);
    await buyer.sees(/^Your purchase is complete$/);
    await expect.poll(() => newsOf(page)).toMatch(/^created .*\npaid .*\ncompleted /m);
    await popup.close();
    await expect.poll(() => newsOf(page)).toMatch(/^closed .+/m);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows nothing in a frame of another origin', async () => {
    const { page, context, complaints } = await openTab(browser);
    await page.goto(site.foreignUrl);
    await press(page);
    await expect.poll(() => complaints.join('\n')).toMatch(/frame-ancestors/);
    expect(await page.frames()[1]!.locator('body').innerText()).not.toContain('Continue to payment');
    await context.close();
  });

  it('tells another origin nothing, whatever origin its address names', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(site.foreignUrl);
    await page.evaluate(() => {
      addEventListener('message', ({ data }) => document.getElementById('news')!.append(JSON.stringify(data)));
    });
    const openFrom = async (origin: string): Promise<Buyer> => {
      const query = new URLSearchParams({ fiat: 'USD', amount: '100', country: 'US', embed: origin });
      const opening = page.evaluate((url) => void window.open(url), `${site.shop.url}/checkout?${query.toString()}`);
      const [popup] = await Promise.all([context.waitForEvent('page'), opening]);
      const buyer = customer(popup);
      await buyer.methods.first().waitFor();
      await buyer.sendTo(ADDRESS);
      await buyer.continue.click();
      return buyer;
    };
    const named = await openFrom(new URL(site.url).origin);
    await named.sees(/^Waiting for your payment$/);
    // Messages arrive in their order, so an earlier one would be there before it.
    await named.page.evaluate(() => (opener as Window).postMessage('the last', '*'));
    await expect.poll(() => newsOf(page)).toBe('"the last"');
    // This origin is not listed: it gets the plain page, which leaves for the payment.
    const own = await openFrom(new URL(site.foreignUrl).origin);
    await own.onPayPage();
    expect(await newsOf(page)).toBe('"the last"');
    await context.close();
  });
});
