import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, doubleText, NARROW, PHONE } from '#tools/gallery/looks.mjs';
import { launchChromium } from '#scripts/lib/chromium.mjs';
import { ORIGIN, putOnStage } from '#tools/gallery/stage.mjs';
import { CHECKOUT_STATES } from '#tools/gallery/checkout-states.mjs';
import { ORDER_STATES } from '#tools/gallery/order-states.mjs';
import { violations } from '../../../test/support/axe.js';
import { CHROMIUM, complaintsOf, NEEDS_CHROMIUM } from '../../../test/support/chromium.js';
import { brokenAmounts, overflow } from '../../../test/support/layout.js';

/** Browsers log unsuccessful answers themselves, and these states have them. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of [45]|net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED))/;

const STATES = [...CHECKOUT_STATES, ...ORDER_STATES];
const NAMED = STATES.map((state) => [`${state.name}: ${state.about}`, state] as const);

/** A visitor with one language who opens one state after the other. */
interface Visitor {
  readonly context: BrowserContext;
  /** Stays open, without scripts. */
  readonly blank: Page;
  readonly complaints: readonly string[];
}

describe.skipIf(CHROMIUM === undefined)(`gallery states${NEEDS_CHROMIUM}`, () => {
  let browser: Browser;
  const free = new Map<string, Visitor[]>();

  beforeAll(async () => {
    // Pages of one process share the compiled code of the bundles and of axe.
    browser = await launchChromium(CHROMIUM, ['--process-per-site']);
  });
  afterAll(() => browser.close());

  async function visitorFrom(locale: string): Promise<Visitor> {
    const context = await browser.newContext({ viewport: PHONE, locale, timezoneId: 'UTC', reducedMotion: 'reduce' });
    // A page that stays open keeps the process.
    const blank = await context.newPage();
    await blank.route('**/*', (route) => route.fulfill({ body: '' }));
    await blank.goto(ORIGIN);
    return { context, blank, complaints: complaintsOf(context) };
  }

  /** Lends a visitor with empty storage who is online; returns the browser's errors meanwhile. */
  async function visit(locale: string, look: (context: BrowserContext) => Promise<Page>): Promise<string[]> {
    const visitors = free.get(locale) ?? [];
    const visitor = visitors.pop() ?? (await visitorFrom(locale));
    const before = visitor.complaints.length;
    const page = await look(visitor.context);
    await page.close();
    // The closed page can store nothing any more.
    await visitor.blank.evaluate(() => {
      localStorage.clear();
    });
    await visitor.context.setOffline(false);
    free.set(locale, [...(free.get(locale) ?? []), visitor]);
    return visitor.complaints.slice(before);
  }

  it('have unique names', () => {
    expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length);
  });

  it.concurrent.each(NAMED)('%s', { timeout: 180_000 }, async (_name, state) => {
    for (const locale of ['en-US', 'ar']) {
      const complaints = await visit(locale, async (context) => {
        const page = await putOnStage(context, state);
        // Each theme once: accessible names depend on the language, colours on the theme.
        if (locale === 'en-US') expect(await violations(page), 'English, phone, light').toEqual([]);
        for (const viewport of [PHONE, NARROW, DESKTOP]) {
          await page.setViewportSize(viewport);
          expect(await overflow(page), `${locale}, ${viewport.width}`).toEqual([]);
          expect(await brokenAmounts(page), `${locale}, ${viewport.width}`).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        if (locale === 'ar') expect(await violations(page), 'Arabic, desktop, dark').toEqual([]);
        await page.setViewportSize(PHONE);
        await doubleText(page);
        expect(await overflow(page), `${locale}, text of 200 %`).toEqual([]);
        expect(await brokenAmounts(page), `${locale}, text of 200 %`).toEqual([]);
        return page;
      });
      expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([]);
    }
  });
});
