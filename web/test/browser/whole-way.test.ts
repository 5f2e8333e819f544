import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, DESKTOP, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

/** As in production, except that guests may buy. */
const GUESTS = {
  AUTH: 'required',
  AUTH_GUESTS: 'true',
  PAY_WAY_NAMES: '10001=Visa,10002=SEPA transfer,10002@es=Transferencia SEPA',
};
const WINDOWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
];

describe.skipIf(CHROMIUM === undefined)(`buying on the pages${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(GUESTS), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  async function expectBought(number: string, terms: Readonly<Record<string, string>>): Promise<void> {
    expect((await shop.sandbox.creates(number)).map(({ body }) => body)).toEqual([expect.objectContaining(terms)]);
    expect((await shop.sandbox.order(number)).status).toBe('FINISHED');
    expect((await shop.rows.order(number))?.status).toBe('COMPLETED');
  }

  it.each(WINDOWS)('runs from the form to completed on %s, as a guest', async (_window, options) => {
    const { page, context, complaints } = await openTab(browser, options);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.get('tron', /USDT.*Tron/);
    await buyer.sendTo('TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK');
    await page.getByRole('radio', { name: /SEPA transfer/ }).check();
    await buyer.goToPayment();
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
    await expect.poll(() => page.title()).toMatch(new RegExp(`^Your purchase is complete .*${buyer.number}`));
    await expectBought(buyer.number, {
      side: 'BUY',
      amount: '100.00',
      fiatCurrency: 'USD',
      cryptoCurrency: 'USDT',
      network: 'TRX',
      address: 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK',
      payWayCode: '10002',
      alpha2: 'US',
      redirectUrl: `${shop.url}/orders/${buyer.number}`,
    });
    const main = await page.locator('main').innerText();
    for (const shown of [buyer.number, 'USDT', '$100.00', 'SEPA transfer']) expect(main).toContain(shown);
    await page.locator('footer select').selectOption('es');
    await page.getByRole('main').getByText('Transferencia SEPA').waitFor();
    await page.locator('footer select').selectOption('en');
    const { txHash } = (await shop.sandbox.order(buyer.number)).record;
    const link = page.getByRole('link', { name: /View on the network/ });
    expect(await link.getAttribute('href')).toBe(`https://tronscan.org/#/transaction/${txHash}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('works without a mouse', async () => {
    const { page, context, complaints } = await openTab(browser);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.methods.first().waitFor();
    const { keyboard } = page;
    await tabTo(page, (focus) => /You pay/.test(focus));
    await keyboard.press('Control+A');
    await keyboard.type('75.50');
    await tabTo(page, (focus) => /You get/.test(focus));
    await keyboard.press('Enter');
    await expect.poll(() => focusOf(page)).toMatch(/^search/);
    await keyboard.type('bsc');
    await page.getByText(/^Matches: /).waitFor({ state: 'attached' });
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await focusOf(page), 'back where it was').toMatch(/You get.*BNB|You get.*BSC/);
    await tabTo(page, (focus) => /Where do you live/.test(focus));
    await keyboard.type('Germ');
    await tabTo(page, (focus) => /radio/.test(focus));
    await keyboard.press('ArrowDown');
    await tabTo(page, (focus) => /Your address/.test(focus));
    await keyboard.type(ADDRESS);
    await tabTo(page, (focus) => /Continue to payment/.test(focus));
    await keyboard.press('Enter');
    await buyer.onPayPage();
    await tabTo(page, (focus) => /Pay 75.50/.test(focus));
    await keyboard.press('Enter');
    await buyer.sees(/^Your purchase is complete$/);
    await expectBought(buyer.number, { amount: '75.50', network: 'BSC', alpha2: 'DE', address: ADDRESS });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("starts with a link's values", async () => {
    const { page, context, complaints } = await openTab(browser);
    const buyer = new Buyer(page, shop);
    const query = { fiat: 'EUR', amount: '50', crypto: 'xrp', network: 'XRP', country: 'DE', payWayCode: '10001' };
    const address = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
    await buyer.open(`?${new URLSearchParams({ ...query, lang: 'es' }).toString()}`);
    expect(await page.getAttribute('html', 'lang')).toBe('es');
    await page.locator('footer select').selectOption('en');
    expect(await page.getByLabel('You pay').inputValue()).toBe('50');
    await buyer.sendTo(address);
    await page.getByLabel(/^Destination tag/).fill('12345');
    await buyer.methods.first().waitFor();
    expect(await page.getByRole('radio', { name: /Visa/ }).isChecked()).toBe(true);
    await buyer.goToPayment();
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
    await expectBought(buyer.number, {
      amount: '50.00',
      fiatCurrency: 'EUR',
      cryptoCurrency: 'XRP',
      network: 'XRP',
      alpha2: 'DE',
      address,
      memo: '12345',
      payWayCode: '10001',
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('follows a change of language on both pages and in the form', async () => {
    const { page, context, complaints } = await openTab(browser);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await page.getByLabel('Language').selectOption('ar');
    await expect.poll(() => page.getAttribute('html', 'dir')).toBe('rtl');
    expect(await page.locator('textarea').inputValue(), 'what was entered stays').toBe(ADDRESS);
    await page.locator('form button[type=submit]').click();
    await buyer.onPayPage();
    await buyer.press('Pay');
    await buyer.heading.waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('ar');
    await page.locator('footer select').selectOption('en');
    await buyer.sees(/^Your purchase is complete$/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

function focusOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    if (element === null) return '';
    const labels = [...(element.labels ?? [])].map((label) => label.textContent);
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
    const named = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    return [element.type, element.ariaLabel, ...labels, ...named, element.textContent].join(' ').trim();
  });
}

/** Presses Tab until the wanted element has the focus; it may appear later. */
async function tabTo(page: Page, isWanted: (focus: string) => boolean): Promise<void> {
  const visited: string[] = [];
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    await page.keyboard.press('Tab', { delay: 10 });
    const focus = await focusOf(page);
    if (isWanted(focus)) return;
    visited.push(focus.slice(0, 40));
  }
  throw new Error(`Tab never reached it: ${visited.slice(-20).join(' | ')}`);
}
