/**
 * A device, theme and language for the screenshots.
 * @typedef {object} Look
 * @property {string} name
 * @property {{ width: number, height: number }} viewport
 * @property {'light' | 'dark'} theme
 * @property {'en' | 'ar'} language
 */

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

/** @type {readonly Look[]} */
export const LOOKS = [
  { name: 'phone', viewport: PHONE, theme: 'light', language: 'en' },
  { name: 'phone-dark', viewport: PHONE, theme: 'dark', language: 'en' },
  { name: 'desktop', viewport: DESKTOP, theme: 'light', language: 'en' },
  { name: 'desktop-dark', viewport: DESKTOP, theme: 'dark', language: 'en' },
  { name: 'phone-ar', viewport: PHONE, theme: 'light', language: 'ar' },
  { name: 'desktop-ar-dark', viewport: DESKTOP, theme: 'dark', language: 'ar' },
];
