import { parsedUrl } from '../../platform/text/urls.js';

/**
 * The URL as the URL parser writes it (blanks encoded, line breaks removed); null: a browser would not accept it as an
 * absolute `https:` or `http:` URL, or it has a user part: `https://shop.example@evil.example/` only looks like the
 * shop's.
 */
export function webAddress(text: string): string | null {
  const url = /^\s*https?:[\\/]{2}/i.test(text) ? parsedUrl(text) : null;
  return url?.username === '' && url.password === '' ? url.href : null;
}
