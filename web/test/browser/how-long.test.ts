import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { checkoutBody, newNumber } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

describe.skipIf(CHROMIUM === undefined)(`how long it takes${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([
      openShop(
        { PAY_WAY_MINUTES: '10001=10', SUPPORT_URL: 'https://nimbus.example/help?order={merchantOrderNo}' },
        // The transfer takes 40 paces.
        { SANDBOX_PACE_MS: '2000' },
      ),
      startChromium(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** The page of an order at the provider, `minutes` later by the service's clock. */
  async function pageOf(scenario: string, minutes: number): Promise<Tab & { number: string }> {
    const number = `${newNumber()}..${scenario}`;
    const { clientSecret } = await shop.service.order(checkoutBody({ merchantOrderNo: number }));
    const tab = await openTab(browser, PHONE);
    await tab.page.clock.install();
    await tab.page.route(`**/orders/${number}`, async (route) => {
      if (route.request().method() !== 'HEAD') return route.continue();
      const later = new Date(Date.now() + minutes * 60_000).toUTCString();
      return route.fulfill({ headers: { Date: later } });
    });
    await tab.page.goto(`${shop.url}/orders/${number}#${clientSecret}`);
    return { ...tab, number };
  }

  const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

  it('the checkout says it for each payment method, and beside the button', async () => {
    const { page, context, complaints } = await openTab(browser);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await page.getByRole('radio', { name: /Usually within 10 minutes/ }).check();
    const summary = page.getByRole('complementary', { name: 'Your purchase' });
    await summary.getByText('Usually within 10 minutes').waitFor();
    await page
      .getByRole('radio', { name: /^(?!.*Usually)/ })
      .first()
      .check();
    await summary.getByText('Usually within').waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a paid order says how long it usually takes, and has taken', async () => {
    const { page, context, complaints } = await pageOf('slow-transfer', 4);
    await sees(page, /^Usually within 10\sminutes\. [34]\sminutes so far\.$/);
    expect(await page.getByText('longer than usual').count()).toBe(0);
    const spoken = await page.locator('[role=status], [aria-live]').allInnerTexts();
    expect(spoken.join(), 'minutes are not announced').not.toContain('so far');
    await page.clock.fastForward('03:00');
    await sees(page, /[67]\sminutes so far/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
