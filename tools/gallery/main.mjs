// npm run gallery: screenshots of the pages in each kind of state. See --help.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { doubleText, LOOKS } from './looks.mjs';
import { HELP, parseGalleryOptions } from './options.mjs';
import { takeReadmePictures } from './readme.mjs';
import { contactSheet } from './sheet.mjs';
import { putOnStage } from './stage.mjs';
import { STATES } from './states.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';

const say = (/** @type {string} */ text) => void process.stdout.write(text);

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./stage.mjs').State} state
 * @param {import('./looks.mjs').Look} look
 * @param {string} path
 */
async function takePicture(browser, state, { viewport, theme, language, isTextDoubled, isForced }, path) {
  const context = await browser.newContext({
    ...{ viewport, colorScheme: theme, locale: language === 'en' ? 'en-US' : language },
    ...{ timezoneId: 'UTC', reducedMotion: 'reduce', forcedColors: isForced ? 'active' : 'none' },
  });
  try {
    const page = await putOnStage(context, state);
    if (isTextDoubled) await doubleText(page);
    // On a phone a bar sticks to the end of the window; in a picture of the whole page it belongs at the end.
    await page.evaluate(viewport.width < 860 ? 'scrollTo(0, document.body.scrollHeight)' : 'scrollTo(0, 0)');
    await page.screenshot({ path, fullPage: true });
  } finally {
    await context.close();
  }
}

/** @param {import('./options.mjs').GalleryOptions} options @param {import('playwright-core').Browser} browser */
async function takeAll({ states: stateFilter, looks: lookFilter, output }, browser) {
  const states = STATES.filter(
    ({ name }) => stateFilter.length === 0 || stateFilter.some((text) => name.includes(text)),
  );
  const looks = LOOKS.filter(({ name }) => lookFilter.length === 0 || lookFilter.includes(name));
  if (states.length === 0 || looks.length === 0) throw new Error('there is no such state or look: see --list');
  let failed = 0;
  for (const state of states) {
    for (const look of looks) {
      try {
        await takePicture(browser, state, look, join(output, `${state.name}.${look.name}.png`));
      } catch (error) {
        failed += 1;
        process.stderr.write(`${state.name}, ${look.name}: ${/** @type {Error} */ (error).message}\n`);
      }
    }
    say(`  ${state.name}\n`);
  }
  writeFileSync(join(output, 'index.html'), contactSheet(states, looks));
  say(`${states.length * looks.length - failed} pictures: ${join(output, 'index.html')}\n`);
  if (failed > 0) throw new Error(`${failed} pictures could not be taken`);
}

async function main() {
  const options = parseGalleryOptions(process.argv.slice(2), projectRoot);
  if (options.help) return say(HELP);
  if (options.list)
    return say(
      `${STATES.map(({ name, about }) => `${name}: ${about}\n`).join('')}\nlooks: ${LOOKS.map(({ name }) => name).join(', ')}\n`,
    );
  say(`dist: ${await buildIfNeeded()}\n`);
  mkdirSync(options.output, { recursive: true });
  const browser = await launchChromium();
  try {
    if (options.readme) await takeReadmePictures(browser, options.service, options.output, say);
    else await takeAll(options, browser);
  } finally {
    await browser.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
  process.exitCode = 1;
}
