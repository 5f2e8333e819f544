import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADDRESS, Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium, tabOf } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { createKey } from '../../../test/support/made-key.js';
import { newNumber } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const SETTINGS = {
  AUTH: 'required',
  AUTH_GUESTS: 'true',
  PAY_WAY_NAMES: '10001=Visa,10002=Bank transfer,10003=Wallet',
};

describe.skipIf(CHROMIUM === undefined)(`a way back from an order${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  let tab: Tab;
  let buyer: Buyer;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(SETTINGS), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });
  beforeEach(async () => {
    tab = await openTab(browser, PHONE);
    buyer = new Buyer(tab.page, shop);
    await buyer.open();
    await buyer.fillIn();
    await tab.page.getByRole('radio', { name: /Visa/ }).check();
    await buyer.goToPayment();
  });
  afterEach(() => tab.context.close());

  const isChosen = (method: RegExp): Promise<boolean> => tab.page.getByRole('radio', { name: method }).isChecked();
  const chooseAgain = () => tab.page.getByRole('link', { name: 'Choose again' });

  /** The terms that the provider got with each create of an order. */
  const created = async (number: string, ...fields: readonly string[]): Promise<unknown[]> =>
    (await shop.sandbox.creates(number)).map(({ body }) => fields.map((field) => body?.[field]));

  it('awaiting payment: choose again opens the form filled in, with the address outside of the URL', async () => {
    await tab.page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    const { number } = buyer;
    await tab.page.getByText('This one stays unpaid').waitFor();
    await chooseAgain().click();
    await buyer.sees(/^Buy crypto$/);
    await buyer.methods.first().waitFor();
    expect(tab.page.url()).not.toContain(ADDRESS);
    expect(await tab.page.getByLabel(/^Your address/).inputValue()).toBe(ADDRESS);
    expect(await tab.page.getByLabel('You pay').inputValue()).toBe('100.00');
    expect(await isChosen(/Visa/)).toBe(true);
    await tab.page.getByText('An order is waiting for its payment to be confirmed').waitFor();
    await tab.page.getByText('leave the old one unpaid').waitFor();
    await tab.page.getByRole('radio', { name: /Bank transfer/ }).check();
    await buyer.goToPayment();
    await tab.page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    expect(buyer.number).not.toBe(number);
    const terms = ['amount', 'network', 'address', 'alpha2'];
    expect(await created(buyer.number, 'payWayCode', ...terms)).toEqual([
      ['10002', ...((await created(number, ...terms))[0] as string[])],
    ]);
  });

  /** An unpaid order by a link of the shop that sets these terms beside the address. */
  async function orderedByLink(terms: object): Promise<string> {
    const link = await shop.service.post(
      '/v1/checkout-links',
      { fiat: 'USD', amount: '50', crypto: 'USDT', network: 'ETH', country: 'US', address: ADDRESS, ...terms },
      { 'x-api-key': (await createKey(shop.databaseUrl, 'checkout', 'shop')).key },
    );
    const { search } = new URL(String(link.body['url']));
    await buyer.open(search);
    await buyer.methods.first().waitFor();
    await buyer.goToPayment();
    await tab.page.goBack();
    await buyer.sees(/^Waiting for your payment$/);
    return search;
  }

  it('awaiting payment, by a link of the shop: choose again opens the link, whose terms stay fixed', async () => {
    const search = await orderedByLink({});
    await chooseAgain().click();
    await tab.page.getByText('Nimbus has set this address').waitFor();
    expect(new URL(tab.page.url()).search).toBe(search);
  });

  it('awaiting payment, by a link that fixes the number: can only be paid', async () => {
    await orderedByLink({ merchantOrderNo: newNumber() });
    await tab.page.getByRole('link', { name: 'Go to payment' }).waitFor();
    expect(await chooseAgain().count()).toBe(0);
  });

  it('declined: a new payment prefers another method, in one trade from two tabs', async () => {
    await buyer.press('Decline');
    await buyer.sees(/^The payment did not go through$/);
    const { number } = buyer;
    const second = await tabOf(tab.context);
    await second.page.goto(tab.page.url());
    for (const { page } of [tab, second]) {
      await page.getByRole('button', { name: 'Start a new payment' }).click();
      await page.getByRole('group', { name: 'How would you like to pay?' }).waitFor();
    }
    await tab.page.getByText('Did not go through', { exact: true }).waitFor();
    expect(await isChosen(/Visa/)).toBe(false);
    const other = tab.page.locator('.retry :checked');
    const code = await other.inputValue();
    await expect.poll(() => other.evaluate((radio) => radio === document.activeElement)).toBe(true);
    await Promise.all([tab, second].map(({ page }) => page.getByRole('button', { name: 'Go to payment' }).click()));
    await Promise.all([buyer.onPayPage(), new Buyer(second.page, shop).onPayPage()]);
    expect(await created(number, 'payWayCode')).toEqual([['10001'], [code]]);
    expect(code).not.toBe('10001');
    await buyer.press('Pay');
    await buyer.sees(/^Your purchase is complete$/);
  });

  it('declined, without prices: a new payment by the same method, at no worse price than the page shows', async () => {
    await buyer.press('Decline');
    await buyer.sees(/^The payment did not go through$/);
    await tab.page.route('**/v1/quotes', (route) => route.abort('connectionrefused'));
    const asked = tab.page.waitForRequest(/\/retry$/);
    await tab.page.getByRole('button', { name: 'Start a new payment' }).click();
    const { quote } = (await asked).postDataJSON() as { quote: { cryptoQuantity: string } };
    await tab.page.getByText(`${Number(quote.cryptoQuantity)} USDT`).waitFor();
    await buyer.onPayPage();
    await buyer.press('Pay');
    expect(await created(buyer.number, 'payWayCode')).toEqual([['10001'], ['10001']]);
  });

  it('cancelled: a new purchase keeps method and address', async () => {
    await buyer.press('Cancel');
    await buyer.sees(/^The payment was cancelled$/);
    await tab.page.getByRole('link', { name: 'New purchase' }).click();
    await buyer.methods.first().waitFor();
    expect(await isChosen(/Visa/)).toBe(true);
    expect(await tab.page.getByLabel(/^Your address/).inputValue()).toBe(ADDRESS);
  });
});
