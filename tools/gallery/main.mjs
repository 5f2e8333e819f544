// npm run gallery: screenshots of the pages in each kind of state. See --help.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildIfNeeded } from '../../scripts/lib/build.mjs';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { doubleText, LOOKS } from './looks.mjs';
import { takeReadmePictures } from './readme.mjs';
import { contactSheet } from './sheet.mjs';
import { putOnStage } from './stage.mjs';
import { CHECKOUT_STATES } from './checkout-states.mjs';
import { ORDER_STATES } from './order-states.mjs';
import { flag, runTool, text, texts } from '../../scripts/lib/options.mjs';
import { projectRoot } from '../../scripts/lib/project.mjs';

const STATES = [...CHECKOUT_STATES, ...ORDER_STATES];

const say = (/** @type {string} */ text) => void process.stdout.write(text);

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('./stage.mjs').State} state
 * @param {import('./looks.mjs').Look} look
 * @param {string} path
 */
async function takePicture(browser, state, { viewport, theme, language, isTextDoubled, isForced }, path) {
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: language === 'en' ? 'en-US' : language,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    forcedColors: isForced ? 'active' : 'none',
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

/** @param {{ state: string[], look: string[] }} options @param {string} output @param {import('playwright-core').Browser} browser */
async function takeAll({ state: stateFilter, look: lookFilter }, output, browser) {
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

await runTool(
  {
    about: `npm run gallery [-- options]

Takes pictures of each kind of state of the checkout and the order page, on phones and a desktop, light, dark and in
forced colours, with doubled text, in English, Arabic and German.
It needs Chromium, and neither a service nor a database: what the service would say is told by the gallery itself.
`,
    options: {
      output: text(
        'DIR',
        'where the pictures and their index.html go (gallery in the project; it is not kept in git)',
        null,
      ),
      state: texts('TEXT', 'only states whose names hold this text'),
      look: texts('NAME', 'only this look, such as desktop-dark'),
      readme: flag('instead: the three pictures of the README, taken of a demo that runs, from choosing to COMPLETED'),
      service: text('URL', "where that demo's service is (http://127.0.0.1:3000)", 'http://127.0.0.1:3000'),
      list: flag('says which states and looks there are'),
    },
    more: '\nCHROMIUM names the browser where it is not found by itself.\n',
    failure: 1,
  },
  async ({ output, readme, service, list, ...filters }) => {
    if (list) {
      const states = STATES.map(({ name, about }) => `${name}: ${about}\n`).join('');
      return say(`${states}\nlooks: ${LOOKS.map(({ name }) => name).join(', ')}\n`);
    }
    say(`dist: ${await buildIfNeeded()}\n`);
    const folder = resolve(projectRoot, output ?? (readme ? 'docs/images' : 'gallery'));
    mkdirSync(folder, { recursive: true });
    const browser = await launchChromium();
    try {
      if (readme) await takeReadmePictures(browser, service.replace(/\/+$/, ''), folder, say);
      else await takeAll(filters, folder, browser);
    } finally {
      await browser.close();
    }
  },
);
