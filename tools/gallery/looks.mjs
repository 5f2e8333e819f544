/**
 * A device, theme and language for the screenshots.
 * @typedef {object} Look
 * @property {string} name
 * @property {{ width: number, height: number }} viewport
 * @property {'light' | 'dark'} theme
 * @property {'en' | 'ar' | 'de'} language
 * @property {true} [isTextDoubled] text at 200 %
 * @property {true} [isForced] a contrast theme of the system replaces the colours
 */

export const PHONE = { width: 390, height: 844 };
export const NARROW = { width: 320, height: 640 };
export const DESKTOP = { width: 1280, height: 900 };

/** @type {readonly Look[]} */
export const LOOKS = [
  { name: 'phone', viewport: PHONE, theme: 'light', language: 'en' },
  { name: 'desktop-dark', viewport: DESKTOP, theme: 'dark', language: 'en' },
  { name: 'phone-ar', viewport: PHONE, theme: 'light', language: 'ar' },
  { name: 'phone-320-de', viewport: NARROW, theme: 'light', language: 'de' },
  { name: 'phone-200', viewport: PHONE, theme: 'light', language: 'en', isTextDoubled: true },
  { name: 'desktop-forced', viewport: DESKTOP, theme: 'dark', language: 'en', isForced: true },
];

/** Doubles the text of a page, as a visitor's own font size does. @param {import('playwright-core').Page} page */
export function doubleText(page) {
  // Transitions, however short, would spread the change over several frames.
  const css = 'html { font-size: 200% } * { transition: none !important }';
  return page.evaluate(
    `const sheet = new CSSStyleSheet(); sheet.replaceSync('${css}'); document.adoptedStyleSheets.push(sheet);`,
  );
}
