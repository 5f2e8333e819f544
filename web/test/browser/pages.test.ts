import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { ProviderOrder } from '../../../test/support/sandbox-client.js';
import { Service } from '../../../test/support/service.js';
import { startWorld } from '../../../test/support/service-world.js';
import type { World } from '../../../test/support/service-world.js';

const DEPOSIT = '0x52908400098527886E0F7030069857D2E4169EE7';

describe.skipIf(CHROMIUM === undefined)(`pages in a browser${NEEDS_CHROMIUM}`, () => {
  let world: World;
  let browser: Browser;
  let guarded: Service | null = null;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld({ BRAND_NAME: 'Nimbus' }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await guarded?.stop();
    await world.close();
  });

  /** On the same database, with authentication. */
  async function guardedService(): Promise<Service> {
    const [databaseUrl, rampUrl] = [world.databaseUrl, world.sandbox.url];
    guarded = await Service.start({ databaseUrl, rampUrl, env: { AUTH: 'required', ROLES: 'api' } });
    return guarded;
  }

  it("render under the strict policy in the visitor's language", async () => {
    const { page, complaints } = await openTab(browser, { ...PHONE, locale: 'ar' });
    const answer = await page.goto(`${world.service.url}/checkout`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe/);
    await expect.poll(() => page.title()).toMatch(/ – Nimbus$/);
    expect(await page.getAttribute('html', 'dir')).toBe('rtl');
    expect(complaints).toEqual([]);
  });

  it('of an order: open with the secret in the URL, and afterwards without it', async () => {
    const { orderNo } = await world.sandbox.control<ProviderOrder>('POST', '/sell-orders', {});
    const { body } = await world.service.post('/v1/sell-orders', { orderNo });
    const { merchantOrderNo, clientSecret } = body as { merchantOrderNo: string; clientSecret: string };
    const { url } = await guardedService();
    const address = `${url}/orders/${merchantOrderNo}`;
    const { page, complaints } = await openTab(browser);
    const isOpen = (): Promise<void> => page.getByText(DEPOSIT).first().waitFor();
    await page.goto(`${address}#${clientSecret}`);
    await isOpen();
    await expect.poll(() => page.url()).toBe(address);
    await page.reload();
    await isOpen();
    // A forged link does not replace a stored secret.
    await page.goto('about:blank');
    await page.goto(`${address}#cs_1_${'x'.repeat(42)}A`);
    await isOpen();
    await page.goto(address);
    await isOpen();
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('of the API: show every operation, under a strict policy too', async () => {
    const { page, complaints } = await openTab(browser);
    const answer = await page.goto(`${world.service.url}/docs`);
    const operation = page.getByText('/v1/checkouts', { exact: true });
    await operation.click();
    await page.getByText('merchantOrderNo').first().waitFor();
    expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(complaints).toEqual([]);
  });
});
