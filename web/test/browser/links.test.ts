import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium, tabOf } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { createKey } from '../../../test/support/made-key.js';
import { newNumber, Service } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true' };
const IN_FOURS = '0x52 9084 0009 8527 886E 0F70 3006 9857 D2E4 169E E7';
const THIEF = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BNB = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';
const WHOLE = { fiat: 'USD', amount: '100', crypto: 'USDT', network: 'ETH', country: 'US', payWayCode: '10001' };

describe.skipIf(CHROMIUM === undefined)(`links to the checkout page${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let key: string;
  const others: Service[] = [];
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(GUESTS), startChromium()]);
    key = (await createKey(shop.databaseUrl, 'checkout', 'shop')).key;
  });
  afterAll(async () => {
    await browser.close();
    for (const service of others) await service.stop();
    await shop.close();
  });

  /** The query of a link signed for the shop. */
  async function linkTo(terms: object): Promise<string> {
    const answer = await shop.service.post('/v1/checkout-links', terms, { 'x-api-key': key });
    expect(answer.status, answer.text).toBe(201);
    return new URL(String(answer.body['url'])).search;
  }

  async function opened(query: string, existing?: Tab): Promise<{ buyer: Buyer; tab: Tab }> {
    const tab = existing ?? (await openTab(browser, PHONE));
    const buyer = new Buyer(tab.page, shop);
    await buyer.open(query);
    return { buyer, tab };
  }

  const field = ({ page }: Tab, name: string) => page.locator(`[data-field=${name}]`);
  const summary = ({ page }: Tab): Promise<string> => page.locator('aside').innerText();
  /** A link that sets everything shows the price without a list of methods. */
  const priced = ({ page }: Pick<Tab, 'page'>): Promise<void> => page.getByText(/^\$[\d.]+ \([\d.]+%\)$/).waitFor();

  it('unsigned: buy nothing for their author', async () => {
    const query = new URLSearchParams({ ...WHOLE, address: THIEF, memo: '7' }).toString();
    const { buyer, tab } = await opened(`?${query}`);
    await tab.page.getByText('Some details of the link could not be used').waitFor();
    await buyer.methods.first().waitFor();
    expect(await field(tab, 'amount').inputValue()).toBe('100');
    expect(await field(tab, 'address').inputValue()).toBe('');
    const mark = await shop.sandbox.mark();
    await buyer.continue.click();
    await tab.page.getByText('Enter the address of your wallet.').waitFor();
    expect(await tab.page.content()).not.toContain(THIEF.slice(2));
    expect(await shop.sandbox.calls('create', mark)).toEqual([]);
    await tab.context.close();
  });

  it('show a typed or pasted address again, in groups of four, beside the button', async () => {
    const { buyer, tab } = await opened('?fiat=USD&crypto=USDT&network=ETH&country=US');
    await buyer.sendTo(` ${ADDRESS}\n`);
    await expect.poll(() => summary(tab)).toContain(IN_FOURS);
    await tab.context.close();
  });

  it('signed: show all that the shop has set on one card, without a form', async () => {
    const merchantOrderNo = newNumber();
    const { buyer, tab } = await opened(
      `${await linkTo({ ...WHOLE, merchantOrderNo, address: ADDRESS })}&address=${THIEF}`,
    );
    await tab.page.getByText('Nimbus has prepared this purchase').waitFor();
    await priced(tab);
    for (const role of ['textbox', 'radio', 'combobox', 'button'] as const) {
      expect(await tab.page.locator('form').getByRole(role).count(), role).toBe(role === 'button' ? 1 : 0);
    }
    for (const text of ['$100.00', 'Ethereum', IN_FOURS]) expect(await summary(tab)).toContain(text);
    await tab.page.getByText('Details', { exact: true }).click();
    for (const text of ['Service fee', 'Network fee', 'United States']) {
      await tab.page.getByText(text, { exact: true }).waitFor();
    }
    expect(await buyer.continue.boundingBox()).toMatchObject({ height: 48 });

    await buyer.goToPayment();
    const [create] = await shop.sandbox.creates(merchantOrderNo);
    expect(create?.body).toMatchObject({ address: ADDRESS, merchantOrderNo });
    await buyer.press('Pay');
    expect(buyer.number).toBe(merchantOrderNo);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('signed: show what the shop has set as text, and the rest as fields', async () => {
    const terms = { fiat: 'USD', amount: '100', country: 'US', address: ADDRESS, crypto: 'USDT', network: 'ETH' };
    const { buyer, tab } = await opened(await linkTo(terms));
    await buyer.methods.nth(2).waitFor();
    for (const name of ['address', 'amount', 'coin', 'country']) expect(await field(tab, name).count(), name).toBe(0);
    const form = tab.page.locator('form');
    for (const text of ['$100.00', 'United States', 'Nimbus has set this address']) {
      expect(await form.innerText()).toContain(text);
    }
    expect(await form.getByText(IN_FOURS).count()).toBe(2);
    await buyer.methods.nth(1).check();
    await buyer.goToPayment();
    await tab.context.close();
  });

  it('signed: say what only the shop can change', async () => {
    const { buyer, tab } = await opened(await linkTo({ ...WHOLE, amount: '1', address: ADDRESS }));
    await tab.page.getByText(/^The least you can spend here is/).waitFor();
    await tab.page.getByText('Please ask Nimbus for another link.').waitFor();
    const mark = await shop.sandbox.mark();
    await buyer.continue.click();
    await expect.poll(() => tab.page.locator(':focus').innerText()).toMatch(/^The least you can spend/);
    expect(await shop.sandbox.calls('create', mark)).toEqual([]);
    await tab.context.close();
  });

  it('signed: override terms that are changed in the browser', async () => {
    const { buyer, tab } = await opened(await linkTo({ ...WHOLE, address: ADDRESS }));
    await priced(tab);
    await tab.page.route('**/v1/checkouts', (route) =>
      route.continue({ postData: { ...(route.request().postDataJSON() as object), address: THIEF } }),
    );
    const mark = await shop.sandbox.mark();
    await buyer.continue.click();
    await tab.page.getByText('Your order was not made').waitFor();
    expect(await shop.sandbox.calls('create', mark)).toEqual([]);
    await tab.context.close();
  });

  it('signed: send their memo, and without one allow none', async () => {
    const terms = { ...WHOLE, crypto: 'BNB', network: 'BNB', address: BNB };
    const { buyer, tab } = await opened(await linkTo({ ...terms, memo: '4711', merchantOrderNo: 'memo-1' }));
    await priced(tab);
    expect(await summary(tab)).toMatch(/Memo\s+4711/);
    await buyer.goToPayment();
    const [create] = await shop.sandbox.creates('memo-1');
    expect(create?.body).toMatchObject({ address: BNB, memo: '4711' });
    await tab.context.close();

    const xrp = { ...WHOLE, crypto: 'XRP', network: 'XRP', address: 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn' };
    const other = await opened(await linkTo(xrp));
    await priced(other.tab);
    expect(await summary(other.tab)).not.toContain('Destination tag');
    await other.tab.context.close();
  });

  it('with a number: make one order, repeatable in this browser only', async () => {
    const merchantOrderNo = newNumber();
    const query = await linkTo({ fiat: 'USD', amount: '100', country: 'US', merchantOrderNo, address: ADDRESS });
    const first = await opened(query);
    const other = await opened(query, await tabOf(first.tab.context));
    await first.buyer.methods.first().waitFor();
    await first.buyer.goToPayment();
    const again = await opened(query, await tabOf(first.tab.context));
    await again.tab.page.waitForURL(`**/orders/${merchantOrderNo}`);
    await again.buyer.sees(/./);

    const stranger = await opened(query);
    await stranger.buyer.methods.first().waitFor();
    await stranger.buyer.continue.click();
    await stranger.tab.page.getByText('An order was already made with this link').waitFor();
    await stranger.tab.page.getByText('Please ask Nimbus for another link.').waitFor();
    expect(await stranger.buyer.continue.getAttribute('class')).toContain('button--quiet');
    expect(await stranger.tab.page.getByRole('link', { name: 'Go to your order' }).count()).toBe(0);

    // Other terms with the same link are no repeat; this browser gets the link to its order.
    await other.buyer.methods.nth(1).check();
    await other.buyer.continue.click();
    await other.tab.page.getByRole('alert').getByRole('link', { name: 'Go to your order' }).click();
    await other.buyer.sees(/./);
    expect(other.buyer.number).toBe(merchantOrderNo);
    expect(await shop.sandbox.creates(merchantOrderNo)).toHaveLength(1);
    await first.tab.context.close();
    await stranger.tab.context.close();
  });

  it('refused: may be tried again with another method', async () => {
    const merchantOrderNo = newNumber();
    const { buyer, tab } = await opened(await linkTo({ fiat: 'USD', amount: '100', country: 'US', merchantOrderNo }));
    await buyer.sendTo(ADDRESS);
    await buyer.methods.first().waitFor();
    await shop.sandbox.fault({ endpoint: 'create', act: 'answer', returnCode: '3106', returnMsg: 'risk', times: 1 });
    await buyer.continue.click();
    await tab.page.getByText('sees a risk with this address').waitFor();
    await buyer.methods.nth(1).check();
    await buyer.goToPayment();
    expect((await shop.rows.whole(merchantOrderNo)).trades).toHaveLength(2);
    await tab.context.close();
  });

  it.each([
    ['was changed', '?link=forged.1.mac', 'did not come from Nimbus'],
    ['has expired', null, 'This link has expired'],
  ])('that %s show no form', async (_what, query, text) => {
    const { tab, buyer } = await opened(query ?? (await expired()));
    await tab.page.getByText(text).waitFor();
    expect(await buyer.continue.count()).toBe(0);
    await tab.context.close();
  });

  async function expired(): Promise<string> {
    const query = await linkTo({ ...WHOLE, expiresIn: 1 });
    await sleep(1500);
    return query;
  }

  it('are required with PAGES_LINKS=signed', async () => {
    const { databaseUrl, sandbox } = shop;
    const env = { ...GUESTS, BRAND_NAME: 'Nimbus', PAGES_LINKS: 'signed' };
    const service = await Service.start({ databaseUrl, rampUrl: sandbox.url, env });
    others.push(service);
    const { page, context } = await openTab(browser);
    const buyer = new Buyer(page, service);
    for (const query of ['', `?${new URLSearchParams(WHOLE).toString()}`]) {
      await buyer.open(query);
      await page.getByText('You can buy here with a link from Nimbus').waitFor();
      expect(await buyer.continue.count()).toBe(0);
    }
    await buyer.open(await linkTo({ ...WHOLE, address: ADDRESS }));
    await priced({ page });
    await buyer.goToPayment();
    await context.close();
  });
});
