import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { FakeServer } from '#tools/fakes/server.mjs';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium, tabOf } from '../../../test/support/chromium.js';
import { overflow } from '../../../test/support/layout.js';
import { checkoutBody, Service } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const LAW = {
  SUPPORT_URL: 'https://nimbus.example/{lang}/help?order={merchantOrderNo}',
  TERMS_URL: 'https://nimbus.example/terms',
  PRIVACY_URL: 'https://nimbus.example/privacy',
  REFUNDS_URL: 'https://nimbus.example/refunds',
  IMPRINT_URL: 'https://nimbus.example/imprint',
  BRAND_URL: 'https://nimbus.example/',
  PROVIDER_NAME: 'Ramp Inc.',
};
const HELP = 'https://nimbus.example/en/help?order=';

describe.skipIf(CHROMIUM === undefined)(`help and law on the pages${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let provider: string;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ ...LAW, PAGES_CONSENT: 'box' }), startChromium()]);
    provider = new URL(shop.sandbox.url).host;
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  /** A service with other settings at the shop's database, which stops after the test. */
  async function another(env: Readonly<Record<string, string>>): Promise<Service> {
    const { databaseUrl, sandbox } = shop;
    const service = await Service.start({ databaseUrl, rampUrl: sandbox.url, env: { BRAND_NAME: 'Nimbus', ...env } });
    onTestFinished(() => service.stop());
    return service;
  }

  it('a customer finds the terms, agrees by the box, and is told the provider before paying', async () => {
    const { page, context, complaints } = await openTab(browser, PHONE);
    const buyer = new Buyer(page, shop);
    await buyer.open();
    await expect.poll(() => page.title()).toBe('Checkout – Nimbus');
    const link = (name: string) => page.locator('footer').getByRole('link', { name });
    for (const [name, address] of [
      ['Help', HELP],
      ['Terms', LAW.TERMS_URL],
      ['Privacy', LAW.PRIVACY_URL],
      ['Refunds', LAW.REFUNDS_URL],
      ['Imprint', LAW.IMPRINT_URL],
    ]) {
      expect(await link(name!).getAttribute('href')).toBe(address);
    }
    expect(await page.locator('header a').getAttribute('href')).toBe(LAW.BRAND_URL);
    await page.getByText('Payment provider: Ramp Inc.').waitFor();

    await buyer.fillIn();
    const box = page.getByRole('checkbox', { name: 'I agree to the terms of Nimbus.' });
    expect(await box.isChecked()).toBe(false);
    const mark = await shop.sandbox.mark();
    await buyer.continue.click();
    await page.getByText('Please agree to the terms before you continue.').waitFor();
    await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    expect(await shop.sandbox.calls('create', mark)).toEqual([]);

    await box.check();
    expect(await page.getByText('Please agree to the terms').count()).toBe(0);
    const named = page.getByText(`Payment provider: Ramp Inc. (${provider})`);
    // The redirect to the payment page leads nowhere, so that this page stays.
    const isProvider = ({ host }: URL): boolean => host === provider;
    await page.route(isProvider, (route) => route.fulfill({ status: 204 }));
    await buyer.continue.click();
    await named.waitFor();
    await page.unroute(isProvider);
    await page.getByRole('link', { name: 'Go to payment' }).click();
    await buyer.onPayPage();
    // The customer comes back without having paid.
    await page.goBack();
    await named.waitFor();
    await expect.poll(() => page.title()).toBe(`Waiting for your payment · Order ${buyer.number} – Nimbus`);
    expect(await link('Help').getAttribute('href')).toBe(HELP + buyer.number);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('the button agrees to the terms where no box is wanted, and nothing is linked that is not set', async () => {
    const { page, context } = await openTab(browser);
    await new Buyer(page, await another({ TERMS_URL: LAW.TERMS_URL })).open();
    const sentence = page.getByText('By continuing, you agree to the terms of Nimbus.');
    expect(await sentence.getByRole('link').getAttribute('href')).toBe(LAW.TERMS_URL);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.locator('footer a').allTextContents()).toEqual(['Terms']);
    expect(await page.locator('header a').count()).toBe(0);
    // Its name is not set, and earlier orders say where they were paid.
    await page.getByText(`Payment provider: ${provider}`).waitFor();

    await new Buyer(page, await another({})).open();
    expect(await page.locator('footer a').count()).toBe(0);
    expect(await page.getByText('By continuing').count()).toBe(0);
    await context.close();
  });

  it.each([
    ['/checkout?link=forged.1.mac', 'Nothing can be bought with this link', 'Buy crypto'],
    ['/orders/%E2%80%AEevil', 'This order cannot be shown here', 'New purchase'],
    ['/nope', 'This page does not exist', 'New purchase'],
    ['/orders', 'This page does not exist', 'New purchase'],
    ['/orders/%E0%A4%A', 'This page does not exist', 'New purchase'],
  ])('%s leads on to help, to the shop and to a purchase', async (path, title, buy) => {
    const { page, context } = await openTab(browser, PHONE);
    await page.goto(shop.url + path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await expect.poll(() => page.title()).toMatch(/ – Nimbus$/);
    const ways = page.getByRole('main').getByRole('link');
    expect(await ways.filter({ hasText: 'Help' }).getAttribute('href')).toBe(HELP);
    expect(await ways.filter({ hasText: 'Back to Nimbus' }).getAttribute('href')).toBe(LAW.BRAND_URL);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await overflow(page), String(width)).toEqual([]);
    }
    await ways.filter({ hasText: buy }).click();
    await page.getByRole('heading', { level: 1, name: 'Buy crypto' }).waitFor();
    await context.close();
  });

  it('a text that names the shop links its help', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${shop.url}/orders/unknown-1`);
    const text = page.getByText('contact Nimbus with the order number');
    expect(await text.getByRole('link', { name: 'Nimbus' }).getAttribute('href')).toBe(`${HELP}unknown-1`);
    await context.close();
  });

  it('shops that sell by links only offer no purchase at a dead end', async () => {
    const service = await another({ ...LAW, PAGES_LINKS: 'signed' });
    const { page, context } = await openTab(browser);
    await page.goto(`${service.url}/checkout`);
    await page.getByText('You can buy here with a link from Nimbus').waitFor();
    expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual([
      'Nimbus',
      'Back to Nimbus',
      'Help',
    ]);
    await context.close();
  });

  it('a logo that does not load gives way to the name, also if it failed before the scripts ran', async () => {
    const server = await FakeServer.start((response) => response.writeHead(404).end());
    onTestFinished(() => server.close());
    const service = await another({ BRAND_LOGO_URL: `${server.url}/logo.svg` });
    const { page, context } = await openTab(browser, PHONE);
    await page.route('**/assets/*.js', async (route) => {
      await broken;
      await route.continue();
    });
    const broken = page.waitForResponse(/logo\.svg/);
    await page.goto(`${service.url}/checkout`);
    await page.locator('header .brand__letter').waitFor();
    expect(await page.locator('header').innerText()).toMatch(/Nimbus/);
    expect(await page.locator('header img').count()).toBe(0);
    await context.close();
  });

  it('the document shows brand and outline before its scripts, which take it over without a jump', async () => {
    const { page, context, complaints } = await openTab(browser, { ...PHONE, colorScheme: 'dark', locale: 'ar' });
    for (const path of ['/checkout', '/orders/unknown-1']) {
      let go: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/assets/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(shop.url + path, { waitUntil: 'commit' });
      await page.locator('.loading .card').first().waitFor();
      const brand = page.locator('header .brand__letter');
      const before = await brand.boundingBox();
      expect(before!.x, 'on the right').toBeGreaterThan(300);
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 18, 26)');
      go();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await brand.boundingBox()).toEqual(before);
      expect([await page.locator('header').count(), await page.locator('.loading').count()]).toEqual([1, 0]);
      await page.unroute('**/assets/*.js');
    }
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await context.close();
  });

  it('without JavaScript there are the brand, the number, a sentence in each language, and help', async () => {
    const { merchantOrderNo } = await shop.service.order(checkoutBody());
    const context = await browser.newContext({ ...PHONE, javaScriptEnabled: false, locale: 'de' });
    const { page } = await tabOf(context);
    await page.goto(`${shop.url}/orders/${merchantOrderNo}`);
    expect(await page.locator('header').innerText()).toMatch(/Nimbus/);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(merchantOrderNo);
    expect(await page.locator('main p').first().innerText()).toMatch(/^Diese Seite braucht JavaScript/);
    expect((await page.locator('main p').allInnerTexts()).join()).toMatch(
      /This page needs JavaScript and a browser of/,
    );
    expect(await page.locator('main p').first().isVisible()).toBe(true);
    const help = page.getByRole('main').getByRole('link');
    expect(await help.getAttribute('href')).toBe(`https://nimbus.example/de/help?order=${merchantOrderNo}`);
    expect(await page.locator('.skeleton').first().isVisible()).toBe(false);
    await context.close();
  });

  it('shows any name of a shop as text', async () => {
    const name = '</title><b>"Shop" &amp;';
    const service = await another({ ...LAW, BRAND_NAME: name });
    const { page, context, complaints } = await openTab(browser);
    await new Buyer(page, service).open();
    await expect.poll(() => page.title()).toBe(`Checkout – ${name}`);
    expect(await page.locator('header').innerText()).toContain(name);
    expect(await page.locator('b').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
