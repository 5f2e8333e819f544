import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#src/access/permissions.js';
import { CHROMIUM, NEEDS_CHROMIUM, openTab, PHONE, startChromium } from '../../../test/support/chromium.js';
import { createKey } from '../../../test/support/made-key.js';
import { reissued } from '../../../test/support/openid-provider.js';
import { runToEnd } from '../../../test/support/run-to-end.js';
import { shiftClock } from '../../../test/support/service-clock.js';
import { newNumber, until } from '../../../test/support/service.js';
import type { Shop } from '../../../test/support/shop.js';
import { signInByAccount, signInByKey, StaffedShop } from '../../../test/support/staffed-shop.js';

const WRONG_ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const LINK = 'Link for the customer';
const CUT = 'We can’t be reached right now.';

type Json = Readonly<Record<string, unknown>>;

/** A promise, and what resolves it. */
function gate<Value = void>(): [Promise<Value>, (value: Value) => void] {
  let open: (value: Value) => void = () => undefined;
  const opened = new Promise<Value>((resolve) => (open = resolve));
  return [opened, open];
}

describe.skipIf(CHROMIUM === undefined)(`console of staff during failures${NEEDS_CHROMIUM}`, () => {
  let staffed: StaffedShop;
  let shop: Shop;
  let browser: Browser;
  beforeAll(async () => {
    [staffed, browser] = await Promise.all([StaffedShop.open(), startChromium()]);
    ({ shop } = staffed);
  });
  afterAll(async () => {
    await browser.close();
    await staffed.close();
  });

  async function dialogOf(page: Page, act: string): Promise<Locator> {
    await page.getByRole('button', { name: `${act}…` }).click();
    return page.getByRole('dialog');
  }

  const press = (dialog: Locator, act: string) => dialog.getByRole('button', { name: act, exact: true }).click();

  /** The service handles the next request and its answer is lost. Resolves to the function that waits for that answer. */
  async function loseAnswer(page: Page, path: string): Promise<() => Promise<Json>> {
    const [answer, answered] = gate<Json>();
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      answered((await response.json()) as Json);
      await page.unroute(path);
      return route.abort('connectionreset');
    });
    return () => answer;
  }

  const keyOf = (name: string) => createKey(shop.databaseUrl, 'support', name);
  const signInAs = async (page: Page, name: string): Promise<string> => {
    const { id, key } = await keyOf(name);
    await signInByKey(page, key);
    return id;
  };

  const revokeKey = async (page: Page): Promise<() => Promise<void>> => {
    const id = await signInAs(page, 'Ann');
    return async () => {
      expect((await shop.service.post(`/v1/admin/keys/${id}/revoke`, {}, staffed.as('admin'))).status).toBe(200);
    };
  };

  let annsKey = '';
  const refuseKey = async (page: Page): Promise<() => Promise<void>> => {
    annsKey = (await keyOf('Ann')).key;
    await signInByKey(page, annsKey);
    return async () => void (await page.route('**/v1/admin/**', (route) => route.fulfill({ status: 401, json: {} })));
  };

  const expireToken = async (page: Page): Promise<() => Promise<void>> => {
    const [request] = await Promise.all([page.waitForRequest('**/v1/admin/me'), signInByAccount(page)]);
    const token = (await request.headerValue('authorization'))!.replace('Bearer ', '');
    const past = Math.floor(Date.now() / 1000) - 3600;
    const expired = await reissued(token, staffed.signingKey, (claims) => ({ ...claims, exp: past }));
    return async () => {
      await page.route('**/v1/admin/**', (route) => {
        if (route.request().method() === 'GET') return route.continue();
        const headers = { ...route.request().headers(), authorization: `Bearer ${expired}` };
        return route.continue({ headers });
      });
    };
  };

  it.each([
    // Other calls notice the end first.
    ['its key is refused', refuseKey, false, (page: Page) => signInByKey(page, annsKey)],
    ['its token expires', expireToken, true, signInByAccount],
  ])('a session that ends as %s keeps what staff was writing', async (_how, begin, isPressed, signInAgain) => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    const end = await begin(page);
    await page.getByLabel('Note').fill('She will pay\ntomorrow.');
    const dialog = await dialogOf(page, LINK);
    await dialog.getByLabel('Reason').fill('Lost the link, ticket 7');
    await end();
    if (isPressed) await press(dialog, LINK);
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByText(number).count(), 'nothing of the order stays').toBe(0);
    expect([await staffed.audited(number, 'order.customer_link'), await staffed.notesOn(number)]).toEqual([[], []]);

    await page.unroute('**/v1/admin/**');
    await signInAgain(page);
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('She will pay\ntomorrow.');
    const again = await dialogOf(page, LINK);
    expect(await again.getByLabel('Reason').inputValue()).toBe('Lost the link, ticket 7');
    await press(again, LINK);
    const link = (await again.locator('.code').textContent()) ?? '';
    expect(await staffed.opensOrder(link, number)).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.event--note').getByText('tomorrow.').waitFor();
    expect(await staffed.notesOn(number)).toEqual(['She will pay\ntomorrow.']);
    expect(await staffed.audited(number, 'order.customer_link')).toEqual(['Lost the link, ticket 7']);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/eyJ|ticket/);
    await context.close();
  });

  it('a refusal that comes after a new sign-in ends nothing, and signing out forgets what was being written', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    const end = await revokeKey(page);
    const [isHeld, hold] = gate();
    const [isReleased, release] = gate();
    await page.route(`**/orders/${number}/notes`, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      hold();
      await isReleased;
      return route.continue();
    });
    await page.getByLabel('Note').fill('Not sent');
    await page.getByRole('button', { name: 'Add note' }).click();
    await isHeld;
    await end();
    await page.getByText('Your session has ended.').waitFor();
    // By another key, which may be another person's.
    await signInAs(page, 'Ann');
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('');
    await page.getByLabel('Note').fill('Not sent');
    const refused = page.waitForResponse((response) => response.request().method() === 'POST');
    release();
    expect((await refused).status()).toBe(401);
    // By the new session.
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    await page.getByRole('link', { name: number }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('Not sent');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(new URL(page.url()).hash, 'the next person opens nothing').toBe('');
    await signInAs(page, 'Ann');
    await page.getByRole('link', { name: number }).click();
    expect(await page.getByLabel('Note').inputValue()).toBe('');
    expect(await staffed.notesOn(number)).toEqual([]);
    await context.close();
  });

  it('what one person was writing is shown to nobody else', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    const written: string[] = [];
    const [ann, bob] = [await keyOf('Kim'), await keyOf('Kim')];
    for (const { id, key } of [ann, bob, ann]) {
      await signInByKey(page, key);
      written.push(await page.getByLabel('Note').inputValue());
      await page.getByLabel('Note').fill(`by ${id}`);
      await page.route('**/v1/admin/**', (route) => route.fulfill({ status: 401, json: {} }));
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByText('Your session has ended.').waitFor();
      await page.unroute('**/v1/admin/**');
    }
    expect(written).toEqual(['', '', `by ${ann.id}`]);
    await context.close();
  });

  it('what is typed while a note is on its way stays', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    const [isReleased, release] = gate();
    await page.route(`**/orders/${number}/notes`, (route) => isReleased.then(() => route.continue()));
    await page.getByLabel('Note').fill('First.');
    const [request] = await Promise.all([
      page.waitForRequest(`**/orders/${number}/notes`),
      page.getByRole('button', { name: 'Add note' }).click(),
    ]);
    await page.getByLabel('Note').fill('First. Second.');
    release();
    expect(request.postDataJSON()).toEqual({ text: 'First.' });
    await page.locator('.event--note').getByText('First.').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('First. Second.');
    await context.close();
  });

  it('a note that is too long is refused whole', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    await page.getByLabel('Note').focus();
    await page.keyboard.insertText(`${'x'.repeat(2000)} do NOT refund`);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('text must have 1 to 2000 characters').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toMatch(/do NOT refund$/);
    await context.close();
  });

  it('a link that was issued stays in its dialog until staff closes it', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    const [isReleased, release] = gate();
    await page.route('**/customer-link', (route) => isReleased.then(() => route.continue()));
    const dialog = await dialogOf(page, LINK);
    await dialog.getByLabel('Reason').fill('ticket 8');
    await Promise.all([page.waitForRequest('**/customer-link'), page.keyboard.press('Enter')]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    release();
    const link = dialog.locator('.code');
    await link.waitFor();
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('/');
    const [text, box] = [(await link.boundingBox())!, (await dialog.boundingBox())!];
    await page.mouse.move(text.x + 3, text.y + 5);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 60, text.y + 5);
    await page.mouse.up();
    expect(await staffed.opensOrder((await link.textContent()) ?? '', number)).toBe(true);
    expect(new URL(page.url()).hash).toBe(`#/order/${number}`);
    await page.mouse.click(box.x + box.width + 60, text.y + 5);
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });

  it('an order says what of it could not be read, and what is left out', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', '#/work');
    await page.route(/\/notes\?/, (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', detail: 'Notes cannot be read now.' } }),
    );
    await page.route(/\/admin\/deliveries\?/, (route) => route.fulfill({ json: { items: [], nextCursor: 'next' } }));
    await page.evaluate((to) => location.assign(`#/order/${to}`), number);
    await page.getByText('Notes cannot be read now.').waitFor();
    await page.getByRole('button', { name: 'Show older entries' }).waitFor();
    await page.unroute(/\/notes\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Notes cannot be read now.').waitFor({ state: 'detached' });
    await page.evaluate(() => location.assign('#/work?list=deliveries'));
    await page.getByText('There are more: only the newest are shown here.').waitFor();
    await context.close();
  });

  it('an order that is forgotten says so, and takes away what was revealed', async () => {
    const number = await staffed.order({ customer: { id: `c-${newNumber()}`, email: 'jane.roe@example.com' } });
    await staffed.become(number, 'FINISHED');
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    const dialog = await dialogOf(page, 'Reveal personal data');
    await dialog.getByLabel('Reason').fill('ticket 4');
    await press(dialog, 'Reveal personal data');
    await dialog.getByText('jane.roe@example.com').waitFor();
    await shop.service.post('/v1/admin/forget', { merchantOrderNo: number }, staffed.as('admin'));
    await dialog.waitFor({ state: 'detached' });
    expect(await page.locator('.deal').innerText()).toContain('[erased]');
    expect(await page.locator('.acts').getByRole('button').allInnerTexts()).toEqual(['Poll now…', 'Revoke links…']);
    expect(await page.getByLabel('Note').count()).toBe(0);
    await context.close();
  });

  it('a tab that keeps its key enters by itself once the service is back', async () => {
    const { page, context } = await staffed.visit(browser, '#/find');
    await page.getByLabel('Keep me signed in').check();
    await signInByKey(page, staffed.keys.get('support')!.key);
    await page.route('**/v1/admin/me', (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
    await page.reload();
    await page.getByText('Not now.').waitFor();
    await page.unroute('**/v1/admin/me');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await context.close();
  });

  it('a note whose answer is lost is written once, however often it is sent', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    await page.getByLabel('Note').fill('Called back.');
    const add = page.getByRole('button', { name: 'Add note' });
    await context.setOffline(true);
    await add.click();
    await page.locator('form').getByText(CUT).waitFor();
    expect(await staffed.notesOn(number)).toEqual([]);
    await context.setOffline(false);

    const lost = await loseAnswer(page, `**/orders/${number}/notes`);
    await add.click();
    await lost();
    await page.locator('form').getByText(CUT).waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Called back.');
    await add.click();
    await expect.poll(() => page.getByLabel('Note').inputValue()).toBe('');
    await page.locator('.event--note').getByText('Called back.').waitFor();
    expect(await staffed.notesOn(number)).toEqual(['Called back.']);
    await context.close();
  });

  it('of two links, the first of which was lost, only the one that staff sees opens the order', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    const dialog = await dialogOf(page, LINK);
    await dialog.getByLabel('Reason').fill('ticket 8');
    const lost = await loseAnswer(page, `**/orders/${number}/customer-link`);
    await press(dialog, LINK);
    const { url } = await lost();
    await dialog.getByText(CUT).waitFor();
    await press(dialog, LINK);
    const link = (await dialog.locator('.code').textContent()) ?? '';
    expect([await staffed.opensOrder(link, number), await staffed.opensOrder(String(url), number)]).toEqual([
      true,
      false,
    ]);
    await context.close();
  });

  it('a mismatch whose resolution is lost on the way is resolved once, by the same person', async () => {
    const number = await staffed.order();
    await staffed.become(number, 'PAY_SUCCESS', { address: WRONG_ADDRESS });
    const { page, context } = await staffed.signedIn(browser, 'support', `#/order/${number}`);
    const dialog = await dialogOf(page, 'Resolve');
    await dialog.getByLabel('Note').fill('Her new wallet');
    const lost = await loseAnswer(page, '**/mismatches/*/resolve');
    await press(dialog, 'Resolve');
    await lost();
    await dialog.getByText(CUT).waitFor();
    await dialog.getByLabel('Note').fill('A changed note');
    await press(dialog, 'Resolve');
    await dialog.getByText('The note that is stored: Her new wallet').waitFor();
    expect(await staffed.read(`mismatches?merchantOrderNo=${number}&state=resolved`)).toMatchObject([
      { resolvedBy: `staff:key:${staffed.keys.get('support')!.id}`, note: 'Her new wallet' },
    ]);
    await context.close();
  });

  it('open views say that they are old while the service restarts, and go on by themselves', async () => {
    const [one, other] = [await staffed.order(), await staffed.order()];
    const views = ['#/find', `#/order/${one}`, '#/work', `#/order/${one}`];
    const tabs = await Promise.all(views.map((hash) => staffed.signedIn(browser, 'support', hash)));
    const [find, file, work, late] = tabs.map(({ page }) => page) as [Page, Page, Page, Page];
    await find.getByRole('link', { name: one }).getByText('awaiting payment').waitFor();
    await Promise.all([file, late].map((page) => page.getByText('The customer has not paid yet').waitFor()));
    await work
      .getByText(/Nothing is open|expected/)
      .first()
      .waitFor();
    await file.getByLabel('Note').fill('Half a');

    await shop.kill();
    try {
      await late.evaluate((number) => location.assign(`#/order/${number}`), other);
      await late.getByText('This could not be read').waitFor();
      await Promise.all([find, file, work].map((page) => page.getByText('Not up to date').waitFor()));
      expect(await find.getByRole('link', { name: one }).count()).toBe(1);
      await shop.sandbox.force(one, 'PAY_SUCCESS', { address: WRONG_ADDRESS }, false);
    } finally {
      await shop.startAgain();
    }

    await shop.service.post(`/v1/admin/orders/${one}/ask`, {}, staffed.as('admin'));
    await find.getByRole('link', { name: one }).getByText('in review').waitFor();
    await file.locator('.banner__title').getByText('The provider’s record has another address').waitFor();
    await work.getByRole('listitem').filter({ hasText: one }).waitFor();
    await late.getByText('The customer has not paid yet').waitFor();
    for (const page of [find, file, work, late])
      await page.getByText(/Not up to date|could not be read/).waitFor({ state: 'detached' });
    expect(await file.getByLabel('Note').inputValue()).toBe('Half a');
    for (const { context } of tabs) await context.close();
  });

  it('calls that hang end: views say that they are old, and a note can be sent again', async () => {
    const number = await staffed.order();
    const { page, context } = await staffed.visit(browser, `#/order/${number}`);
    await page.clock.install();
    await signInByKey(page, staffed.keys.get('support')!.key);
    await page.getByText('The customer has not paid yet').waitFor();
    await page.route('**/v1/admin/**', () => new Promise(() => undefined));
    const asked = page.waitForRequest(`**/orders/${number}`);
    await page.clock.fastForward('00:06');
    await asked;
    await page.getByLabel('Note').fill('A note.');
    const sent = page.waitForRequest(`**/orders/${number}/notes`);
    await page.getByRole('button', { name: 'Add note' }).click();
    await sent;
    await page.clock.fastForward('01:01');
    await page.getByText('Not up to date').waitFor();
    await page.locator('form').getByText(CUT).waitFor();
    await context.close();
  });

  it('finance downloads a month whose figures are those of npm run report', async () => {
    const number = await staffed.order({ amount: '120.50' });
    await staffed.become(number, 'FINISHED');
    await staffed.order({ amount: '80.00', fiat: 'EUR' });
    const [listed] = await staffed.read(`orders?text=${number}`);
    const from = `${String(listed!['createdAt']).slice(0, 7)}-01`;
    const next = new Date(`${from}T00:00:00Z`);
    next.setUTCMonth(next.getUTCMonth() + 1);
    const to = next.toISOString().slice(0, 10);
    const last = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);

    const { page, context } = await staffed.signedIn(browser, 'finance', '#/report');
    await page.getByLabel('From').fill(from);
    await page.getByLabel('To, included').fill(last);
    await page.getByRole('table', { name: 'Money' }).waitFor();
    const file = async (name: string): Promise<string> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return readFile(await download.path(), 'utf8');
    };
    const env = { DATABASE_URL: shop.databaseUrl, RECONCILE_FIRST_DELAY_MS: '300', TZ: 'Pacific/Chatham' };
    const ran = await runToEnd(
      'src/cli/accounts/report.js',
      ['--csv', '--spreadsheet', '--from', from, '--to', to],
      env,
    );
    expect({ code: ran.code, errors: ran.errors }).toEqual({ code: 0, errors: '' });
    // All but what depends on the moment.
    const figures = (csv: string) => csv.split('\r\n').filter((line) => !/^report,seen at,|,age,s,/.test(line));
    expect(figures(await file('Report (CSV)'))).toEqual(figures(ran.out));
    expect(ran.out).toMatch(/BUY USD,completed,USD,[1-9]/);
    const euros = page.getByRole('table', { name: 'Money' }).getByRole('row', { name: 'EUR, purchases' });
    expect(await euros.innerText()).toContain('80.00');

    await page.getByLabel('Orders that were').selectOption('completed');
    await page.getByText('Purchases completed in these days').waitFor();
    const closed = await runToEnd(
      'src/cli/accounts/report.js',
      ['--json', '--by', 'completed', '--from', from, '--to', to],
      env,
    );
    const { fiat, crypto, rampFees } = JSON.parse(closed.out) as Readonly<
      Record<string, { trades: number; amount: string }[]>
    >;
    const [money] = fiat as unknown as { completed: { trades: number; amount: string } }[];
    const digits = (text: string): string => text.replaceAll(/[^\d.]/g, '');
    const row = async (table: string, name: RegExp): Promise<string> =>
      digits(
        await page
          .getByRole('table', { name: table })
          .getByRole('row', { name })
          .first()
          .getByRole('cell')
          .last()
          .innerText(),
      );
    expect(Number(await row('Completed purchases by method', /10001/))).toBe(Number(money!.completed.amount));
    expect(Number(await row('Completed by day (UTC)', new RegExp(from.slice(0, 7))))).toBe(
      Number(money!.completed.amount),
    );
    expect(Number(await row('Crypto of completed trades', /USDT on ETH/))).toBe(Number(crypto![0]!.amount));
    expect(Number(await row('Fees and rebates', /Provider’s fees/))).toBe(Number(rampFees![0]!.amount));
    const orders = await file('Orders placed in these days (CSV)');
    expect(orders.startsWith('\ufeffmerchantOrderNo,')).toBe(true);
    expect(orders).toMatch(new RegExp(`${number}.*,"=""\\d{16,}""",`));

    await page.getByRole('button', { name: 'Last month' }).click();
    await expect
      .poll(() => page.getByLabel('To, included').inputValue())
      .toBe(new Date(Date.parse(from) - 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'This month' }).click();
    await expect.poll(() => page.getByLabel('From').inputValue()).toBe(from);
    expect(await page.getByLabel('Month').locator('option:checked').innerText()).toBe(
      new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(new Date(from)),
    );
    await context.close();
  });

  it.each([
    ['support', ['Orders (CSV)']],
    ['finance', ['Poll now', LINK, 'Reveal personal data', 'Resolve', 'Add note', 'Pause', 'Pause new trades']],
  ] as const)('%s is neither shown nor given what the table forbids', async (role, forbidden) => {
    const number = await staffed.order();
    await staffed.become(number, 'PAY_SUCCESS', { address: WRONG_ADDRESS });
    const { page, context } = await staffed.signedIn(browser, role, '#/find');
    const calls: number[] = [];
    page.on('response', (response) => calls.push(response.status()));
    const views = [
      ['#/find', number],
      [`#/order/${number}`, 'What happened'],
      ['#/work', number],
      ['#/work?list=pauses', 'Nothing is paused.'],
      ['#/methods', '10001'],
      ['#/report', 'By bucket'],
    ] as const;
    for (const [hash, text] of views) {
      await page.evaluate((to) => location.assign(to), hash);
      await page.getByText(text).first().waitFor();
      const texts = await page.locator('a, button, h2, caption, label').allInnerTexts();
      const shown = texts.map((one) => one.replace(/…$/, '').trim());
      expect(
        shown.filter((one) => (forbidden as readonly string[]).includes(one)),
        hash,
      ).toEqual([]);
    }
    expect(calls.filter((status) => status >= 400)).toEqual([]);

    const rows = Object.entries(PERMISSIONS).filter(([row]) => row.includes(' /v1/admin/'));
    const denied = rows.filter(([, permission]) => !permission.includes(role)).map(([row]) => row);
    expect(denied.length).toBeGreaterThan(3);
    for (const row of denied) {
      const [method = '', path = ''] = row.split(' ');
      const body = method === 'POST' || method === 'PATCH' ? '{}' : null;
      const headers = { ...staffed.as(role), 'content-type': 'application/json' };
      const init = { headers, body };
      expect((await shop.service.request(method, path.replaceAll(/:\w+/g, number), init)).status, row).toBe(403);
    }
    const me = await shop.service.request('GET', '/v1/admin/me', { headers: staffed.as(role) });
    expect(denied.filter((row) => (me.body['permissions'] as string[]).includes(row))).toEqual([]);
    await context.close();
  });

  let hours = 0;
  it('an agent with an account finds an order by e-mail, learns why it hangs, notes it and sends a link', async () => {
    const email = `${newNumber()}@example.com`;
    const number = await staffed.order({ customer: { id: email, email } });
    await staffed.become(number, 'PAY_SUCCESS');
    await shop.rows.untilStatus(number, 'PAID');
    await shiftClock(shop.databaseUrl, `${(hours += 1)} hours`);
    await until('ready again', async () => (await shop.service.get('/health/ready')).status === 200);

    const { page, context } = await staffed.visit(browser, '#/find');
    await signInByAccount(page);
    await page.getByLabel('Find an order').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: number }).click();
    await page
      .getByText('The provider has had the payment for more than half an hour, and has not sent the crypto yet.')
      .waitFor();
    const { orderNo } = await shop.sandbox.order(number);
    await page.getByText(`ask the provider with its number ${orderNo}`).waitFor();
    await page.getByLabel('Note').fill('Asked the provider.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.event--note').getByText('Asked the provider.').waitFor();
    expect(await staffed.read(`orders/${number}/notes`)).toMatchObject([{ by: 'sue', text: 'Asked the provider.' }]);

    const dialog = await dialogOf(page, LINK);
    await dialog.getByLabel('Reason').fill('ticket 9');
    await press(dialog, LINK);
    const customer = await openTab(browser, PHONE);
    await customer.page.goto((await dialog.locator('.code').textContent()) ?? '');
    await customer.page.getByRole('heading', { name: 'Payment received' }).waitFor();
    expect([...customer.complaints]).toEqual([]);
    await customer.context.close();
    await context.close();
  });
});
