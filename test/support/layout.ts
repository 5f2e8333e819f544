import type { Page } from 'playwright-core';

/** Numbers and units of amounts that are broken over several lines. One of 30 characters may fit no line. */
export function brokenAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.amount bdi')].flatMap((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 && part.textContent.length < 30 ? [part.textContent] : [];
    }),
  );
}

/** Words that are broken over several lines, within elements of a selector. */
export function brokenWords(page: Page, selector: string): Promise<string[]> {
  return page.evaluate((within) => {
    const broken: string[] = [];
    for (const element of document.querySelectorAll(within)) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const text = texts.currentNode;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, selector);
}

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

/** Lines of text that lie on another text, or are cut off by their box. Scroll areas and hidden text do not count. */
export function clashingLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lines: { readonly text: Text; readonly box: DOMRect }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode as Text;
      const isShown = text.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
      if (!isShown || text.data.trim() === '' || text.parentElement.closest('.unseen, option') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) if (box.width > 1) lines.push({ text, box });
    }
    /** The box may be taller than the letters, so lines may touch. */
    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
    const clashes = lines.flatMap((one, at) =>
      lines
        .slice(at + 1)
        .filter((other) => other.text !== one.text && overlap(one.box, other.box))
        .map((other) => `${one.text.data} | ${other.text.data}`),
    );
    const cut = lines.filter(({ text, box }) => {
      for (let element = text.parentElement; element !== null; element = element.parentElement) {
        const { overflowX } = getComputedStyle(element);
        if (overflowX === 'auto' || overflowX === 'scroll') return false;
        if (overflowX === 'visible') continue;
        const { left, right } = element.getBoundingClientRect();
        if (box.left < left - 1 || box.right > right + 1) return true;
      }
      return false;
    });
    return [...clashes, ...cut.map(({ text }) => `cut: ${text.data}`)];
  });
}
