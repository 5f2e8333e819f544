import type { Page } from 'playwright-core';

/** Elements that overflow the window horizontally, by class. Scroll areas and text for screen readers do not count. */
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
