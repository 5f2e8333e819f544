import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, startChromium } from '../../../test/support/chromium.js';
import { createKey } from '../../../test/support/made-key.js';
import { checkoutBody } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

describe.skipIf(CHROMIUM === undefined)(`console of staff, reading${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let key: string;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ AUTH: 'required' }), startChromium()]);
    ({ key } = await createKey(shop.databaseUrl, 'support', 'support desk'));
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  async function enter(page: Page, hash: string, by = key): Promise<void> {
    await page.goto(`${shop.url}/console${hash}`);
    await page.getByLabel('API key').fill(by);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  let calls = 0;
  const page = (nextCursor: string | null) => ({ status: 200, json: { items: [], nextCursor } });
  const refused = { status: 429, json: { code: 'rate_limited', detail: 'Too many requests.' } };

  it.each([
    ['Changes without end', '#/find', /\/admin\/orders\?order=updated/, () => page(`cursor${calls}`)],
    [
      'Pages that are refused',
      '#/work',
      /\/admin\/mismatches\?/,
      (url: string) => (url.includes('cursor') ? refused : page('more')),
    ],
  ])('%s are not read without a pause', async (_what, hash, path, answer) => {
    calls = 0;
    const tab = await openTab(browser);
    await tab.page.route(path, (route) => {
      calls++;
      return route.fulfill(answer(route.request().url()));
    });
    await tab.page.clock.install();
    const first = tab.page.waitForResponse(path);
    await enter(tab.page, hash);
    await first;
    // One second of the page, with as many other calls as a flood would have had time for.
    await tab.page.clock.pauseAt(Date.now() + 60_000);
    for (let i = 0; i < 20; i++) {
      await tab.page.evaluate(() => fetch('/health/live', { cache: 'no-store' }).then(() => undefined));
      await tab.page.clock.runFor(50);
    }
    expect(calls).toBeLessThan(5);
    await tab.context.close();
  });

  it('A message that waited is shown as delivered, and what a colleague did, though the order stays as it is', async () => {
    const checkout = (await createKey(shop.databaseUrl, 'checkout', 'shop')).key;
    const { body } = await shop.service.checkout(checkoutBody(), { 'x-api-key': checkout });
    const number = String(body['merchantOrderNo']);
    const tab = await openTab(browser);
    await tab.page.clock.install();
    await tab.page.route(new RegExp(`/admin/orders/${number}$`), (route) =>
      route.request().headers()['if-none-match'] === undefined ? route.continue() : route.fulfill({ status: 304 }),
    );
    const delivery = { id: 'd', event: 'order.created', merchantOrderNo: number, attempts: 1, createdAt: '2026-01-31' };
    const entry = {
      id: '1',
      at: '2026-01-31',
      actor: { id: 'k', name: 'Kim' },
      action: 'order.reveal',
      reason: 'asked',
      detail: {},
    };
    let isLater = false;
    await tab.page.route(/\/admin\/deliveries\?/, (route) =>
      route.fulfill({ json: { items: [{ ...delivery, state: isLater ? 'delivered' : 'pending' }], nextCursor: null } }),
    );
    await tab.page.route(/\/audit\?/, (route) =>
      route.fulfill({ json: { items: isLater ? [entry] : [], nextCursor: null } }),
    );
    await enter(tab.page, `#/order/${number}`);
    await tab.page.getByText('pending, ').waitFor();
    isLater = true;
    await tab.page.clock.fastForward('00:20');
    await tab.page.getByText('delivered, ').waitFor();
    await tab.page.getByText('Kim').first().waitFor();
    await tab.context.close();
  });

  const row = (merchantOrderNo: string, more: object = {}) => ({
    merchantOrderNo,
    side: 'BUY',
    status: 'PAID',
    version: 1,
    inReview: false,
    createdAt: '2026-01-01',
    amount: null,
    fiat: null,
    crypto: null,
    network: null,
    country: null,
    customerEmail: null,
    ...more,
  });

  it('A list whose cursor of changes has expired is read again by itself', async () => {
    const tab = await openTab(browser);
    await tab.page.clock.install();
    let isOver = false;
    await tab.page.route(/\/admin\/orders\?/, (route) => {
      const url = new URL(route.request().url());
      if (url.searchParams.get('order') !== 'updated')
        return route.fulfill({ json: { items: [row(isOver ? 'AFTER' : 'BEFORE')], nextCursor: null } });
      const isExpired = isOver && url.searchParams.get('cursor') === 'old';
      if (isExpired) return route.fulfill({ status: 410, json: { code: 'cursor_expired', detail: 'Begin again.' } });
      return route.fulfill(page(isOver ? 'new' : 'old'));
    });
    await enter(tab.page, '#/find');
    await tab.page.getByRole('link', { name: 'BEFORE' }).waitFor();
    const polled = tab.page.waitForResponse(/cursor=old/);
    await tab.page.clock.fastForward('00:06');
    await polled;
    isOver = true;
    await tab.page.clock.fastForward('00:06');
    await tab.page.getByRole('link', { name: 'AFTER' }).waitFor();
    await tab.page.getByText('Not up to date').waitFor({ state: 'detached' });
    await tab.context.close();
  });

  it('A page that comes late is not added to another list', async () => {
    const tab = await openTab(browser);
    const list = (merchantOrderNo: string, nextCursor: string | null) => ({
      json: { items: [row(merchantOrderNo)], nextCursor },
    });
    let release = (): void => undefined;
    const late = new Promise<void>((done) => (release = done));
    await tab.page.route(/\/admin\/orders\?(?!order)/, async (route) => {
      const url = route.request().url();
      if (url.includes('text=')) return route.fulfill(list('FOUND', null));
      if (!url.includes('cursor=')) return route.fulfill(list('FIRST', 'next'));
      await late;
      return route.fulfill(list('LATE', null));
    });
    await enter(tab.page, '#/find');
    const asked = tab.page.waitForRequest(/cursor=/);
    await tab.page.getByRole('button', { name: 'Show more' }).click();
    await asked;
    await tab.page.getByLabel('Find an order').fill('FOUND');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('link', { name: 'FOUND' }).waitFor();
    const came = tab.page.waitForResponse(/cursor=/);
    release();
    await (await came).finished();
    await tab.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await tab.page.getByText('LATE').count()).toBe(0);
    await tab.context.close();
  });
});
