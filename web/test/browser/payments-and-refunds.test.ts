import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Buyer } from '../../../test/support/buyer.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { checkoutBody, newNumber, orderOf } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';

const SETTINGS = {
  RAMP_STATUS_MAP: 'BUY:REFUNDED=REFUNDED',
  SUPPORT_URL: 'https://nimbus.example/help/{merchantOrderNo}',
  BRAND_URL: 'https://nimbus.example/',
};

describe.skipIf(CHROMIUM === undefined)(`payments and refunds${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop(SETTINGS), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  interface Opened {
    readonly number: string;
    readonly buyer: Buyer;
    readonly tab: Tab;
  }

  async function openPage(number: string): Promise<Opened> {
    const tab = await openTab(browser, PHONE);
    await tab.page.goto(`${shop.url}/orders/${number}`);
    return { number, tab, buyer: new Buyer(tab.page, shop) };
  }

  async function openPurchase(): Promise<Opened> {
    const { merchantOrderNo } = await shop.service.order(checkoutBody());
    return openPage(merchantOrderNo);
  }

  const payments = ({ page }: Buyer): Locator => page.locator('section', { hasText: 'Payments' }).getByRole('listitem');
  const main = ({ page }: Buyer): Promise<string> => page.locator('main').innerText();

  async function resolveAll(number: string): Promise<void> {
    for (const { id } of await shop.rows.mismatches(number)) {
      const answer = await shop.service.post(`/v1/admin/mismatches/${id}/resolve`, {
        note: 'Told to refund it.',
      });
      expect(answer.status, answer.text).toBe(200);
    }
  }

  it('paid twice, resolved and one refunded: both payments stay', async () => {
    const { number, buyer, tab } = await openPurchase();
    const second = `${number}-r2`;
    await shop.sandbox.force(number, 'CANCEL');
    await buyer.sees(/^The payment was cancelled$/);
    // From here on the page follows an order that was settled.
    expect(orderOf(await shop.service.post(`/v1/orders/${number}/retry`, {})).status).toBe('AWAITING_PAYMENT');
    await buyer.sees(/^Waiting for your payment$/);
    await shop.sandbox.force(second, 'PAY_SUCCESS');
    await buyer.sees(/^Payment received$/);
    expect(await payments(buyer).count(), 'one payment needs no list').toBe(0);

    await shop.sandbox.force(number, 'PAY_SUCCESS');
    await expect.poll(() => payments(buyer).count()).toBe(2);
    await shop.sandbox.force(second, 'FINISHED');
    await buyer.sees(/^Your order is being checked$/);
    expect((await main(buyer)).match(/You do not have to do anything/g), 'said once').toHaveLength(1);
    await expect
      .poll(() => payments(buyer).allInnerTexts())
      .toEqual([
        expect.stringContaining('Received, and being checked'),
        expect.stringContaining('Received, and being checked'),
      ]);

    await resolveAll(number);
    await buyer.sees(/^Your purchase is complete$/);
    const numbers = await Promise.all([number, second].map(async (no) => (await shop.sandbox.order(no)).orderNo));
    const expectListed = async (...ends: readonly string[]): Promise<void> => {
      await expect
        .poll(() => payments(buyer).allInnerTexts(), { timeout: 90_000 })
        .toEqual(ends.map((end) => expect.stringContaining(end) as string));
      const texts = await payments(buyer).allInnerTexts();
      for (const [index, text] of texts.entries()) {
        expect(text).toContain(numbers[index]);
        expect(text).toContain('$100.00');
      }
    };
    await expectListed('Received', 'USDT delivered, as the provider reports');

    await shop.sandbox.force(number, 'REFUNDED');
    await expect.poll(async () => (await shop.rows.trades(number))[0]?.status, { timeout: 90_000 }).toBe('REFUNDED');
    await tab.page.reload();
    await buyer.sees(/^Your purchase is complete$/);
    await expectListed('Refunded, as the provider reports', 'USDT delivered, as the provider reports');
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('refunded: no failure, nothing to receive, and a way back', async () => {
    const { number, buyer, tab } = await openPurchase();
    await shop.sandbox.force(number, 'PAY_SUCCESS');
    await buyer.sees(/^Payment received$/);
    expect(await main(buyer)).toMatch(/You receive \(estimate\)/);
    await shop.sandbox.force(number, 'REFUNDED');
    await buyer.sees(/^Your payment was refunded$/);
    const text = await main(buyer);
    expect(text).not.toMatch(/You receive|Service fee|Stopped/);
    expect(text).toMatch(/Was to be received\s+[\d.]+\sUSDT/);
    expect(await buyer.page.locator('.disc--returned').count()).toBe(1);
    expect(await buyer.page.getByRole('link', { name: 'Back to Nimbus' }).getAttribute('href')).toBe(
      SETTINGS.BRAND_URL,
    );
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('cancelled: no action stands out while a payment may come late, which shows at once', async () => {
    const { number, buyer, tab } = await openPurchase();
    await shop.sandbox.force(number, 'CANCEL');
    await buyer.sees(/^The payment was cancelled$/);
    const actions = buyer.page.locator('.order-actions > *');
    expect(await actions.count()).toBeGreaterThan(0);
    expect(await actions.and(buyer.page.locator('.button:not(.button--quiet)')).count()).toBe(0);
    await buyer.page.getByText('Updates by itself').waitFor();
    const reads: string[] = [];
    buyer.page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    await shop.sandbox.force(number, 'PAY_SUCCESS');
    await buyer.sees(/^Payment received$/);
    expect(reads, 'told by the stream').toEqual([]);
    await tab.context.close();
  });

  it('is printed as a receipt', async () => {
    const { number, buyer, tab } = await openPurchase();
    await shop.sandbox.force(number, 'FINISHED');
    await buyer.sees(/^Your purchase is complete$/);
    const { page } = tab;
    await page.getByRole('button', { name: 'Print or save' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('button:visible, select:visible, a.button:visible').count()).toBe(0);
    const paper = await page.innerText('body');
    const { orderNo, record } = await shop.sandbox.order(number);
    const help = `Help: ${SETTINGS.SUPPORT_URL.replace('{merchantOrderNo}', number)}`;
    for (const shown of [number, 'Nimbus', 'Your purchase is complete', '$100.00', orderNo, record['txHash']!, help]) {
      expect(paper).toContain(shown);
    }
    expect(paper).toMatch(/Printed on \w+ \d+, \d{4}/);
    await tab.context.close();
  });

  it('a sale: amount and address can be copied and scanned', async () => {
    const number = `${newNumber()}..sell-created`;
    await shop.sandbox.control('POST', '/sell-orders', {
      merchantOrderNo: number,
      crypto: 'ETH',
      cryptoAmount: '0.25',
    });
    expect((await shop.service.post('/v1/sell-orders', { merchantOrderNo: number })).status).toBe(201);
    const { buyer, tab } = await openPage(number);
    await buyer.sees(/^Waiting for your ETH$/);
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await buyer.page.getByRole('button', { name: 'Copy Amount to send' }).click();
    await expect.poll(() => buyer.page.evaluate(() => navigator.clipboard.readText())).toMatch(/^0\.250*$/);
    const code = buyer.page.getByRole('img', { name: 'QR code of the address to send to' });
    expect(await code.locator('path').getAttribute('d')).toMatch(/^M0 0h1/);
    await buyer.page.getByText('It holds the address and the amount').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });
});
