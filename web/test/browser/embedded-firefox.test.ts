import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS } from '../../../test/support/buyer.js';
import { openEmbeddingShop } from '../../../test/support/embedding-shop.js';
import type { EmbeddingShop } from '../../../test/support/embedding-shop.js';
import { Firefox, FIREFOX, NEEDS_FIREFOX } from '../../../test/support/firefox.js';

describe.skipIf(FIREFOX === undefined)(`the checkout page on a shop's page, in Firefox${NEEDS_FIREFOX}`, () => {
  let site: EmbeddingShop;
  let firefox: Firefox;
  beforeAll(async () => {
    [site, firefox] = await Promise.all([openEmbeddingShop(), Firefox.start()]);
  });
  afterAll(async () => {
    await firefox.stop();
    await site.close();
  });

  it('in a frame, whose storage is apart: sells, is paid in a tab that knows the order, and tells the shop', async () => {
    await firefox.open(site.url);
    await firefox.click('#buy');
    await firefox.enterFrame('iframe');
    await firefox.type('[data-field=address]', ADDRESS);
    await firefox.sees('You get about');
    await firefox.click('input[type=radio]');
    await firefox.click('form button[type=submit]');
    await firefox.sees('Waiting for your payment');
    await firefox.run("localStorage.setItem('mark', 'of the frame')");
    await firefox.click('a.button');

    const back = await firefox.enterNewWindow();
    await firefox.sees(/Pay 100/);
    await firefox.click('button');
    await firefox.sees('Your purchase is complete');
    expect(await firefox.run<string>('return location.origin')).toBe(site.shop.url);
    expect(await firefox.run("return localStorage.getItem('mark')"), 'its storage is apart').toBeNull();
    await back();
    await firefox.sees(/created (\S+) \S+#cs_\S+\s+paid \1\s+completed \1/);
    await firefox.enterFrame('iframe');
    await firefox.sees('Your purchase is complete');
  });

  it('shows nothing in a frame of another origin', async () => {
    await firefox.open(site.foreignUrl);
    await firefox.click('#buy');
    await firefox.enterFrame('iframe');
    await expect
      .poll(() => firefox.run<string>('return document.documentURI'))
      .toMatch(/^about:neterror\?e=cspBlocked/);
  });
});
