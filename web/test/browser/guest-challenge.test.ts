import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../../../test/support/axe.js';
import { Buyer } from '../../../test/support/buyer.js';
import { answerJson } from '#tools/fakes/server.mjs';
import { SITE_KEY, startVerifier } from '../../../test/support/challenge-verifier.js';
import type { ChallengeVerifier } from '../../../test/support/challenge-verifier.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { openShop } from '../../../test/support/shop.js';
import { overflow } from '../../../test/support/layout.js';
import type { Shop } from '../../../test/support/shop.js';

const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true' };

describe.skipIf(CHROMIUM === undefined)(`challenge on the checkout page${NEEDS_CHROMIUM}`, () => {
  let verifier: ChallengeVerifier;
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [verifier, browser] = await Promise.all([startVerifier(), startChromium()]);
    shop = await openShop({ ...GUESTS, ...verifier.widgetSettings });
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await verifier.close();
  });
  beforeEach(() => {
    verifier.answering = null;
  });

  async function filledIn(): Promise<{ buyer: Buyer; tab: Tab }> {
    const tab = await openTab(browser, PHONE);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    return { buyer, tab };
  }

  const widget = ({ page }: Tab) => page.getByRole('button', { name: `I am human (${SITE_KEY}, en)` });

  async function made(work: () => Promise<void>): Promise<number> {
    const before = await shop.rows.count('orders');
    await work();
    return (await shop.rows.count('orders')) - before;
  }

  it('is solved after the press, under a policy that allows only its widget', async () => {
    const { buyer, tab } = await filledIn();
    // The widget loads nothing before it is needed.
    expect(await tab.page.locator('script[src*="api.js"]').count()).toBe(0);
    const orders = await made(async () => {
      await buyer.continue.click();
      await buyer.sees('One more step');
      await tab.page.frameLocator('iframe[title=Widget]').getByText('widget').waitFor();
      await expect.poll(() => tab.page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
      expect(await violations(tab.page)).toEqual([]);
      expect(await overflow(tab.page)).toEqual([]);
      await tab.page.keyboard.press('Tab');
      await tab.page.keyboard.press('Enter');
      await buyer.onPayPage();
    });
    expect(orders).toBe(1);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('allows no other scripts, frames or calls', async () => {
    const { tab } = await filledIn();
    const blocked = await tab.page.evaluate(async () => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.push(effectiveDirective));
      const script = document.createElement('script');
      script.src = 'http://127.0.0.1:1/evil.js';
      const frame = document.createElement('iframe');
      frame.src = 'http://127.0.0.1:1/evil';
      document.body.append(script, frame);
      document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.evil = 1">');
      await fetch('http://127.0.0.1:1/evil').catch(() => undefined);
      let waits = 0;
      do await new Promise((resolve) => setTimeout(resolve, 300));
      while (new Set(seen).size < 4 && ++waits < 200);
      return [...new Set(seen)].sort();
    });
    expect(blocked).toEqual(['connect-src', 'frame-src', 'script-src-attr', 'script-src-elem']);
    await tab.context.close();
  });

  it('is shown again with a reason after a refused response, and makes one order', async () => {
    const { buyer, tab } = await filledIn();
    verifier.answering = (response) =>
      answerJson(response, { success: false, 'error-codes': ['timeout-or-duplicate'] });
    const orders = await made(async () => {
      await buyer.continue.click();
      await widget(tab).click();
      await tab.page.getByRole('alert').getByText('Please do it once more.').waitFor();
      verifier.answering = null;
      // Strict: an old widget left beside the new one fails here.
      await widget(tab).click();
      await buyer.onPayPage();
    });
    expect(orders).toBe(1);
    const [first, second] = verifier.asked.slice(-2).map(({ form }) => form['response']);
    expect(first).not.toBe(second);
    await tab.context.close();
  });

  it('is not repeated after a lost answer', async () => {
    const { buyer, tab } = await filledIn();
    let lost = 0;
    await tab.page.route('**/v1/checkouts', async (route) => {
      const answer = await route.fetch();
      lost += 1;
      return lost === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer });
    });
    const orders = await made(async () => {
      await buyer.continue.click();
      await widget(tab).click();
      await buyer.onPayPage();
    });
    expect([lost, orders]).toEqual([2, 1]);
    await tab.context.close();
  });

  it('is repeated after a reload if the response was used and no order was made', async () => {
    const { buyer, tab } = await filledIn();
    let response = '';
    await tab.page.route(
      '**/v1/checkouts',
      (route) => {
        response = route.request().headers()['x-challenge-response'] ?? '';
      },
      { times: 1 },
    );
    const orders = await made(async () => {
      await buyer.continue.click();
      await widget(tab).click();
      await buyer.sees('Making your order…');
      const kept = await tab.page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
      await expect.poll(() => response).not.toBe('');
      expect(kept).not.toContain(response);
      await tab.page.reload();
      await buyer.sees('One more step');
      await widget(tab).click();
      await buyer.onPayPage();
    });
    expect(orders).toBe(1);
    await tab.context.close();
  });

  it('reports a failed load, retries, and returns to the filled form', async () => {
    const { buyer, tab } = await filledIn();
    await tab.page.route('**/api.js**', (route) => route.abort('blockedbyclient'));
    await buyer.continue.click();
    await tab.page.getByRole('alert').getByText('This can’t be shown.').waitFor();
    await tab.page.unroute('**/api.js**');
    await tab.page.getByRole('button', { name: 'Try again' }).click();
    await widget(tab).waitFor();
    expect(await tab.page.getByRole('alert').count()).toBe(0);
    await tab.page.getByRole('button', { name: 'Back to your purchase' }).click();
    await buyer.sees('Buy crypto');
    expect(await tab.page.getByLabel('You pay').inputValue()).toMatch(/^100/);
    expect(await widget(tab).count()).toBe(0);
    await tab.context.close();
  });

  it('is compact in a narrow window', async () => {
    const { buyer, tab } = await filledIn();
    await tab.page.setViewportSize({ width: 320, height: 640 });
    await buyer.continue.click();
    await widget(tab).waitFor();
    expect(await overflow(tab.page)).toEqual([]);
    await tab.context.close();
  });

  it('widens the policy of no other page', async () => {
    const { origin } = new URL(verifier.widgetSettings['GUEST_CHALLENGE_SCRIPT_URL']!);
    const policy = async (path: string): Promise<string> =>
      (await shop.service.get(path)).headers.get('content-security-policy')!;
    expect(await policy('/checkout')).toContain(origin);
    expect(await policy('/orders/A-1')).not.toContain(origin);
    expect(await policy('/orders/A-1')).toContain("require-trusted-types-for 'script'");
  });
});
