import { parsedUrl } from '#src/platform/text/urls.js';

/** Returns only `https:` and `http:` URLs: a foreign `javascript:` URL would run in this page. */
export function webAddress(address: string | null | undefined): string | null {
  return address != null && /^https?:$/.test(parsedUrl(address)?.protocol ?? '') ? address : null;
}
