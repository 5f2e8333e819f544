import { parsedUrl } from '../../platform/shared/parsed-url.js';

/**
 * The web address that a browser would open for this text, as the URL parser writes it (blanks encoded, line breaks gone);
 * null when a browser would not take it for an absolute `https:` or `http:` address, or when it names a user:
 * `https://shop.example@evil.example/` only looks like the shop's.
 */
export function webAddress(text: string): string | null {
  const url = /^\s*https?:[\\/]{2}/i.test(text) ? parsedUrl(text) : null;
  return url?.username === '' && url.password === '' ? url.href : null;
}
