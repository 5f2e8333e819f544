import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { findChromium, HOW_TO_GET_CHROMIUM, launchChromium } from '#scripts/lib/chromium.mjs';

export const CHROMIUM = findChromium();

/** Suffix for suites that need a browser, so that a run without one names what it left out. */
export const NEEDS_CHROMIUM = CHROMIUM === undefined ? ` (left out: ${HOW_TO_GET_CHROMIUM})` : '';

export function startChromium(): Promise<Browser> {
  return launchChromium(CHROMIUM);
}

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, policy violations and script errors of all tabs of this visitor; tests expect none. */
  readonly complaints: readonly string[];
}

/** A new visitor. Times are formatted for `en-US` in UTC unless the options differ. */
export async function openTab(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options });
  // Tests do not measure a busy machine's speed.
  context.setDefaultTimeout(90_000);
  return tabOf(context);
}

export async function tabOf(context: BrowserContext): Promise<Tab> {
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  onTestFailed(async () => {
    const told = [`At the failure ${page.url()} said:`, await textOf(page), ...complaints];
    console.error(told.join('\n'));
  });
  return { context, page, complaints };
}

/** The page's text, or the reason why it cannot be read. */
async function textOf(page: Page): Promise<string> {
  return page.innerText('body', { timeout: 5000 }).catch(String);
}

/** Collects complaints of the visitor's pages from now on. */
export function complaintsOf(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    // The service cannot know the currency that a browser chose at an earlier visit.
    if (/\/v1\/cryptos\?\S+ was preloaded/.test(text)) return;
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${text} ${message.location().url}`.trim());
  });
  context.on('weberror', (thrown) => complaints.push(String(thrown.error())));
  return complaints;
}
