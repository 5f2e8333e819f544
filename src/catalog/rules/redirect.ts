import { isAppScheme, parsedUrl } from '../../platform/text/urls.js';

const PLACEHOLDER = /\{merchantOrderNo\}|%7[bB]merchantOrderNo%7[dD]/g;

/** URL parsers disagree on blanks, line ends, backslashes and characters beyond ASCII. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]{1,2048}$/;

/** Scheme, two slashes and the host; an app's scheme may have anything after it. */
const AUTHORITY = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

/** `allowed` holds origins (`https://shop.example`, `capacitor://localhost`) and app schemes (`myapp:`). */
export function isRedirectAllowed(url: string, allowed: readonly string[]): boolean {
  const filled = fillRedirect(url, 'x');
  const parsed = parsedUrl(filled);
  if (!PLAIN.test(filled) || parsed === null) return false;
  const authority = AUTHORITY.exec(filled)?.[1];
  // `https://shop.example@evil.example` leads to evil.example. An empty user name is refused too.
  if (authority?.includes('@') === true) return false;
  const { origin, protocol } = parsed;
  if (protocol === 'https:' || protocol === 'http:') {
    // Only some parsers read a host out of `https:shop.example` and `https:///shop.example`.
    return authority !== undefined && authority !== '' && allowed.includes(origin);
  }
  return isAppScheme(protocol) && (allowed.includes(protocol) || allowed.includes(`${protocol}//${authority ?? ''}`));
}

export function fillRedirect(url: string, merchantOrderNo: string): string {
  return url.replace(PLACEHOLDER, () => encodeURIComponent(merchantOrderNo));
}
