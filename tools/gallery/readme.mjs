import { join } from 'node:path';
import { DESKTOP, PHONE } from './looks.mjs';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Fixed terms, so that the screenshots are the same on every machine. */
const LINK = '/checkout?fiat=EUR&amount=100&crypto=USDT&network=ETH&country=DE';

/**
 * The README's screenshots from a running demo: the form, the quotes on a phone, and a completed order. Makes a
 * purchase.
 * @param {import('playwright-core').Browser} browser
 * @param {string} service URL of the demo's service
 * @param {string} folder
 * @param {(text: string) => void} say
 */
export async function takeReadmePictures(browser, service, folder, say) {
  const options = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: /** @type {const} */ ('reduce') };
  const take = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
    await page.screenshot({ path: join(folder, `${name}.png`) });
    say(`  ${join(folder, `${name}.png`)}\n`);
  };

  const desktop = await browser.newContext({ ...options, viewport: DESKTOP });
  const page = await desktop.newPage();
  await page.goto(`${service}${LINK}`);
  await page.getByRole('radio').first().waitFor();
  await page.locator('[data-field=address]').fill(ADDRESS);
  await page.locator('.address-ok').waitFor();
  await take(page, 'checkout');

  const phone = await browser.newContext({ ...options, viewport: PHONE, deviceScaleFactor: 1.5, colorScheme: 'dark' });
  const quotes = await phone.newPage();
  await quotes.goto(`${service}${LINK}`);
  await quotes.getByRole('radio').last().waitFor();
  await quotes.locator('.methods__cards').evaluate((methods) => methods.scrollIntoView({ block: 'center' }));
  await take(quotes, 'quotes');
  await phone.close();

  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('heading', { level: 1, name: /complete$/ }).waitFor();
  await take(page, 'order');
  await desktop.close();
}
