import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '#scripts/lib/gallery/looks.mjs';
import { putOnStage } from '#scripts/lib/gallery/stage.mjs';
import { STATES } from '#scripts/lib/gallery/states.mjs';
import { violations } from '../support/axe.js';
import { CHROMIUM, complaintsOf, NEEDS_CHROMIUM, startChromium } from '../support/chromium.js';
import { overflow } from '../support/layout.js';

/** Browsers say themselves when an answer was no success; that is what such a state is about. */
const EXPECTED =
  /^Failed to load resource: (the server responded with a status of [45]|net::ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED))/;

const NAMED = STATES.map((state) => [`${state.name}: ${state.about}`, state] as const);
const NARROW = { width: 320, height: 640 };

describe.skipIf(CHROMIUM === undefined)(`every state of the gallery${NEEDS_CHROMIUM}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  it('has a name of its own', () => {
    expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length);
  });

  it.concurrent.each(NAMED)('%s', { timeout: 180_000 }, async (_name, state) => {
    for (const locale of ['en-US', 'ar']) {
      const context = await browser.newContext({ viewport: PHONE, locale, timezoneId: 'UTC', reducedMotion: 'reduce' });
      try {
        const complaints = complaintsOf(context);
        const page = await putOnStage(context, state);
        // Each theme once: what is read out differs by language, not by colour, and colours do not differ by language.
        if (locale === 'en-US') expect(await violations(page), 'English, phone, light').toEqual([]);
        for (const viewport of [PHONE, NARROW, DESKTOP]) {
          await page.setViewportSize(viewport);
          expect(await overflow(page), `${locale}, ${viewport.width}`).toEqual([]);
        }
        await page.emulateMedia({ colorScheme: 'dark' });
        if (locale === 'ar') expect(await violations(page), 'Arabic, desktop, dark').toEqual([]);
        expect(complaints.filter((text) => !EXPECTED.test(text))).toEqual([]);
      } finally {
        await context.close();
      }
    }
  });
});
