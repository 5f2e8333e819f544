import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where this machine's Chromium or Chrome is: `CHROMIUM`, else among the commands and applications. */
export const CHROMIUM = find();

/** Ends the name of a suite that needs one, so that a run without it says by name what was left out, and what it takes. */
export const NEEDS_CHROMIUM =
  CHROMIUM === undefined ? ' (left out: no Chromium here; install it, or set CHROMIUM)' : '';

function find(): string | undefined {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const files = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return [...files, ...APPLICATIONS].find((file) => existsSync(file));
}

/** The browser of one test file. */
export function startChromium(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('there is no Chromium here');
  // Containers have neither the privileges for its sandbox nor much shared memory. It only ever sees our own pages.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the console complained about, refused by a policy, and thrown by scripts; a test says that it is empty. */
  readonly complaints: readonly string[];
}

/** A visitor who was never here before. Times are written for `en-US` in UTC unless the options say otherwise. */
export async function openTab(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
  return tabOf(context);
}

/** One more tab of the same visitor. */
export async function tabOf(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { context, page, complaints };
}
