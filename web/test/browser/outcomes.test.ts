import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { checkoutBody, newNumber, until } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

/** Words that claim a result, allowed only if the provider has reported it. */
const SUCCESS = /complete|delivered|success|arrived/i;
const MONEY_BACK = /refund|money (is )?(on its way )?back|not (been )?charged/i;

describe.skipIf(CHROMIUM === undefined)(`outcomes of a purchase${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  async function atPayPage(): Promise<{ buyer: Buyer; tab: Tab }> {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.goToPayment();
    return { buyer, tab };
  }

  /** The page of an order made by API, as its owner sees it. */
  async function pageOf(number: string, clientSecret = ''): Promise<{ buyer: Buyer; tab: Tab }> {
    const tab = await openTab(browser, PHONE);
    await tab.context.addInitScript(
      ([no, secret]) => localStorage.setItem('ramp-checkout:orders', JSON.stringify([[no, secret]])),
      [number, clientSecret] as const,
    );
    await tab.page.goto(`${shop.url}/orders/${number}`);
    return { buyer: new Buyer(tab.page, shop), tab };
  }

  const mainText = (buyer: Buyer): Promise<string> => buyer.page.locator('main').innerText();

  it('declined, retried and paid: one order with two trades', async () => {
    const { buyer, tab } = await atPayPage();
    await buyer.press('Decline');
    await buyer.sees(/^The payment did not go through$/);
    const text = await mainText(buyer);
    expect(text).not.toMatch(MONEY_BACK);
    expect(text).not.toMatch(SUCCESS);
    const { number } = buyer;
    const press = (name: string): Promise<void> =>
      buyer.page.getByRole('button', { name }).evaluate((button) => {
        for (let times = 0; times < 3; times++) (button as HTMLButtonElement).click();
      });
    await press('Start a new payment');
    await buyer.page.getByRole('group', { name: 'How would you like to pay?' }).waitFor();
    await press('Go to payment');
    await buyer.onPayPage();
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
    expect(buyer.number).toBe(number);
    expect((await shop.sandbox.creates(number)).map((call) => call.merchantOrderNo)).toEqual([number, `${number}-r2`]);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('declined, and the price moves: shows both and asks before a trade', async () => {
    const { buyer, tab } = await atPayPage();
    const { page } = tab;
    await buyer.press('Decline');
    await buyer.sees(/^The payment did not go through$/);
    await page.getByRole('button', { name: 'Start a new payment' }).click();
    const form = page.locator('form.retry');
    await form.locator('.method--chosen').getByText('Service fee').waitFor();
    await expect
      .poll(() => page.locator('.button:not(.button--quiet, .button--plain)').allInnerTexts())
      .toHaveLength(1);
    const mark = await shop.sandbox.mark();
    try {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '20' });
      await form.getByRole('button', { name: 'Go to payment' }).click();
      const accept = form.getByRole('button', { name: 'Accept and continue' });
      await accept.waitFor();
      expect(await form.innerText()).toMatch(/Before\s+[\d.]+ USDT\s+Now\s+[\d.]+ USDT/);
      expect(await shop.sandbox.calls('create', mark)).toEqual([]);
      await accept.click();
      await buyer.onPayPage();
      expect(await shop.sandbox.calls('create', mark)).toHaveLength(1);
    } finally {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '0' });
    }
    await tab.context.close();
  });

  it('retried after its price moved, and no price comes: says why, and makes no trade', async () => {
    const { merchantOrderNo: number, clientSecret } = await shop.service.order(checkoutBody());
    await shop.sandbox.force(number, 'CANCEL');
    await until('the end', async () => (await shop.service.read(number)).status === 'CANCELLED');
    const stale = { after: number, quote: { cryptoQuantity: '1000' } };
    expect((await shop.service.post(`/v1/orders/${number}/retry`, stale)).status).toBe(422);
    const { buyer, tab } = await pageOf(number, clientSecret ?? undefined);
    const start = buyer.page.getByRole('button', { name: 'Start a new payment' });
    await shop.sandbox.fault({ endpoint: 'quote', act: 'answer', returnCode: '9999', returnMsg: 'no', times: 0 });
    try {
      await start.click();
      await buyer.page.getByText('We are briefly unavailable.').waitFor();
      expect(await shop.sandbox.creates(number)).toHaveLength(1);
    } finally {
      await shop.sandbox.control('DELETE', '/faults');
    }
    await start.click();
    await buyer.page.getByRole('group', { name: 'How would you like to pay?' }).waitFor();
    await tab.context.close();
  });

  it('cancelled: says so, and promises no refund', async () => {
    const { buyer, tab } = await atPayPage();
    await buyer.press('Cancel');
    await buyer.sees(/^The payment was cancelled$/);
    const text = await mainText(buyer);
    expect(text).not.toMatch(MONEY_BACK);
    expect(text).not.toMatch(SUCCESS);
    await tab.context.close();
  });

  it.each(['wrong-amount', 'risk-control', 'wrong-address'])(
    '%s: in review it shows neither success nor refund',
    async (word) => {
      const number = `${newNumber()}..${word}`;
      const order = await shop.service.order(checkoutBody({ merchantOrderNo: number }));
      const { buyer, tab } = await pageOf(number, order.clientSecret ?? undefined);
      await expect.poll(async () => (await shop.rows.order(number))?.in_review).toBe(true);
      await buyer.page
        .getByText(/looking into it/)
        .first()
        .waitFor();
      const title = await buyer.page.title();
      const text = `${title}\n${await mainText(buyer)}`.replaceAll(number, '');
      expect(text).not.toMatch(/refund/i);
      expect(text).not.toMatch(SUCCESS);
      expect(text, 'predicts no next step').not.toMatch(/Next, your/);
      expect(text).not.toMatch(/RISK|REFUNDED|mismatch/);
      expect(tab.complaints).toEqual([]);
      await tab.context.close();
    },
  );

  it.each(['unknown-1', '%00', 'x'.repeat(300), '%E2%80%AEevil', '<img src=x onerror=alert(1)>'])(
    'an order unknown to this browser: %j',
    async (number) => {
      const guestShop = await openShopOfGuests();
      const { page, context, complaints } = await openTab(browser, PHONE);
      const path = number.startsWith('%') ? number : encodeURIComponent(number);
      await page.goto(`${guestShop.url}/orders/${path}`);
      await page.getByRole('heading', { level: 1, name: 'This order cannot be shown here' }).waitFor();
      expect(await page.locator('main img').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(complaints.filter((text) => !/status of 40[014]/.test(text))).toEqual([]);
      await context.close();
    },
  );

  it('another person’s order: hides it and whether it exists', async () => {
    const guestShop = await openShopOfGuests();
    const owner = await openTab(browser, PHONE);
    const buyer = new Buyer(owner.page, guestShop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.goToPayment();
    await owner.page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    const stranger = await openTab(browser, PHONE);
    await stranger.page.goto(owner.page.url());
    const visitor = new Buyer(stranger.page, guestShop);
    await visitor.sees(/^This order cannot be shown here$/);
    expect(await mainText(visitor)).not.toContain('100');
    await Promise.all([owner.context.close(), stranger.context.close()]);
  });

  it('an old price: refreshed before the order', async () => {
    const tab = await openTab(browser, PHONE);
    const { page } = tab;
    await page.clock.install();
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.pay('100');
    await buyer.sendTo(ADDRESS);
    await page.clock.runFor(2000);
    await buyer.methods.first().waitFor();
    const before = await arrives(buyer);
    try {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '10' });
      await page.clock.runFor(35_000);
      await page.getByText('The price has changed').first().waitFor();
      expect(await arrives(buyer)).toBeLessThan(before);
      const mark = await shop.sandbox.mark();
      expect(await buyer.continue.count(), 'a price that is much worse needs a yes').toBe(0);
      await page.getByRole('button', { name: 'Accept and continue' }).click();
      await buyer.onPayPage();
      expect(await shop.sandbox.calls('create', mark)).toHaveLength(1);
    } finally {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '0' });
    }
    await tab.context.close();
  });

  it('a price moved just before the order: shows both, and orders nothing', async () => {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    await expect.poll(() => arrives(buyer)).toBeGreaterThan(0);
    const mark = await shop.sandbox.mark();
    try {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '10' });
      await buyer.continue.click();
      const accept = tab.page.getByRole('button', { name: 'Accept and continue' });
      await accept.waitFor();
      expect(await shop.sandbox.calls('create', mark)).toHaveLength(0);
      const aside = await tab.page.locator('aside').innerText();
      expect(aside).toMatch(/Before\s+[\d.]+/);
      expect(aside).toMatch(/Now\s+[\d.]+/);
      await accept.click();
      await buyer.onPayPage();
    } finally {
      await shop.sandbox.control('POST', '/behaviour', { priceChangePercent: '0' });
    }
    await tab.context.close();
  });

  async function arrives(buyer: Buyer): Promise<number> {
    const text = await buyer.page.locator('aside').innerText();
    return Number(/You get about\s+([\d.]+)/.exec(text)?.[1] ?? 'NaN');
  }

  it('an address refused by the provider: shown at the address, and another one works', async () => {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    await shop.sandbox.fault({ endpoint: 'create', act: 'answer', returnCode: '3106', returnMsg: 'at risk', times: 1 });
    await buyer.continue.click();
    const field = tab.page.getByLabel(/^Your address/);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await buyer.sendTo('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
    await buyer.goToPayment();
    await tab.context.close();
  });

  it('checks amount, address and memo before sending', async () => {
    const tab = await openTab(browser, PHONE);
    const { page } = tab;
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    const mark = await shop.sandbox.mark();
    await buyer.pay('1');
    await buyer.sendTo('TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK');
    await page.getByLabel('You pay').blur();
    await page.getByText(/^The least you can spend here is/).waitFor();
    await page.getByText(/^This is not an address on Ethereum.*Tron/).waitFor();
    await page.locator('aside').getByText('Not a valid address yet').waitFor();
    await buyer.continue.click();
    const amount = page.getByLabel('You pay');
    await expect.poll(() => amount.evaluate((element) => element === document.activeElement)).toBe(true);
    await buyer.pay('100');
    await buyer.get('bnb', /BNB.*Beacon/);
    await buyer.sendTo('bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2');
    await buyer.methods.first().waitFor();
    await buyer.continue.click();
    await page.getByText(/^Fill this in: Memo/).waitFor();
    expect(await shop.sandbox.calls('create', mark)).toEqual([]);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  let guests: Promise<Shop> | null = null;
  afterAll(async () => (await guests)?.close());
  function openShopOfGuests(): Promise<Shop> {
    guests ??= openShop({ AUTH: 'required', AUTH_GUESTS: 'true' });
    return guests;
  }
});
