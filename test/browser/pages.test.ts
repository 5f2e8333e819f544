import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../support/chromium.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';

describe.skipIf(CHROMIUM === undefined)(`the pages in a browser${NEEDS_CHROMIUM}`, () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startWorld({ BRAND_NAME: 'Nimbus' }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await world.close();
  });

  it('show themselves under the strict policy, in the language of the visitor', async () => {
    const { page, complaints } = await openTab(browser, { ...PHONE, locale: 'ar' });
    const answer = await page.goto(`${world.service.url}/checkout`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe/);
    expect(await page.title()).toBe('Nimbus');
    expect(await page.getAttribute('html', 'dir')).toBe('rtl');
    expect(complaints).toEqual([]);
  });
  it('of the API show every operation, and one when it is opened, under a strict policy too', async () => {
    const { page, complaints } = await openTab(browser);
    const answer = await page.goto(`${world.service.url}/docs`);
    const operation = page.getByText('/v1/checkouts', { exact: true });
    await operation.click();
    await page.getByText('merchantOrderNo').first().waitFor();
    expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(complaints).toEqual([]);
  });
});
