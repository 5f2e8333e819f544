import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, startChromium, tabOf } from '../../../test/support/chromium.js';
import { until } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

describe.skipIf(CHROMIUM === undefined)(`one purchase makes one order${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ AUTH: 'required', AUTH_GUESTS: 'true' }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** Orders created while `work` ran: here and at the provider. */
  async function made(work: () => Promise<void>): Promise<{ here: number; creates: number }> {
    const [before, mark] = [await shop.rows.count('orders'), await shop.sandbox.mark()];
    await work();
    return {
      here: (await shop.rows.count('orders')) - before,
      creates: (await shop.sandbox.calls('create', mark)).length,
    };
  }

  async function ready(): Promise<{ buyer: Buyer; tab: Awaited<ReturnType<typeof openTab>> }> {
    const tab = await openTab(browser);
    const buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    return { buyer, tab };
  }

  it('if the button is pressed repeatedly', async () => {
    const { buyer, tab } = await ready();
    const count = await made(async () => {
      await buyer.continue.evaluate((button) => {
        for (let press = 0; press < 3; press++) (button as HTMLButtonElement).click();
      });
      await buyer.onPayPage();
    });
    expect(count).toEqual({ here: 1, creates: 1 });
    await tab.context.close();
  });

  it('if two tabs with one content press in the same instant; another amount makes another order', async () => {
    const { buyer, tab } = await ready();
    const others = await Promise.all(
      ['100', '200'].map(async (amount) => {
        const { page } = await tabOf(tab.context);
        const other = new Buyer(page, shop);
        await other.open();
        await other.fillIn();
        await other.pay(amount);
        await expect.poll(() => page.locator('aside').innerText()).toContain(`$${amount}`);
        return other;
      }),
    );
    const buyers = [buyer, ...others];
    const bodies: { key: string | undefined; amount: string }[] = [];
    // All presses come before any answer.
    await tab.context.route('**/v1/checkouts', async (route) => {
      const request = route.request();
      const { amount } = request.postDataJSON() as { amount: string };
      bodies.push({ key: request.headers()['idempotency-key'], amount });
      await until('all three pressed', () => Promise.resolve(bodies.length >= buyers.length));
      await route.continue();
    });
    const count = await made(async () => {
      await Promise.all(buyers.map((each) => each.goToPayment()));
    });
    expect(count).toEqual({ here: 2, creates: 2 });
    const keysOf = (amount: string) => new Set(bodies.filter((each) => each.amount === amount).map(({ key }) => key));
    expect([keysOf('100.00').size, keysOf('200.00').size, new Set(bodies.map(({ key }) => key)).size]).toEqual([
      1, 1, 2,
    ]);
    await tab.context.close();
  });

  it('if the answer is lost', async () => {
    const { buyer, tab } = await ready();
    let lost = 0;
    await tab.page.route('**/v1/checkouts', async (route) => {
      const answer = await route.fetch();
      lost += 1;
      if (lost > 1) return route.fulfill({ response: answer });
      return route.abort('connectionreset');
    });
    const count = await made(() => buyer.goToPayment());
    expect([lost, count]).toEqual([2, { here: 1, creates: 1 }]);
    await tab.context.close();
  });

  it('if the page is reloaded before the answer', async () => {
    const { buyer, tab } = await ready();
    let sent = 0;
    await tab.page.route('**/v1/checkouts', async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      // The order is created, but the answer is lost.
      await route.fetch();
    });
    const count = await made(async () => {
      await buyer.continue.click();
      await until('the order is made', async () => sent === 1 && (await shop.rows.count('orders')) > 0);
      await tab.page.getByRole('heading', { name: 'Making your order…' }).waitFor();
      await tab.page.reload();
      await buyer.onPayPage();
    });
    expect([sent, count]).toEqual([2, { here: 1, creates: 1 }]);
    await tab.context.close();
  });

  it('if the provider’s answer is lost: a second trade, and only one that can be paid', async () => {
    const { buyer, tab } = await ready();
    await shop.sandbox.fault({ endpoint: 'create', act: 'reset-after', times: 1 });
    const count = await made(async () => {
      await buyer.goToPayment();
      await buyer.press('Pay');
      await buyer.sees(/^Your purchase is complete$/);
    });
    expect(count).toEqual({ here: 1, creates: 2 });
    const { trades } = await shop.rows.whole(buyer.number);
    expect(trades.map(({ superseded, status }) => [superseded, status === 'COMPLETED'])).toEqual([
      [true, false],
      [false, true],
    ]);
    await tab.context.close();
  });

  it('and a second one for another purchase after going back', async () => {
    const { buyer, tab } = await ready();
    const count = await made(async () => {
      await buyer.goToPayment();
      await buyer.open();
      await buyer.fillIn();
      await buyer.pay('200');
      await expect.poll(() => tab.page.locator('aside').innerText()).toContain('$200');
      await expect.poll(() => tab.page.locator('aside').innerText()).toMatch(/You get about\s+1\d\d/);
      await buyer.goToPayment();
    });
    expect(count).toEqual({ here: 2, creates: 2 });
    await tab.context.close();
  });

  it('and a second one for the same purchase again, after a tab was closed while its order was being made', async () => {
    const { buyer, tab } = await ready();
    // Answered as if the provider were slow.
    await tab.page.route('**/v1/checkouts', async (route) => {
      const answer = await route.fetch();
      const order = (await answer.json()) as object;
      await route.fulfill({ status: 202, json: { ...order, payUrl: null } });
    });
    await tab.page.route('**/v1/orders/**', (route) => route.abort());
    const count = await made(async () => {
      const keys = await formKeys(tab.page);
      await buyer.continue.click();
      await expect.poll(() => formKeys(tab.page)).not.toEqual(keys);
      await tab.page.close();
      const { page } = await tabOf(tab.context);
      const again = new Buyer(page, shop);
      await again.open();
      await again.fillIn();
      await again.goToPayment();
    });
    expect(count).toEqual({ here: 2, creates: 2 });
    await tab.context.close();
  });
});

const formKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage).flatMap((name) => (name.includes('form-key') ? (localStorage.getItem(name) ?? []) : [])),
  );
