import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const TRON_ADDRESS = 'TNMcQVGPzqH9ZfMCSY4PNrukevtDgp24dK';
const QUOTES = '**/v1/quotes**';

describe.skipIf(CHROMIUM === undefined)(`details of the form${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** A form with prices for 100 USD of USDT on Ethereum. */
  async function withPrices(options = {}, query = '') {
    const tab = await openTab(browser, { ...PHONE, ...options });
    await new Buyer(tab.page, shop).open(
      `?fiat=USD&amount=100&crypto=USDT&network=ETH&country=US${query === '' ? '' : `&${query}`}`,
    );
    await tab.page.getByRole('radio').first().waitFor();
    return { ...tab, buyer: new Buyer(tab.page, shop) };
  }

  /** Empties the amount and enters another: without a pause, after which it would count as left empty. */
  async function retype(page: Page, amount: string): Promise<void> {
    await page.getByLabel('You pay').evaluate(async (field, text) => {
      for (const value of ['', text]) {
        (field as HTMLInputElement).value = value;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      }
    }, amount);
  }

  it('keep the old prices, dim and not for sale, while the amount is retyped', async () => {
    const { page, context, buyer } = await withPrices();
    await buyer.sendTo(ADDRESS);
    await page.getByText(/^This has the format of an address/).waitFor();
    const card = page.locator('.method').first();
    const place = (): Promise<number[]> => card.evaluate((each: HTMLElement) => [each.offsetTop, each.offsetHeight]);
    const [before, text] = [await place(), await card.innerText()];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(QUOTES, async (route) => {
      await released;
      await route.continue();
    });
    const asked = page.waitForRequest(QUOTES);
    await retype(page, '250');
    await page.getByText('Updating prices…').waitFor();
    await asked;
    expect([await place(), await card.innerText()]).toEqual([before, text]);
    await expect.poll(() => card.evaluate((each) => getComputedStyle(each).borderTopStyle)).toBe('dashed');
    expect(await buyer.continue.getAttribute('aria-busy')).toBe('true');
    release();
    await expect.poll(() => card.innerText()).not.toBe(text);
    await expect.poll(() => page.locator('.stale').count()).toBe(0);
    expect(await buyer.continue.getAttribute('aria-busy')).toBeNull();
    await context.close();
  });

  it('dim prices everywhere while offline, and say so once', async () => {
    const { page, context } = await withPrices();
    expect(await page.locator('.stale').count()).toBe(0);
    await context.setOffline(true);
    await page.getByText('These prices may be out of date.').waitFor();
    expect(await page.locator('.card.stale, aside .stale').count()).toBe(2);
    await context.setOffline(false);
    await expect.poll(() => page.locator('.stale').count()).toBe(0);
    await context.close();
  });

  it('switch to the network of an address with one press', async () => {
    const { page, context, buyer } = await withPrices();
    await buyer.sendTo(TRON_ADDRESS);
    await page.getByRole('button', { name: 'Switch to Tron (TRC20)' }).click();
    await page.getByText('This has the format of an address on Tron (TRC20).').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('address-help');
    expect(await page.getByRole('button', { name: /^You get/ }).innerText()).toContain('Tron');
    await context.close();
  });

  it('refuse the contract of a coin, and name it', async () => {
    const { page, context, buyer } = await withPrices();
    await buyer.sendTo('0xdAC17F958D2ee523a2206206994597C13D831ec7');
    await page.getByText(/^This is the contract of USDT, not the address of a wallet/).waitFor();
    await buyer.continue.click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-field'))).toBe('address');
    await context.close();
  });

  it('say that they cannot check an address, take a memo, and refuse what is certainly none', async () => {
    const { page, context } = await openTab(browser, PHONE);
    await context.route('**/v1/cryptos**', async (route) => {
      const list = (await (await route.fetch()).json()) as { items: object[] };
      const own = { crypto: 'ATOM', network: 'ATOM', addressChecked: false, memoLabel: 'memo' };
      await route.fulfill({ json: { ...list, items: [{ ...list.items[0], ...own }] } });
    });
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.sendTo('cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl');
    await page.getByText(/^We can’t check addresses on .* at least the last characters\.$/).waitFor();
    await page.getByLabel('Memo (if you were given one)').fill('4711');
    await buyer.sendTo('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await page.getByText(/^This is not an address on/).waitFor();
    await buyer.sendTo('legal winner thank year wave sausage worth useful legal winner thank yellow');
    await page.getByText(/^This looks like a recovery phrase or a private key/).waitFor();
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('sausage');
    await context.close();
  });

  it('take the address from a payment link of the network, and no other', async () => {
    const { page, context, buyer } = await withPrices();
    const field = page.getByLabel(/^Your address/);
    await buyer.sendTo(`ethereum:${ADDRESS}@1?value=1e18&amount=3`);
    await expect.poll(() => field.inputValue()).toBe(ADDRESS);
    await page.getByText(/^This has the format of an address on Ethereum/).waitFor();
    await buyer.sendTo(`ethereum:${ADDRESS}@56`);
    await page.getByText(/^This is a payment link that is not for Ethereum/).waitFor();
    await page.getByRole('button', { name: /^Switch to BNB Smart Chain/ }).click();
    await expect.poll(() => field.inputValue()).toBe(ADDRESS);
    await context.close();
  });

  it('paste the address, and correct nothing in it', async () => {
    const { page, context } = await withPrices({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${ADDRESS}\n`);
    await page.getByRole('button', { name: 'Paste' }).click();
    const field = page.getByLabel(/^Your address/);
    await expect.poll(() => field.inputValue()).toBe(ADDRESS);
    expect(await field.getAttribute('autocorrect')).toBe('off');
    expect(await field.getAttribute('spellcheck')).toBe('false');
    expect(await field.evaluate((each) => (each as HTMLElement).autocapitalize)).toMatch(/^(off|none)$/);
    await context.close();
  });
});
