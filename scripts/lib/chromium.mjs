import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The headless shell first: it renders the same pages with half the CPU. */
const COMMANDS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export const HOW_TO_GET_CHROMIUM = 'no Chromium here; install it, or set CHROMIUM';

/**
 * Path of Chromium or Chrome: `CHROMIUM`, else the first of the commands and applications.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findChromium(env = process.env) {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  const folders = (env['PATH'] ?? '').split(delimiter);
  const files = folders.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  return [...files, ...APPLICATIONS].find((file) => existsSync(file));
}

/**
 * @param {string | undefined} executablePath
 * @param {string[]} more flags
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function launchChromium(executablePath = findChromium(), more = []) {
  if (executablePath === undefined) throw new Error(`there is ${HOW_TO_GET_CHROMIUM}`);
  // Containers lack the privileges for its sandbox and much shared memory. It opens only our own pages.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...more] });
}
