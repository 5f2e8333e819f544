import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../../test/support/axe.js';
import { CHROMIUM, DESKTOP, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import type { Tab } from '../../../test/support/chromium.js';
import { brokenAmounts, clashingLines, overflow } from '../../../test/support/layout.js';
import { createKey } from '../../../test/support/made-key.js';
import { CONSOLE_CLIENT, OpenIdProvider, providerKey } from '../../../test/support/openid-provider.js';
import { checkoutBody, newNumber } from '../../../test/support/service.js';
import { openShop } from '../../../test/support/shop.js';
import type { Shop } from '../../../test/support/shop.js';
import { measureTransfer } from '../../../test/support/transfer.js';

const FIRST_LOAD = 90_000;
const VIEW_LOAD = 30_000;
const WRONG_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

type Role = 'support' | 'finance' | 'admin' | 'checkout';

describe.skipIf(CHROMIUM === undefined)(`console of staff${NEEDS_CHROMIUM}`, () => {
  let shop: Shop;
  let browser: Browser;
  const keys = new Map<Role, string>();
  beforeAll(async () => {
    [shop, browser] = await Promise.all([openShop({ AUTH: 'required' }), startChromium()]);
    for (const role of ['support', 'finance', 'admin', 'checkout'] as const)
      keys.set(role, (await createKey(shop.databaseUrl, role, `${role} desk`)).key);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const as = (role: Role) => ({ 'x-api-key': keys.get(role)! });

  const read = (path: string, role: Role) => shop.service.request('GET', path, { headers: as(role) });

  async function order(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const number = newNumber();
    const body = checkoutBody({ merchantOrderNo: number, ...more });
    expect((await shop.service.checkout(body, as('checkout'))).status).toBe(201);
    return number;
  }

  /** As the provider records it, and polled. */
  async function become(number: string, status: string, record: Readonly<Record<string, string>> = {}): Promise<void> {
    await shop.sandbox.force(number, status, record, false);
    await shop.service.post(`/v1/admin/orders/${number}/ask`, {}, as('support'));
  }

  async function signedIn(role: Role, hash = '', options = DESKTOP): Promise<Tab> {
    const tab = await openTab(browser, options);
    await tab.page.goto(`${shop.url}/console${hash}`);
    await signIn(tab.page, keys.get(role)!);
    await tab.page.getByRole('button', { name: 'Sign out' }).waitFor();
    return tab;
  }

  async function signIn(page: Page, key: string): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  async function act(page: Page, name: string, text: string): Promise<void> {
    await page.getByRole('button', { name: `${name}…` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill(text);
    await dialog.getByRole('button', { name, exact: true }).click();
  }

  it('support finds an order, sees its case, writes a note and issues a link that opens it', async () => {
    const cart = newNumber();
    const email = `${cart}@example.com`;
    const number = await order({ metadata: { cart }, customer: { id: cart, email } });
    await order();
    const { page, complaints } = await signedIn('support');
    for (const text of [number, email.toUpperCase(), `cart=${cart}`]) {
      await page.getByLabel('Find an order').fill(text);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Found' }).waitFor();
      await expect.poll(() => page.locator('a.order-row').allInnerTexts(), { message: text }).toHaveLength(1);
      await page.getByRole('link', { name: number }).waitFor();
    }
    await page.getByRole('link', { name: number }).click();
    await page.getByText('The customer has not paid yet, says the provider.').waitFor();

    await page.getByLabel('Note').fill('Called back.\nWill pay tomorrow.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.event--note').getByText('Will pay tomorrow.').waitFor();
    const notes = await read(`/v1/admin/orders/${number}/notes`, 'support');
    expect(notes.body).toMatchObject({ items: [{ text: 'Called back.\nWill pay tomorrow.' }] });

    await act(page, 'Link for the customer', 'The customer lost the link, ticket 4711');
    const link = (await page.getByRole('dialog').locator('.code').textContent()) ?? '';
    expect(link).toContain(`/orders/${number}#cs_`);
    const customer = await openTab(browser, PHONE);
    await customer.page.goto(link);
    await customer.page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('The customer lost the link, ticket 4711').waitFor();
    expect(complaints).toEqual([]);
  });

  it('a wrong key opens nothing, and a key is kept only where staff asks for it', async () => {
    const { page, context } = await openTab(browser);
    await page.goto(`${shop.url}/console`);
    await signIn(page, keys.get('checkout')!);
    await page.getByText('You do not have permission').waitFor();
    await page.getByLabel('Keep me signed in').check();
    await signIn(page, keys.get('checkout')!);
    await page.locator('[aria-busy]').waitFor({ state: 'detached' });
    await page.getByText('You do not have permission').waitFor();
    const refused = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    expect(refused).not.toContain(keys.get('checkout')!);
    await page.getByLabel('Keep me signed in').uncheck();
    // Copied with an invisible character.
    await signIn(page, `${keys.get('support')!}\u200b`);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(await stored()).not.toContain(keys.get('support')!);
    await page.reload();
    await page.getByLabel('Keep me signed in').check();
    await signIn(page, keys.get('support')!);
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await stored()).not.toContain(keys.get('support')!);
    await page.reload();
    await page.getByLabel('API key').waitFor();
    await context.close();
  });

  it('staff signs in by the identity provider, keeps the view, and leaves it at both ends', async () => {
    const key = await providerKey('first');
    const people = { sue: { email: 'sue@merchant.example', email_verified: true, role: 'support' } };
    const identity = await OpenIdProvider.start(people, [key]);
    const other = await openShop({ ...identity.settings, AUTH_CONSOLE_CLIENT_ID: CONSOLE_CLIENT });
    try {
      const { page, complaints } = await openTab(browser);
      await page.route(`${identity.issuer}/auth?*`, (route) =>
        route.continue({ url: `${route.request().url()}&login_hint=sue` }),
      );
      await page.goto(`${other.url}/console#/work`);
      await page.getByRole('button', { name: 'Sign in with your account' }).click();
      await page.getByText('sue · support').waitFor();
      expect(page.url()).toBe(`${other.url}/console#/work`);
      await page.getByText('Nothing is open.').waitFor();
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/eyJ/);

      const [ended] = await Promise.all([
        page.waitForRequest((request) => request.url().startsWith(`${identity.issuer}/session/end`)),
        page.getByRole('button', { name: 'Sign out' }).click(),
      ]);
      expect(new URL(ended.url()).searchParams.get('id_token_hint')).toMatch(/^eyJ/);
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await page.getByRole('button', { name: 'Sign in with your account' }).waitFor();
      expect(page.url()).toMatch(`${other.url}/console`);
      // A made-up answer of the provider, for which this tab did not ask.
      await page.goto(`${other.url}/console?code=made-up&state=made-up&error_description=Send+us+your+key`);
      await page.getByText('The sign-in was not completed.').waitFor();
      expect(await page.getByText('Send us your key').count()).toBe(0);
      expect(complaints).toEqual([]);
    } finally {
      await other.close();
      await identity.stop();
    }
  });

  it('an address with a made-up state neither signs out nor uses up a sign-in that has begun', async () => {
    const identity = await OpenIdProvider.start({}, [await providerKey('first')]);
    const other = await openShop({ ...identity.settings, AUTH_CONSOLE_CLIENT_ID: CONSOLE_CLIENT });
    const support = await createKey(other.databaseUrl, 'support', 'support desk');
    const stray = `${other.url}/console?code=made-up&state=made-up`;
    try {
      const { page, context } = await openTab(browser);
      await page.route(`${identity.issuer}/auth?*`, (route) => route.fulfill({ body: 'Who are you?' }));
      await page.goto(`${other.url}/console`);
      await page.getByRole('button', { name: 'Sign in with your account' }).click();
      await page.getByText('Who are you?').waitFor();
      const { searchParams: asked } = new URL(page.url());
      await page.goto(stray);
      await page.getByText('The sign-in was not completed.').waitFor();
      const exchanged = page.waitForRequest(`${identity.issuer}/token`);
      await page.goto(`${other.url}/console?${String(new URLSearchParams({ code: 'c', state: asked.get('state')! }))}`);
      expect((await exchanged).postData()).toContain('code_verifier=');

      await page.getByLabel('Keep me signed in').check();
      await signIn(page, support.key);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await page.goto(stray);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      await context.close();
    } finally {
      await other.close();
      await identity.stop();
    }
  });

  it.each([
    [
      'a discovery document of another issuer',
      '/.well-known/openid-configuration',
      'The identity provider did not answer',
    ],
    ['an answer of another issuer', '/auth?*', 'The sign-in was not completed.'],
  ])('%s ends the sign-in', async (_, path, text) => {
    const people = { sue: { email: 'sue@merchant.example', email_verified: true, role: 'support' } };
    const identity = await OpenIdProvider.start(people, [await providerKey('first')]);
    const other = await openShop({ ...identity.settings, AUTH_CONSOLE_CLIENT_ID: CONSOLE_CLIENT });
    try {
      const { page, context } = await openTab(browser);
      const exchanges: string[] = [];
      page.on(
        'request',
        (request) => void (request.url() === `${identity.issuer}/token` && exchanges.push(request.url())),
      );
      await page.route(`${identity.issuer}${path}`, async (route) => {
        if (path === '/auth?*') {
          const { searchParams: asked } = new URL(route.request().url());
          const answer = new URLSearchParams({ code: 'c', state: asked.get('state')!, iss: 'https://other.example' });
          return route.fulfill({ status: 302, headers: { location: `${other.url}/console?${String(answer)}` } });
        }
        const response = await route.fetch();
        return route.fulfill({
          response,
          json: { ...((await response.json()) as object), issuer: 'https://other.example' },
        });
      });
      await page.goto(`${other.url}/console`);
      await page.getByRole('button', { name: 'Sign in with your account' }).click();
      await page.getByText(text).waitFor();
      expect(exchanges).toEqual([]);
      await context.close();
    } finally {
      await other.close();
      await identity.stop();
    }
  });

  it.each(['support', 'finance', 'admin'] as const)('%s sees all views, and opens orders', async (role) => {
    const number = await order();
    const { page, context } = await signedIn(role, `#/find?text=${number}`);
    await page.getByText(number).waitFor();
    const shown = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
    expect(shown.map((text) => text.replace(/\s*\d+$/, ''))).toEqual(['Find', 'Work', 'Methods', 'Report']);
    await page.getByRole('link', { name: number }).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await context.close();
  });

  it('a difference is marked, and the second of two who resolve it learns who was first', async () => {
    const number = await order();
    await become(number, 'PAY_SUCCESS', { address: WRONG_ADDRESS });
    const { page, context } = await signedIn('support', `#/order/${number}`);
    const banner = page.locator('.banner__title');
    await banner.getByText('The provider’s record has another address than the customer ordered.').waitFor();
    expect(await page.locator('.is-differs').innerText()).toContain('address differs');

    await page.getByRole('link', { name: 'Work' }).click();
    const row = page.getByRole('listitem').filter({ hasText: number });
    await row.getByRole('button', { name: 'Resolve…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Mine');
    const { items } = (await read(`/v1/admin/mismatches?merchantOrderNo=${number}`, 'admin')).body as {
      items: { id: string }[];
    };
    const note = { note: 'The wallet was changed, ticket 12' };
    await shop.service.post(`/v1/admin/mismatches/${items[0]!.id}/resolve`, note, as('admin'));
    // As of an order with more resolved mismatches than a page has.
    await page.route(/state=resolved(?!.*cursor=last)/, (route) =>
      route.fulfill({ json: { items: [], nextCursor: 'last' } }),
    );
    await page.route(/cursor=last/, (route) =>
      route.continue({ url: route.request().url().replace('&cursor=last', '') }),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    const told = page.getByRole('dialog').getByRole('status').first();
    await told.getByText('It was resolved before you').waitFor();
    expect(await told.innerText()).toContain('By admin desk: The wallet was changed, ticket 12');
    await page.keyboard.press('Escape');
    await expect.poll(() => row.count()).toBe(0);
    await context.close();
  });

  it('an altered order cannot be resolved: an admin rebuilds it', async () => {
    const number = await order();
    await become(number, 'PENDING');
    await shop.rows.query(`UPDATE trades SET pay_url = 'https://thief.example' WHERE trade_no = $1`, [number]);
    const support = await signedIn('support', `#/order/${number}`);
    const title = support.page.locator('.banner__title');
    await title.getByText('The stored order was altered: its rows do not fit their seal.').waitFor();
    await support.page.getByText('an admin rebuilds the order from its history').waitFor();
    expect(await support.page.getByRole('button', { name: /Resolve|Rebuild/ }).count()).toBe(0);
    await support.page.getByRole('link', { name: 'Work' }).click();
    const row = support.page.getByRole('listitem').filter({ hasText: number });
    // The order's own view has more items about it.
    await expect.poll(() => row.count()).toBe(1);
    expect(await row.getByRole('button').allInnerTexts()).toEqual(['Take…']);
    await support.context.close();

    const { page, context } = await signedIn('admin', `#/order/${number}`);
    await page.getByRole('button', { name: 'Rebuild…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('A writer altered it');
    await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click();
    await page.getByRole('dialog').getByText('The order is rebuilt.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Rebuilt from its history').waitFor();
    expect(await page.locator('.banner').getByText('do not fit their seal').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Resolve|Rebuild/ }).count()).toBe(0);
    await context.close();
  });

  it('news shows without a reload: rows change in place, and new orders wait', async () => {
    const number = await order();
    const { page, context, complaints } = await signedIn('support');
    const row = page.getByRole('link', { name: number });
    await row.getByText('awaiting payment').waitFor();
    await become(number, 'PAY_SUCCESS');
    await row.getByText('paid', { exact: true }).waitFor();
    const first = page.getByRole('main').getByRole('listitem').locator('a.order-row').first();
    const before = await first.innerText();
    const next = await order();
    await page.getByRole('button', { name: /Show \d+ new order/ }).waitFor();
    expect((await first.innerText()).split('\n')[0]).toBe(before.split('\n')[0]);
    await page.getByRole('button', { name: /Show \d+ new order/ }).click();
    await page.getByRole('link', { name: next }).click();
    await page.getByText('The customer has not paid yet').waitFor();
    await become(next, 'FINISHED');
    await page.getByText('Delivered, says the provider.').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('the keyboard leads from the box to a row and back', async () => {
    const [older, newer] = [await order(), await order()];
    const { page, context } = await signedIn('support');
    await page.getByRole('link', { name: newer }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.locator(':focus').innerText()).toContain(newer);
    await page.keyboard.press('j');
    await expect.poll(() => page.locator(':focus').innerText()).toContain(older);
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: newer, level: 1 }).waitFor();
    await page.keyboard.press('/');
    const box = page.getByLabel('Find an order');
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('jk');
    expect(await box.inputValue()).toBe('jk');
    await context.close();
  });

  it('the report is the one of the API, and leads to its orders', async () => {
    const number = await order();
    await become(number, 'FINISHED');
    const { page, context } = await signedIn('finance', '#/report');
    const table = page.getByRole('table', { name: 'By bucket' });
    await table.waitFor();
    const rows = await table.getByRole('row').allInnerTexts();
    const [from, to] = await Promise.all([
      page.getByLabel('From').inputValue(),
      page.getByLabel('To, included').inputValue(),
    ]);
    const end = new Date(Date.parse(to) + 86_400_000).toISOString().slice(0, 10);
    const report = await read(`/v1/admin/report?from=${from}&to=${end}`, 'finance');
    const buckets = Object.entries(report.body['buckets'] as Readonly<Record<string, number>>);
    expect(rows.map((row) => row.trim().split('\t').slice(0, 2))).toEqual(
      buckets.map(([name, count]) => [name.replace('_', ' '), String(count)]),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Report (CSV)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^report-.*\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toContain('orders by bucket,ended,orders,,');
    await page.getByRole('link', { name: 'completed', exact: true }).click();
    await page.getByText(number).waitFor();
    await context.close();
  });

  /** All that is wrong with the look of what is shown, in each window and theme. */
  async function faults(page: Page): Promise<string[]> {
    const found: string[] = [];
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const all = [await overflow(page), await brokenAmounts(page), await clashingLines(page)].flat();
      found.push(...all.map((fault) => `${width}: ${fault}`));
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violations(page)).map((fault) => `${width} ${colorScheme}: ${fault}`));
      }
    }
    return found;
  }

  const WORDS = {
    'en-US': { dir: 'ltr', happened: 'What happened', report: 'By bucket', pauses: 'Pause new trades' },
    'ar-EG': { dir: 'rtl', happened: 'ما حدث', report: 'حسب الفئة', pauses: 'إيقاف العمليات الجديدة' },
  } as const;

  it.each(Object.entries(WORDS))(
    'in %s it loads little, under a strict policy, and fits every window',
    async (locale, words) => {
      const number = await order({ metadata: { cart: '8841' }, customer: { id: 'c-81', email: 'c-81@example.com' } });
      await become(number, 'PAY_SUCCESS', { address: WRONG_ADDRESS });
      await shop.service.post(`/v1/admin/orders/${number}/notes`, { text: 'Called back.' }, as('support'));
      const { page, complaints, context } = await openTab(browser, { ...PHONE, locale });
      const loaded = await measureTransfer(page);
      const answer = await page.goto(`${shop.url}/console`);
      expect(answer!.headers()['content-security-policy']).not.toMatch(/unsafe|\*|data:|blob:/);
      await page.locator('input[type=password]').waitFor();
      expect(await page.getAttribute('html', 'dir')).toBe(words.dir);
      expect(await faults(page), 'sign-in').toEqual([]);
      await page.locator('input[type=password]').fill(keys.get('admin')!);
      await page.locator('button[type=submit]').click();
      await page.getByRole('link', { name: number }).waitFor();
      let before = loaded.total();
      expect(before, JSON.stringify([...loaded.bytes], null, 1)).toBeLessThan(FIRST_LOAD);
      expect(before, 'it was measured at all').toBeGreaterThan(20_000);

      for (const [hash, text] of [
        ['#/find', number],
        [`#/order/${number}`, words.happened],
        ['#/work', number],
        ['#/work?list=pauses', words.pauses],
        ['#/methods', '10001'],
        ['#/report', words.report],
      ] as const) {
        await page.evaluate((to) => location.assign(to), hash);
        await page.getByText(text).first().waitFor();
        expect(loaded.total() - before, hash).toBeLessThan(VIEW_LOAD);
        before = loaded.total();
        expect(await faults(page), hash).toEqual([]);
      }
      expect(complaints).toEqual([]);
      await context.close();
    },
  );

  it('support pauses a payment method, and ends the pause', async () => {
    const { page, context } = await signedIn('support', '#/work?list=pauses');
    const pauses = async () => (await read('/v1/admin/pauses', 'support')).body['items'];
    await page.getByText('Nothing is paused.').waitFor();
    await page.getByRole('button', { name: 'Pause everything' }).waitFor();
    await page.getByLabel('payment method').fill('10001');
    await page.getByLabel('Until').fill('2099-01-31T12:00');
    await page.getByLabel('Reason, for staff').fill('Cards fail.');
    await page.getByRole('button', { name: 'Pause new trades' }).click();
    await page.getByText('Cards fail.').waitFor();
    const paused = { payWayCode: '10001', side: null, reason: 'Cards fail.', by: 'support desk' };
    expect(await pauses()).toMatchObject([{ ...paused, until: expect.stringMatching(/^2099-01-3/) as string }]);
    await page.getByRole('button', { name: 'End the pause…' }).click();
    await page.getByRole('button', { name: 'End the pause', exact: true }).click();
    await page.getByText('The pause has ended.').waitFor();
    expect(await pauses()).toEqual([]);
    await context.close();
  });

  it('a method whose paid share fell is marked, and the form of a pause knows it', async () => {
    // Of a method that no other test uses: ten paid orders, moved to the week before, and ten unpaid ones.
    const moved = ['orders', 'trades'].map(
      (table) =>
        `UPDATE ${table} SET created_at = created_at - interval '7 days 1 minute' WHERE merchant_order_no = $1`,
    );
    const database = new pg.Client({ connectionString: shop.databaseUrl });
    await database.connect();
    for (let n = 0; n < 10; n++) {
      const number = await order({ payWayCode: '10003' });
      await become(number, 'PAY_SUCCESS');
      for (const sql of moved) await database.query(sql, [number]);
      await database.query(
        `UPDATE trades SET facts = facts || jsonb_build_object('paidAt', to_char(created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          WHERE merchant_order_no = $1`,
        [number],
      );
      await order({ payWayCode: '10003' });
    }
    await database.end();
    const { page, context } = await signedIn('support', '#/methods');
    const row = page.getByRole('row', { name: '10003' });
    await row.getByText('Fell by more than half').waitFor();
    expect((await row.getByRole('cell').nth(1).innerText()).replaceAll(/\s+/g, ' ')).toBe('0% A week before: 100%');
    await row.getByRole('link', { name: 'Pause… 10003 USD USDT ETH' }).click();
    await expect
      .poll(() => page.getByLabel('Reason, for staff').evaluate((one) => one === document.activeElement))
      .toBe(true);
    expect(
      await page.locator('form input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['USD', 'USDT', 'ETH', '10003', '', '', '']);
    await context.close();
    const finance = await signedIn('finance', '#/methods?hours=1');
    await finance.page.getByRole('row', { name: '10003' }).waitFor();
    expect(await finance.page.getByRole('link', { name: 'Pause' }).count()).toBe(0);
    await finance.context.close();
  });

  it('the language changes at once, and is kept for the next visit', async () => {
    const { page, context } = await openTab(browser, { ...DESKTOP, locale: 'de-DE' });
    await page.goto(`${shop.url}/console`);
    const menu = page.getByRole('combobox');
    expect(await menu.inputValue()).toBe('en');
    expect(await menu.getByRole('option').allInnerTexts()).toEqual(['English', 'العربية']);
    await menu.selectOption('ar');
    await page.getByRole('heading', { name: 'لوحة الموظفين' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'لوحة الموظفين' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('ar');
    await context.close();
  });
});
