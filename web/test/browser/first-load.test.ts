import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeServer } from '#tools/fakes/server.mjs';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, DESKTOP, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { overflow } from '../../../test/support/layout.js';
import { checkoutBody } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';
import { measureTransfer } from '../../../test/support/transfer.js';

const BUDGET = 83 * 1000;
/** Half of what Core Web Vitals call good. */
const MOST_SHIFT = 0.05;
/** Newer than Safari 15.4, Chrome 100 and Firefox 100. */
const NEWER =
  `canParse toSorted toReversed toSpliced findLast findLastIndex groupBy withResolvers isWellFormed toWellFormed
  fromAsync checkVisibility requestIdleCallback startViewTransition`.split(/\s+/);
const LANGUAGES = ['en-US', 'es-MX', 'pt-BR', 'fr-CA', 'de-CH', 'zh-CN', 'ar-EG'];

describe.skipIf(CHROMIUM === undefined)(`first load of a page${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let order: string;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(), startChromium()]);
    order = `/orders/${(await shop.service.order(checkoutBody())).merchantOrderNo}`;
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const pathOf = (name: string): string => (name === 'checkout' ? '/checkout' : order);

  it.each(['checkout', 'order'])(
    '%s: loads little, from its own origin, under a strict policy, without errors',
    async (name) => {
      const { page, context, complaints } = await openTab(browser, PHONE);
      const loaded = await measureTransfer(page);
      const answers = new Map<string, number>();
      page.on('response', (response) => answers.set(response.url(), response.status()));
      const refusals: string[] = [];
      await page.exposeFunction('noteRefusal', (what: string) => refusals.push(what));
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          (globalThis as unknown as { noteRefusal(what: string): void }).noteRefusal(
            `${violatedDirective} ${blockedURI}`,
          ),
        ),
      );
      const answer = await page.goto(`${shop.url}${pathOf(name)}`);
      const buyer = new Buyer(page, shop);
      await buyer.heading.waitFor();
      // Everything visible: prices, and coin icons further down.
      if (name === 'checkout') await buyer.methods.first().waitFor();
      await page.locator('footer').scrollIntoViewIfNeeded();
      const icon = await page.locator('link[rel=icon]').getAttribute('href');
      // Headless Chromium does not load the favicon by itself.
      expect((await page.request.get(new URL(icon ?? '', shop.url).href)).status(), 'the favicon').toBe(200);
      await expect
        .poll(() => [...loaded.bytes.keys()].some((url) => url.includes('/assets/') && url.endsWith('.svg')))
        .toBe(true);

      expect(loaded.total(), JSON.stringify([...loaded.bytes], null, 1)).toBeLessThan(BUDGET);
      expect(loaded.total(), 'it was measured at all').toBeGreaterThan(20_000);
      expect([...answers.keys()].filter((url) => !url.startsWith(shop.url))).toEqual([]);
      expect([...answers.values()].filter((status) => status >= 400)).toEqual([]);
      const policy = answer!.headers()['content-security-policy']!;
      expect(policy).not.toMatch(/unsafe|\*|data:|blob:/);
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/);
      expect(refusals).toEqual([]);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it.each([
    ['a phone', { ...PHONE, locale: 'en-US' }],
    ['a German desktop', { ...DESKTOP, locale: 'de-DE' }],
  ] as const)('four round trips lead to the payment on %s, and nothing moves', async (_what, options) => {
    const { page, context, complaints } = await openTab(browser, options);
    await page.addInitScript(() => {
      const watched = globalThis as unknown as { moved: number };
      watched.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) watched.moved += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const trips = inTrips(page);
    await page.goto(`${shop.url}/checkout`);
    const buyer = new Buyer(page, shop);
    await buyer.methods.first().waitFor();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)).toBeLessThan(MOST_SHIFT);
    await page.locator('[data-field=address]').fill(ADDRESS);
    await page.locator('form [type=submit]').click();
    await page.waitForURL(/\/pay\//);
    expect(trips.findIndex((urls) => urls.some((url) => url.includes('/v1/checkouts')))).toBe(3);
    expect(trips.flat().filter((url) => url.includes('/v1/cryptos'))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(LANGUAGES)('renders in %s at once and fits every window', async (locale) => {
    const { page, context, complaints } = await openTab(browser, { ...PHONE, locale });
    for (const name of ['checkout', 'order']) {
      await page.goto(`${shop.url}${pathOf(name)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (name === 'checkout') await page.getByRole('radio').first().waitFor();
      expect(await page.getAttribute('html', 'lang')).toBe(locale === 'zh-CN' ? 'zh-CN' : locale.split('-')[0]);
      // 640 is a desktop of 1280 at 200 % zoom; 320 is one at 400 %.
      for (const width of [320, 390, 640, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        expect(await overflow(page), `${name}, ${width}`).toEqual([]);
      }
      await page.setViewportSize(PHONE.viewport!);
    }
    // A key without a text is shown as it is.
    expect(await page.locator('body').innerText()).not.toMatch(
      /\b(order|common|checkout|foot|sum|pay)\.[a-z]+\b|\{\w+\}/,
    );
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a browser of 2022 buys and pays', async () => {
    const { page, context, complaints } = await openTab(browser, PHONE);
    await context.addInitScript((names) => {
      const owners = [
        Array,
        Array.prototype,
        Object,
        Map,
        Promise,
        String.prototype,
        URL,
        Element.prototype,
        Document.prototype,
      ];
      for (const owner of [...owners, globalThis]) for (const name of names) Reflect.deleteProperty(owner, name);
      for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name);
      Reflect.deleteProperty(globalThis, 'Iterator');
    }, NEWER);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await buyer.fillIn();
    await buyer.goToPayment();
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('an older browser shows what it needs', async () => {
    const { page, context } = await openTab(browser, { ...PHONE, locale: 'de' });
    await context.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
    for (const name of ['checkout', 'order']) {
      await page.goto(`${shop.url}${pathOf(name)}`);
      await page.getByText(/^Diese Seite braucht JavaScript und einen Browser von 2022/).waitFor();
      expect(await page.locator('.skeleton').first().isVisible()).toBe(false);
    }
    await context.close();
  });

  it('no script contains newer functions or syntax', () => {
    const folder = 'dist/web/assets';
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const newer = new RegExp(`\\.(?:${NEWER.join('|')})\\b|AbortSignal\\.(?:any|timeout)|\\(\\?<[=!]|\\bstatic ?\\{`);
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.flatMap((name) => newer.exec(readFileSync(`${folder}/${name}`, 'utf8'))?.[0] ?? [])).toEqual([]);
  });

  it('stays readable with text of twice the size', async () => {
    const { page, context } = await openTab(browser, PHONE);
    for (const name of ['checkout', 'order']) {
      await page.goto(`${shop.url}${pathOf(name)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect(await overflow(page), name).toEqual([]);
    }
    await context.close();
  });

  it("shows the shop's logo and colour", async () => {
    const logos = await FakeServer.start((response) => {
      response.writeHead(200, { 'content-type': 'image/svg+xml' });
      response.end(
        '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="30"><rect width="120" height="30"/></svg>',
      );
    });
    const branded = await openShop({ BRAND_LOGO_URL: `${logos.url}/logo.svg`, BRAND_COLOR: '#0a7d3b' });
    const { page, context, complaints } = await openTab(browser);
    await new Buyer(page, branded).open();
    const logo = page.getByRole('img', { name: 'Nimbus' });
    await expect.poll(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(120);
    const button = page.getByRole('button', { name: 'Continue to payment' });
    await expect
      .poll(() => button.evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(10, 125, 59)');
    const tint = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--info-ground'),
    );
    expect(tint).toBe('#e7f2eb');
    expect(complaints).toEqual([]);
    await context.close();
    await branded.close();
    await logos.close();
  });
});

/** Answers what the page asks for at once only when it asks for nothing more: the addresses by round trip, up to now. */
function inTrips(page: Page): readonly (readonly string[])[] {
  const trips: string[][] = [];
  let waiting: Route[] = [];
  let timer: NodeJS.Timeout | undefined;
  const answer = (): void => {
    const all = waiting;
    waiting = [];
    trips.push(all.map((route) => route.request().url()));
    for (const route of all) void route.continue().catch(() => undefined);
  };
  void page.route('**/*', (route) => {
    waiting.push(route);
    clearTimeout(timer);
    timer = setTimeout(answer, 600);
  });
  return trips;
}
