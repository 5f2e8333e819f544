import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium, tabOf } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const AWAY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'ramp_unavailable', status: 503, type: '', title: '', detail: '', traceId: '' }),
};

describe.skipIf(CHROMIUM === undefined)(`an order in trouble${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let tab: Tab;
  let buyer: Buyer;
  let ordersBefore: number;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ AUTH: 'required', AUTH_GUESTS: 'true' }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });
  beforeEach(async () => {
    tab = await openTab(browser, PHONE);
    buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    ordersBefore = await providersOrders();
  });
  afterEach(async () => {
    await shop.sandbox.control('DELETE', '/faults');
    await tab.context.close();
  });

  const providersOrders = async (): Promise<number> => (await shop.sandbox.summary()).orders;
  const newOrders = async (): Promise<number> => (await providersOrders()) - ordersBefore;
  const back = (page: Page) => page.getByRole('button', { name: 'Back to your purchase' });
  const isFilledIn = async (): Promise<void> => {
    await buyer.continue.waitFor();
    expect(await tab.page.getByLabel(/^Your address/).inputValue()).toBe(ADDRESS);
  };

  it('provider away: says so, and leads back to the form without an order', async () => {
    await shop.sandbox.fault({ endpoint: 'create', act: 'status', code: 429, times: 1000 });
    await buyer.continue.click();
    await buyer.sees(/^The payment provider does not answer$/);
    await tab.page.getByText('No order was made so far').waitFor();
    await tab.page.getByText(/^We keep trying for another \d+\ssec/).waitFor();
    await back(tab.page).click();
    await isFilledIn();
    await expect.poll(() => buyer.continue.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await tab.page.getByText('Your order was not made').count()).toBe(0);
    expect(await newOrders()).toBe(0);
    await shop.sandbox.control('DELETE', '/faults');
    await buyer.goToPayment();
    expect(await newOrders()).toBe(1);
  });

  it('a request that makes the order while the customer goes back: shows the order, not the payment', async () => {
    let isHeld = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.page.route('**/v1/checkouts', async (route) => {
      if (!(await back(tab.page).isVisible())) return route.fulfill(AWAY);
      isHeld = true;
      await released;
      return route.continue();
    });
    await buyer.continue.click();
    await expect.poll(() => isHeld).toBe(true);
    await back(tab.page).click();
    await tab.page.getByText('One request is still on its way').waitFor();
    release();
    await buyer.sees(/^Waiting for your payment$/);
    expect(await newOrders()).toBe(1);
  });

  it('offline: nothing is sent, and the order is made once the connection is back', async () => {
    await tab.context.setOffline(true);
    await tab.page.getByText('You are offline').waitFor();
    await buyer.continue.click();
    await buyer.sees(/^You are offline$/);
    await tab.page.getByText('Nothing was sent yet').waitFor();
    await back(tab.page).click();
    await isFilledIn();
    await buyer.continue.click();
    await buyer.sees(/^You are offline$/);
    expect(await newOrders()).toBe(0);
    await tab.context.setOffline(false);
    await buyer.onPayPage();
    expect(await newOrders()).toBe(1);
  });

  it('offline for long: leads back to the form instead of making an order of a press long ago', async () => {
    await tab.context.setOffline(true);
    await tab.page.getByText('You are offline').waitFor();
    await buyer.continue.click();
    await buyer.sees(/^You are offline$/);
    await tab.page.clock.setFixedTime(Date.now() + 11 * 60_000);
    await tab.context.setOffline(false);
    await isFilledIn();
    expect(await newOrders()).toBe(0);
  });

  it('answer lost: offers no way back that could make a second order', async () => {
    let requests = 0;
    let isAway = true;
    await tab.page.route('**/v1/checkouts', async (route) => {
      requests += 1;
      if (requests > 1) return isAway ? route.fulfill(AWAY) : route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await buyer.continue.click();
    await tab.page.getByText('your order may be made already').waitFor();
    await expect.poll(() => requests).toBeGreaterThan(3);
    expect(await back(tab.page).count()).toBe(0);
    isAway = false;
    await buyer.onPayPage();
    expect(await newOrders()).toBe(1);
  });

  it('another tab: learns of an order at once, and asks before a second one', async () => {
    const { page } = await tabOf(tab.context);
    const other = new Buyer(page, shop);
    await other.open();
    await other.fillIn();
    await buyer.goToPayment();
    await page.getByText('An order is waiting for its payment to be confirmed').waitFor();
    await other.continue.click();
    const question = page.getByRole('dialog', { name: 'Make another order?' });
    await question.getByText('$100.00 for USDT').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await newOrders()).toBe(1);
    await other.continue.click();
    await question.getByRole('button', { name: 'Make another order' }).click();
    await other.onPayPage();
    expect(await newOrders()).toBe(2);

    await buyer.open();
    await tab.page.getByText('Orders are waiting for their payments to be confirmed').waitFor();
    expect(await tab.page.getByRole('link', { name: 'Go to your order' }).count()).toBe(2);
  });
});
