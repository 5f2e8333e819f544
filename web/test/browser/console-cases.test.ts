import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, startChromium } from '../../../test/support/chromium.js';
import { checkoutBody } from '../../../test/support/service.js';
import { StaffedShop } from '../../../test/support/staffed-shop.js';

const WRONG_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

describe.skipIf(CHROMIUM === undefined)(`console of staff on the telephone${NEEDS_CHROMIUM}`, () => {
  let staffed: StaffedShop;
  let browser: Browser;
  beforeAll(async () => {
    [staffed, browser] = await Promise.all([StaffedShop.open(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await staffed.close();
  });

  type Kind = readonly [is: string | RegExp, say: RegExp, order: () => Promise<string>];

  /** As the provider records it. */
  const made = async (status: string, record: Readonly<Record<string, string>> = {}): Promise<string> => {
    const number = await staffed.order();
    await staffed.become(number, status, record);
    return number;
  };

  /** The first payment failed and is paid late; the second trade is paid too. */
  async function paidTwice(first: string, second: string): Promise<string> {
    const number = await staffed.order();
    await staffed.become(number, 'PAY_FAIL');
    const retry = await staffed.shop.service.post(`/v1/orders/${number}/retry`, {}, staffed.as('checkout'));
    expect(retry.status, retry.text).toBeLessThan(300);
    await staffed.shop.sandbox.force(number, first, {}, false);
    await staffed.become(`${number}-r2`, second).catch(() => undefined);
    await staffed.shop.service.post(`/v1/admin/orders/${number}/ask`, {}, staffed.as('admin'));
    return number;
  }

  async function altered(): Promise<string> {
    const number = await made('PENDING');
    await staffed.shop.rows.query(`UPDATE trades SET pay_url = 'https://thief.example' WHERE trade_no = $1`, [number]);
    await staffed.shop.service.post(`/v1/admin/orders/${number}/ask`, {}, staffed.as('admin'));
    return number;
  }

  const KINDS: Readonly<Record<string, Kind>> = {
    unpaid: [
      'The customer has not paid yet, says the provider.',
      /has not received the payment yet/,
      () => made('PENDING'),
    ],
    failed: ['The payment failed.', /you can try again on the order page/, () => made('PAY_FAIL')],
    cancelled: [/^The payment was cancelled/, /you can try again on the order page/, () => made('CANCEL')],
    paid: [
      'The provider has the payment, and sends the crypto next.',
      /nothing for you to do/,
      () => made('PAY_SUCCESS'),
    ],
    'on its way': ['The provider is sending the crypto to the customer.', /should arrive soon/, () => made('TRANSFER')],
    delivered: ['Delivered, says the provider.', /look whether it has arrived/, () => made('FINISHED')],
    'another address, paid': [
      'The provider’s record has another address than the customer ordered.',
      /asking it to correct this before it sends/,
      () => made('PAY_SUCCESS', { address: WRONG_ADDRESS }),
    ],
    'another address, delivered': [
      /^The provider sent [\d.]+\sUSDT with another address than the customer ordered: it is lost unless/,
      /it is lost, and we are asking the provider who bears the loss/,
      () => made('FINISHED', { address: WRONG_ADDRESS }),
    ],
    'unknown status': [
      'The provider reports a status that is not known here: RISK_CONTROL.',
      /please pay or send nothing until we have asked/,
      () => made('RISK_CONTROL'),
    ],
    'paid twice': [/^The customer paid twice/, /return all but one/, () => paidTwice('PAY_SUCCESS', 'PAY_SUCCESS')],
    'paid twice, delivered twice': [
      /^The customer paid twice/,
      /no payment comes back/,
      () => paidTwice('FINISHED', 'FINISHED'),
    ],
    altered: [/^The stored order was altered/, /Our technicians are checking your order/, altered],
  };

  it.each(Object.entries(KINDS))(
    '%s: one screen says what is the case and what to read to the customer',
    async (kind, [is, say, order]) => {
      const number = await order();
      const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
      const banner = page.locator('.banner').first();
      await banner.locator('.banner__title').filter({ hasText: is }).waitFor();
      const sentence = banner.locator('q');
      expect(await sentence.innerText()).toMatch(say);
      const box = (await sentence.boundingBox())!;
      expect(box.y + box.height, 'within one screen').toBeLessThan(page.viewportSize()!.height);
      if (/twice/.test(kind)) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await page.getByRole('heading', { name: 'Trades' }).waitFor();
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1200);
      }
      if (kind === 'paid twice, delivered twice') await banner.getByText('Do not ask for a refund').waitFor();
      await context.close();
    },
  );

  it('who works on a case is seen in its row, and a case that is done vanishes', async () => {
    const number = await made('PAY_SUCCESS', { address: WRONG_ADDRESS });
    const { page, context } = await staffed.signedIn(browser, 'support', '#/work');
    const row = page.getByRole('listitem').filter({ hasText: number });
    await row.getByRole('button', { name: 'Take…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take' }).click();
    await page.getByText('Noted: your colleagues see').waitFor();
    await page.keyboard.press('Escape');
    await row.getByText('noted by support desk, just now').waitFor();
    expect(await staffed.notesOn(number)).toEqual(['I am working on this.']);
    await staffed.become(number, 'PAY_SUCCESS', { address: String(checkoutBody()['address']) });
    await page.reload();
    await page.getByLabel('API key').fill(staffed.keys.get('support')!.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Work' }).waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await context.close();
  });
});
