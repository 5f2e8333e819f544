import { isAppScheme } from '../../platform/shared/app-scheme.js';
import { parsedUrl } from '../../platform/shared/parsed-url.js';

const PLACEHOLDER = /\{merchantOrderNo\}|%7[bB]merchantOrderNo%7[dD]/g;

/** Programs read addresses differently where there are blanks, line ends, backslashes or characters beyond ASCII. */
const PLAIN = /^[\x21-\x5b\x5d-\x7e]{1,2048}$/;

/** Scheme, two slashes and a host that is there; or the scheme of an app with anything behind it. */
const AUTHORITY = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

/**
 * May a customer be sent to `url`? `allowed` holds origins (`https://shop.example`, `capacitor://localhost`, compared
 * whole: scheme, host, port) and app schemes (`myapp:`). `{merchantOrderNo}` may stand in it, see {@link fillRedirect}.
 */
export function isRedirectAllowed(url: string, allowed: readonly string[]): boolean {
  const filled = fillRedirect(url, 'x');
  const parsed = parsedUrl(filled);
  if (!PLAIN.test(filled) || parsed === null) return false;
  const authority = AUTHORITY.exec(filled)?.[1];
  // `https://shop.example@evil.example` leads to evil.example. An empty user name is no better.
  if (authority?.includes('@') === true) return false;
  const { origin, protocol } = parsed;
  if (protocol === 'https:' || protocol === 'http:') {
    // `https:shop.example` and `https:///shop.example` are read as an address with a host by some, not by all.
    return authority !== undefined && authority !== '' && allowed.includes(origin);
  }
  return isAppScheme(protocol) && (allowed.includes(protocol) || allowed.includes(`${protocol}//${authority ?? ''}`));
}

/** Puts the order's number in the place of each `{merchantOrderNo}`, also where its braces came percent-encoded. */
export function fillRedirect(url: string, merchantOrderNo: string): string {
  return url.replace(PLACEHOLDER, () => encodeURIComponent(merchantOrderNo));
}
