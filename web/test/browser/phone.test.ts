import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const HEIGHT = 844;

describe.skipIf(CHROMIUM === undefined)(`the checkout page on a phone${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  async function opened(): Promise<{ tab: Tab; page: Page; buyer: Buyer }> {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    return { tab, page: tab.page, buyer };
  }

  /** Eighteen methods, of which the sandbox knows the first three. */
  async function withManyMethods(page: Page): Promise<void> {
    await page.context().route('**/v1/quotes', async (route) => {
      const response = await route.fetch();
      const { items, failures } = (await response.json()) as { items: object[]; failures: object[] };
      const more = Array.from({ length: 18 - items.length }, (_, index) => ({
        ...items.at(-1),
        payWayCode: String(20_001 + index),
      }));
      await route.fulfill({ response, json: { items: [...items, ...more], failures } });
    });
  }

  const scroll = (page: Page, end: 'top' | 'bottom'): Promise<void> =>
    page.evaluate((y) => scrollTo(0, y), end === 'top' ? 0 : 100_000);

  async function expectInSight(buyer: Buyer): Promise<void> {
    for (const end of ['top', 'bottom'] as const) {
      await scroll(buyer.page, end);
      const { y, height } = (await buyer.continue.boundingBox())!;
      expect(y, end).toBeGreaterThan(0);
      expect(y + height, end).toBeLessThanOrEqual(HEIGHT);
    }
  }

  it('keeps the button of a filled form in sight, and orders by one press', async () => {
    const { tab, page, buyer } = await opened();
    await buyer.fillIn();
    expect(await page.locator('[type=submit]').count()).toBe(1);
    await expectInSight(buyer);
    await scroll(page, 'top');
    const mark = await shop.sandbox.mark();
    await buyer.goToPayment();
    expect(await shop.sandbox.calls('create', mark)).toHaveLength(1);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('says at the top, and beside the button, what arrives and what it costs', async () => {
    const { tab, page, buyer } = await opened();
    const quotes = page.waitForResponse((response) => response.url().endsWith('/v1/quotes'));
    await buyer.fillIn();
    const { items } = (await (await quotes).json()) as { items: Record<string, string>[] };
    const { cryptoQuantity, rampFee, networkFee } = items[0]!;
    const fees = (Number(rampFee) + Number(networkFee)).toFixed(2);
    const [quantity, unit] = [String(Number(cryptoQuantity)), 'USDT'];
    await expect.poll(() => page.locator('.card').first().innerText()).toContain(quantity);
    const bar = await page.locator('.summary__bar').innerText();
    expect(bar.replaceAll('\u00a0', ' ')).toContain(`${quantity} ${unit}`);
    expect(bar).toContain(`$${fees} (${String(Number(Number(fees).toFixed(1)))}%)`);
    await tab.context.close();
  });

  it('folds all but four of eighteen methods, which stay one group for the keyboard', async () => {
    const { tab, page, buyer } = await opened();
    await withManyMethods(page);
    await buyer.fillIn();
    await expect.poll(() => buyer.methods.count()).toBe(4);
    await expectInSight(buyer);
    await page.getByRole('button', { name: 'More ways to pay (14)' }).press('Enter');
    await expect.poll(() => buyer.methods.count()).toBe(18);
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('value')).toBe('20002');
    expect(await buyer.methods.first().isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => buyer.methods.nth(5).isChecked()).toBe(true);
    await expectInSight(buyer);
    await buyer.methods.nth(1).check();
    await buyer.goToPayment();
    await tab.context.close();
  });

  it.each(['100%', '200%'])('never hides the focused control behind the bar, at a text size of %s', async (size) => {
    const { tab, page, buyer } = await opened();
    await withManyMethods(page);
    await buyer.fillIn();
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
    await page.getByRole('button', { name: /^More ways to pay/ }).click();
    // The focus follows the press a moment later.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio');
    await page.getByLabel('You pay').focus();
    const walked: string[] = [];
    while (walked.at(-1) !== 'submit' && walked.length < 20) {
      await page.keyboard.press('Tab');
      walked.push(await focusedBesideBar(page));
    }
    for (const name of ['coin', 'country', 'address', 'submit']) expect(walked).toContain(name);
    await scroll(page, 'bottom');
    while (walked.at(-1) !== 'coin' && walked.length < 40) {
      await page.keyboard.press('Shift+Tab');
      walked.push(await focusedBesideBar(page));
    }
    expect(walked.filter((name) => name.startsWith('hidden'))).toEqual([]);
    await tab.context.close();
  });

  it('leaves a low window to the form', async () => {
    const { tab, page, buyer } = await opened();
    await buyer.fillIn();
    await page.setViewportSize({ width: 390, height: 420 });
    await scroll(page, 'top');
    expect((await buyer.continue.boundingBox())!.y).toBeGreaterThan(420);
    await buyer.goToPayment();
    await tab.context.close();
  });
});

/** Names the focused control; `hidden …` if the bar or the edge of the window covers some of it. */
function focusedBesideBar(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement!;
    const bar = document.querySelector('.summary__bar')!;
    const name = focused.getAttribute('data-field') ?? focused.getAttribute('type') ?? focused.tagName;
    const { top, bottom } = focused.getBoundingClientRect();
    const end = bar.contains(focused) ? innerHeight : bar.getBoundingClientRect().top;
    // Browsers scroll to the caret: the upper part of a text area may stay above the window.
    return bottom > 0 && (top > -1 || focused.tagName === 'TEXTAREA') && bottom <= end ? name : `hidden ${name}`;
  });
}
