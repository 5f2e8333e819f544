import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium, tabOf } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

/** Messages that browsers log for failed requests, which these tests cause. */
const LOST =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|FAILED|ABORTED|NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/;

describe.skipIf(CHROMIUM === undefined)(`buying during failures${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    // Slow enough for a test to see intermediate statuses.
    [shop, browser] = await Promise.all([openShop({}, { SANDBOX_PACE_MS: '300' }, 'process'), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** A visitor on the provider's page, with all programs. */
  async function atPayPage(options = {}): Promise<{ buyer: Buyer; tab: Awaited<ReturnType<typeof openTab>> }> {
    const tab = await openTab(browser, { ...PHONE, ...options });
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.goToPayment();
    return { buyer, tab };
  }

  /** A visitor on the page of an unpaid order; the payment is made elsewhere. */
  async function onOrderPage(): Promise<{ buyer: Buyer; tab: Awaited<ReturnType<typeof openTab>> }> {
    const visit = await atPayPage();
    await visit.buyer.page.goBack();
    await visit.buyer.sees(/^Waiting for your payment$/);
    return visit;
  }

  const payElsewhere = (number: string): Promise<unknown> => shop.sandbox.control('POST', `/orders/${number}/pay`);

  const isQuiet = (complaints: readonly string[]): void => {
    expect(complaints.filter((text) => !LOST.test(text))).toEqual([]);
  };

  it('continues after the network was cut, at every step', async () => {
    const { page, context, complaints } = await openTab(browser, PHONE);
    // The browser's offline switch does not cut an open stream.
    await context.route('**/events*', (route) => route.abort('connectionrefused'));
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await page.getByLabel('You pay').fill('120');
    await context.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('aside').innerText()).toMatch(/You get about\s+\d+/);
    await buyer.goToPayment();
    await page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    const { number } = buyer;
    await context.setOffline(true);
    await page.getByText('You are offline').waitFor();
    await payElsewhere(number);
    await shop.rows.untilStatus(number, 'COMPLETED');
    expect(await buyer.heading.textContent(), 'claims nothing unknown').toBe('Waiting for your payment');
    await context.setOffline(false);
    await buyer.sees(/^Your purchase is complete$/);
    expect(await page.getByText('You are offline').count()).toBe(0);
    expect((await shop.sandbox.order(number)).record['amount']).toBe('120.00');
    isQuiet(complaints);
    await context.close();
  });

  it('continues after the service was killed and restarted', async () => {
    const { buyer, tab } = await onOrderPage();
    const { number } = buyer;
    await shop.kill();
    await buyer.page.getByText('We cannot be reached right now').waitFor();
    expect(await buyer.heading.textContent()).toBe('Waiting for your payment');
    await payElsewhere(number);
    await shop.startAgain();
    await buyer.sees(/^Your purchase is complete$/);
    isQuiet(tab.complaints);
    await tab.context.close();
  });

  it('loads again if the service was down at first', async () => {
    const { buyer, tab } = await onOrderPage();
    const { clock } = buyer.page;
    let requests = 0;
    await tab.context.route('**/v1/orders/**', (route) => {
      requests += 1;
      return route.abort('connectionrefused');
    });
    await clock.install();
    await buyer.page.reload();
    await buyer.page.getByText('We cannot be reached right now').waitFor();
    // The page refreshes by itself, but not while its clock is stopped: then only a press does.
    await clock.pauseAt(Date.now() + 60_000);
    const before = requests;
    await buyer.page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => requests).toBeGreaterThan(before);
    await tab.context.unroute('**/v1/orders/**');
    await clock.resume();
    await buyer.sees(/^Waiting for your payment$/);
    isQuiet(tab.complaints);
    await tab.context.close();
  });

  it('polls the order if the stream is refused', async () => {
    const { buyer, tab } = await atPayPage();
    let refused = 0;
    await tab.context.route('**/events*', (route) => {
      refused += 1;
      return route.abort('connectionrefused');
    });
    await buyer.page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    await buyer.page.getByText('Checked every few seconds').waitFor();
    await payElsewhere(buyer.number);
    await buyer.sees(/^Your purchase is complete$/);
    expect(refused).toBeGreaterThan(0);
    isQuiet(tab.complaints);
    await tab.context.close();
  });

  it('shows each change at once by the stream, without polling', async () => {
    const { buyer, tab } = await onOrderPage();
    await buyer.page.getByText('Updates by itself').waitFor();
    const paths: string[] = [];
    buyer.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await payElsewhere(buyer.number);
    await buyer.sees(/^Payment received$|is being sent$|is complete$/);
    await buyer.sees(/^Your purchase is complete$/);
    expect(paths.filter((path) => path.startsWith('/v1/') && !path.endsWith('/events'))).toEqual([]);
    isQuiet(tab.complaints);
    await tab.context.close();
  });

  it('shows the same order after a reload, in another tab, and a day later', async () => {
    const { buyer, tab } = await onOrderPage();
    await buyer.page.reload();
    await buyer.sees(/^Waiting for your payment$/);
    const second = await tabOf(tab.context);
    const there = new Buyer(second.page, shop);
    await second.page.goto(buyer.page.url());
    await there.sees(/^Waiting for your payment$/);
    await payElsewhere(buyer.number);
    await Promise.all([buyer.sees(/^Your purchase is complete$/), there.sees(/^Your purchase is complete$/)]);

    const kept = await tab.context.storageState();
    await tab.context.close();
    const tomorrow = await openTab(browser, { ...PHONE, storageState: kept });
    await tomorrow.page.goto(`${shop.url}/orders/${there.number}`);
    await new Buyer(tomorrow.page, shop).sees(/^Your purchase is complete$/);
    isQuiet([...tab.complaints, ...tomorrow.complaints]);
    await tomorrow.context.close();
  });

  it('links an unpaid order to its payment, and the checkout to the order', async () => {
    const { buyer, tab } = await onOrderPage();
    const { number } = buyer;
    await buyer.open();
    await buyer.page.getByText('An order is waiting for its payment to be confirmed').waitFor();
    await buyer.page.getByRole('link', { name: 'Go to your order' }).click();
    await buyer.sees(/^Waiting for your payment$/);
    await buyer.page.getByRole('link', { name: 'Go to payment' }).click();
    await buyer.onPayPage();
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
    expect(buyer.number).toBe(number);
    expect(await shop.sandbox.creates(number)).toHaveLength(1);
    isQuiet(tab.complaints);
    await tab.context.close();
  });
});
