import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { findChromium, HOW_TO_GET_CHROMIUM, launchChromium } from '#scripts/lib/chromium.mjs';

/** Where this machine's Chromium or Chrome is. */
export const CHROMIUM = findChromium();

/** Ends the name of a suite that needs one, so that a run without it says by name what was left out, and what it takes. */
export const NEEDS_CHROMIUM = CHROMIUM === undefined ? ` (left out: ${HOW_TO_GET_CHROMIUM})` : '';

/** The browser of one test file. */
export function startChromium(): Promise<Browser> {
  return launchChromium(CHROMIUM);
}

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console complained about, refused by a policy, and thrown by scripts; of any tab of this visitor; a test says that it is empty. */
  readonly complaints: readonly string[];
}

/** A visitor who was never here before. Times are written for `en-US` in UTC unless the options say otherwise. */
export async function openTab(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce', ...options });
  // How quickly a busy machine gets there is nothing that a test should say.
  context.setDefaultTimeout(90_000);
  return tabOf(context);
}

/** One more tab of the same visitor. */
export async function tabOf(context: BrowserContext): Promise<Tab> {
  const complaints = complaintsOf(context);
  const page = await context.newPage();
  onTestFailed(async () => {
    const told = [`At the failure ${page.url()} said:`, await textOf(page), ...complaints];
    console.error(told.join('\n'));
  });
  return { context, page, complaints };
}

/** What is to be read on a page, as well as it can be told. */
async function textOf(page: Page): Promise<string> {
  return page.innerText('body', { timeout: 5000 }).catch(String);
}

/** What the pages of a visitor complain about from now on, in a list that grows. */
export function complaintsOf(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  context.on('weberror', (thrown) => complaints.push(String(thrown.error())));
  return complaints;
}
