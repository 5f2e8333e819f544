import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { violations } from '../../../test/support/axe.js';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { checkoutBody } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const UNTIL = '2099-01-31T12:00:00.000Z';

describe.skipIf(CHROMIUM === undefined)(`pauses, as customers see them${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
    await Promise.all(['10001', '10002'].map((payWayCode) => shop.service.checkout(checkoutBody({ payWayCode }))));
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** Returns the end of the pause. */
  async function pause(terms: Readonly<Record<string, string>>): Promise<() => Promise<unknown>> {
    const body = { ...terms, reason: 'It fails.', until: UNTIL };
    const { status, text, body: made } = await shop.service.post('/v1/admin/pauses', body);
    expect(status, text).toBe(201);
    const end = () => shop.service.request('DELETE', `/v1/admin/pauses/${String(made['id'])}`);
    onTestFinished(async () => void (await end()));
    return end;
  }

  async function atForm() {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open('?fiat=USD&amount=100&crypto=USDT&network=ETH&country=US');
    await buyer.sendTo(ADDRESS);
    return { ...tab, buyer };
  }

  it('a paused method is greyed, and another one pays', async () => {
    await pause({ payWayCode: '10001' });
    const { page, context, complaints, buyer } = await atForm();
    await buyer.methods.first().waitFor();
    const row = page.getByRole('listitem').filter({ hasText: '10001' });
    expect(await row.innerText()).toMatch(/10001\s+Not available at the moment/);
    expect(await page.getByRole('radio', { name: /10001/ }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await buyer.goToPayment();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a chosen method that is paused meanwhile keeps the entries, and the page asks for another', async () => {
    const { page, context, buyer } = await atForm();
    await page.getByRole('radio', { name: /10001/ }).check();
    const { orders: before } = await shop.sandbox.summary();
    await pause({ payWayCode: '10001' });
    await buyer.continue.click();
    await page.getByText(/Please come back after Jan 31, 2099/).waitFor();
    // Before the prices are due for a refresh.
    await page
      .getByText('Payment method 10001 has no price right now. Please choose another way to pay.')
      .first()
      .waitFor({ timeout: 12_000 });
    expect((await shop.sandbox.summary()).orders).toBe(before);
    expect(await page.getByLabel('You pay').inputValue()).toBe('100');
    expect(await page.getByLabel(/^Your address/).inputValue()).toBe(ADDRESS);
    await buyer.methods.first().check();
    await buyer.goToPayment();
    await context.close();
  });

  it('a paused coin is greyed in the list', async () => {
    await pause({ crypto: 'USDC', network: 'ETH' });
    const { page, context, buyer } = await atForm();
    await buyer.methods.first().waitFor();
    await page.getByRole('button', { name: /^You get/ }).click();
    const coin = page.getByRole('dialog').getByRole('button', { name: /^USDC Ethereum/ });
    expect(await coin.innerText()).toContain('Not available at the moment');
    expect(await coin.isDisabled()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('with nothing left the page says when to come back, and sells again afterwards', async () => {
    const end = await pause({});
    const { page, context, complaints, buyer } = await atForm();
    await page
      .getByText(/Please come back after Jan 31, 2099/)
      .first()
      .waitFor();
    expect(await buyer.methods.count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await buyer.methods.first().waitFor();
    expect(await page.getByLabel(/^Your address/).inputValue()).toBe(ADDRESS);
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
    await context.close();
  });
});
