import type { Page } from 'playwright-core';

/**
 * What stands out of the window sideways, so that one has to scroll in two directions to read it; by class. What scrolls
 * by itself, and what only screen readers see, does not count.
 */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const out = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < -1 || right > root.clientWidth + 1);
    });
    const names = out.map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`);
    return [`${root.scrollWidth} of ${root.clientWidth}`, ...names.slice(-5)];
  });
}
