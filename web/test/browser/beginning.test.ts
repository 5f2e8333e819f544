import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const LIST = '**/v1/cryptos**';

describe.skipIf(CHROMIUM === undefined)(`checkout page, initial values${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** A page whose list of coins is still loading, its amount field, and a function that completes the list. */
  async function waitingForList() {
    const tab = await openTab(browser, PHONE);
    const pending: (() => void)[] = [];
    await tab.context.route(LIST, async (route) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      await route.continue();
    });
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    const letItCome = async (): Promise<void> => {
      for (const go of pending) go();
      await tab.page.getByText('on Ethereum').first().waitFor();
    };
    return { tab, buyer, amount: tab.page.getByLabel('You pay'), letItCome };
  }

  it('the button is busy until the first prices are there', async () => {
    const { tab, buyer, letItCome } = await waitingForList();
    expect(await buyer.continue.getAttribute('aria-busy')).toBe('true');
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await tab.context.route('**/v1/quotes**', async (route) => {
      await released;
      await route.continue();
    });
    const asked = tab.page.waitForRequest('**/v1/quotes**');
    await letItCome();
    await asked;
    expect(await buyer.continue.getAttribute('aria-busy')).toBe('true');
    release();
    await buyer.methods.first().waitFor();
    await expect.poll(() => buyer.continue.getAttribute('aria-busy')).toBeNull();
    await tab.context.close();
  });

  it('fills no amount into a focused field', async () => {
    const { tab, amount, letItCome } = await waitingForList();
    await amount.focus();
    await letItCome();
    await tab.page.waitForTimeout(300);
    await tab.page.keyboard.type('250');
    expect(await amount.inputValue()).toBe('250');
    await tab.page.keyboard.press('Tab');
    await expect.poll(() => amount.inputValue()).toBe('250.00');
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('fills the amount after the visitor leaves an unchanged field, without an error', async () => {
    const { tab, amount, letItCome } = await waitingForList();
    await amount.focus();
    await letItCome();
    await tab.page.waitForTimeout(300);
    expect(await amount.inputValue()).toBe('');
    await tab.page.keyboard.press('Tab');
    await expect.poll(() => amount.inputValue()).toBe('100');
    expect(await amount.getAttribute('aria-invalid')).not.toBe('true');
    await tab.context.close();
  });

  it('replaces a guessed currency without offers, and keeps a chosen one with a message', async () => {
    // There are no offers for PHP here.
    const tab = await openTab(browser, { ...PHONE, locale: 'en-PH' });
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await tab.page.getByText('on Ethereum').first().waitFor();
    const currency = tab.page.getByLabel('Currency');
    expect(await currency.inputValue()).not.toBe('PHP');
    await currency.selectOption('PHP');
    await tab.page.getByText('Nothing can be bought with PHP').first().waitFor();
    await tab.page.waitForTimeout(300);
    expect(await currency.inputValue()).toBe('PHP');
    await tab.context.close();

    const other = await openTab(browser, { ...PHONE, locale: 'en-US' });
    await new Buyer(other.page, shop).open();
    await other.page.getByText('on Ethereum').first().waitFor();
    await other.page.getByLabel('Currency').selectOption('PHP');
    await other.page.getByText('Nothing can be bought with PHP').first().waitFor();
    await other.page.waitForTimeout(300);
    expect(await other.page.getByLabel('Currency').inputValue()).toBe('PHP');
    await other.context.close();
  });
});
