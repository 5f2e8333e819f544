import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong, one line for each place; by all rules of WCAG 2.2 A and AA. */
export function violations(page: Page): Promise<string[]> {
  return run(page, { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } });
}

/** The same for what depends on the theme alone. */
export function contrastViolations(page: Page): Promise<string[]> {
  return run(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

async function run(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  // What fades in is judged when it is there.
  return page.evaluate(async (given) => {
    await Promise.all(document.getAnimations().map((animation) => finished(animation)));
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await axe.run(document, given);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all }) => `${id}: ${target.join(' ')} (${[...any, ...all][0]?.message ?? ''})`),
    );

    function finished(animation: Animation): Promise<unknown> {
      const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
      return isEndless ? Promise.resolve() : animation.finished.catch(() => undefined);
    }
  }, options);
}
