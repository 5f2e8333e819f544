import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, startChromium } from '../../../test/support/chromium.js';
import { createKey } from '../../../test/support/made-key.js';
import { signInByAccount, signInByKey, StaffedShop } from '../../../test/support/staffed-shop.js';

describe.skipIf(CHROMIUM === undefined)(`console of staff, from view to view${NEEDS_CHROMIUM}`, () => {
  let staffed: StaffedShop;
  let browser: Browser;
  beforeAll(async () => {
    [staffed, browser] = await Promise.all([StaffedShop.open(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await staffed.close();
  });

  const row = (number: number) => ({
    merchantOrderNo: `ROW-${number}`,
    side: 'BUY',
    status: 'PAID',
    version: 1,
    inReview: false,
    amount: '10.00',
    fiat: 'EUR',
    crypto: 'USDT',
    network: 'ETH',
    country: null,
    createdAt: '2026-01-01',
  });

  const focused = (page: Page) =>
    page.evaluate(() => {
      const { tagName, id, innerText } = (document.activeElement ?? document.body) as HTMLElement;
      return id || `${tagName} ${innerText.slice(0, 40)}`;
    });

  /** Two pages of 50 rows, the last of which is a true order. */
  async function listOf(page: Page, number: string): Promise<() => number> {
    let reads = 0;
    await page.route(/\/admin\/orders\?/, (route) => {
      const { searchParams } = new URL(route.request().url());
      if (searchParams.get('order') === 'updated') return route.fulfill({ json: { items: [], nextCursor: 'later' } });
      reads++;
      const isSecond = searchParams.get('cursor') !== null;
      const items = Array.from({ length: 50 }, (_, at) => row(at + (isSecond ? 50 : 0)));
      if (isSecond) items[49] = { ...row(99), merchantOrderNo: number };
      return route.fulfill({ json: { items, nextCursor: isSecond ? null : 'next' } });
    });
    return () => reads;
  }

  it('Back keeps the list, the place in it and the focus, and each view begins at its heading', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, '#/find');
    const reads = await listOf(page, number);
    await signInByKey(page, staffed.keys.get('support')!.key);
    await expect.poll(() => focused(page)).toBe('find-box');
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('link', { name: number }).click();
    await expect.poll(() => focused(page)).toBe(`H1 ${number}`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.getByRole('link', { name: number }).waitFor();
    await expect.poll(() => focused(page)).toContain(`A ${number}`);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000);
    expect(await page.locator('.order-row').count()).toBe(100);
    await page.waitForRequest(/order=updated/);
    expect(reads(), 'the list is not read again').toBe(2);

    await page.getByRole('link', { name: 'Work' }).click();
    await expect.poll(() => focused(page)).toBe('H1 Work');
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('find-box');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toContain('A ROW-0');
    await context.close();
  });

  it('whoever signs in after another one finds no address of an order in the history', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    await signInByAccount(page);
    await page.evaluate(() => location.assign('#/work'));
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await page.evaluate((to) => location.assign(`#/order/${to}`), number);
    await page.getByRole('heading', { name: number, level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await page.route(`${staffed.identity.issuer}/session/end?*`, (route) => route.fulfill({ body: 'Left' }));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Left').waitFor();
    await page.unrouteAll();
    const addresses: string[] = [];
    for (let back = 0; back < 8; back++) {
      await page.goBack({ waitUntil: 'commit' }).catch(() => null);
      addresses.push(page.url());
    }
    expect(addresses.filter((address) => address.includes(number))).toEqual([]);
    expect(addresses.some((address) => address.includes('/console'))).toBe(true);
    await context.close();
  });

  it('a view with a fault says so and can be loaded again, and the others stay', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', '#/work');
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await page.route(new RegExp(`/admin/orders/${number}$`), (route) => route.fulfill({ json: { trades: 1 } }));
    await page.evaluate((to) => location.assign(`#/order/${to}`), number);
    await page.getByText('This view cannot be shown.').waitFor();
    await page.getByRole('button', { name: 'Reload the page' }).waitFor();
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    await page.getByRole('link', { name: number }).waitFor();
    await context.close();
    const finance = await staffed.signedIn(browser, 'finance', '#/find');
    await finance.page.route('**/assets/report-view*.js', (route) => route.abort());
    await finance.page.getByRole('link', { name: 'Report' }).click();
    await finance.page.getByText('This view cannot be shown.').waitFor();
    await finance.context.close();
  });

  it('a report that hangs ends with a message', async () => {
    const { page, context } = await staffed.visit(browser, '#/report');
    await page.clock.install();
    await page.route('**/v1/admin/report?*', () => new Promise(() => undefined));
    const asked = page.waitForRequest('**/v1/admin/report?*');
    await signInByKey(page, staffed.keys.get('finance')!.key);
    await page.clock.runFor(1000);
    await asked;
    await page.clock.fastForward('02:01');
    await page.getByText('The service did not answer in time.').waitFor();
    await context.close();
  });

  it('what is being written stays with its key and outlives a change of language', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    const [one, other] = [
      await createKey(staffed.shop.databaseUrl, 'support', 'Desk'),
      await createKey(staffed.shop.databaseUrl, 'support', 'Desk'),
    ];
    await signInByKey(page, one.key);
    await page.getByRole('button', { name: 'Poll now…' }).click();
    await page.getByLabel('Reason').fill('ticket 4');
    await page.keyboard.press('Escape');
    await page.getByLabel('Note').fill('Mine');
    await page.getByRole('combobox').selectOption('ar');
    await page.getByRole('button', { name: /استعلام الآن/ }).click();
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('ticket 4');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').selectOption('en');
    expect(await page.getByLabel('Note').inputValue()).toBe('Mine');
    await page.route('**/v1/admin/**', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByText('Your session has ended.').waitFor();
    await page.unroute('**/v1/admin/**');
    await signInByKey(page, other.key);
    expect(await page.getByLabel('Note').inputValue(), 'of another key of that name').toBe('');
    await context.close();
  });

  it('entries beyond the first page are read on, a reveal among them', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    const entry = (id: number, action: string) => ({
      id: String(id),
      at: new Date(Date.UTC(2026, 0, 31) + id * 1000).toISOString(),
      action,
      reason: null,
      actor: { id: 'key:k', name: 'Kim' },
      detail: {},
    });
    await page.route(/\/audit\?/, (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      const [from, to] = cursor === null ? [300, 101] : [100, 1];
      const items = Array.from({ length: from - to + 1 }, (_, at) =>
        entry(from - at, from - at === 7 ? 'order.reveal' : 'order.read'),
      );
      return route.fulfill({ json: { items, nextCursor: cursor === null ? 'next' : null } });
    });
    await signInByKey(page, staffed.keys.get('support')!.key);
    const older = page.getByRole('button', { name: 'Show older entries' });
    await older.waitFor();
    expect(await page.getByText('Revealed personal data').count()).toBe(0);
    await older.click();
    await page.getByText('Revealed personal data').waitFor();
    await page.getByText('Show who read this order (299)').waitFor();
    expect(await older.count()).toBe(0);
    await context.close();
  });
});
