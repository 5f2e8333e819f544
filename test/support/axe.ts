import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe's violations of WCAG 2.2 A and AA, one line per place. */
export function violations(page: Page): Promise<string[]> {
  return run(page, { runOnly: { type: 'tag', values: TAGS }, rules: { 'target-size': { enabled: true } } });
}

async function run(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(async (given) => {
    await untilStill();
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const { violations: found } = await axe.run(document, given);
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any, all }) => `${id}: ${target.join(' ')} (${[...any, ...all][0]?.message ?? ''})`),
    );

    /** Waits for fades and theme changes to end; one may start the next. */
    async function untilStill(): Promise<void> {
      for (let quiet = 0; quiet < 2; quiet++) {
        const moving = document.getAnimations().filter((animation) => isUnderWay(animation));
        if (moving.length > 0) quiet = -1;
        await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    }

    /** Ignores endless animations and those that start after a delay. */
    function isUnderWay({ effect, playState }: Animation): boolean {
      const { iterations, localTime, delay = 0 } = effect?.getComputedTiming() ?? {};
      return playState === 'running' && iterations !== Infinity && Number(localTime ?? 0) >= delay;
    }
  }, options);
}
