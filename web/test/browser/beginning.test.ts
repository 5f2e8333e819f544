import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

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
