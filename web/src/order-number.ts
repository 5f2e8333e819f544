/** Format of a merchant's number; other text is no order's number, and could lead to another route. */
const POSSIBLE = /^(?!export$)[a-z0-9][a-z0-9._-]{0,43}$/i;
const LONGEST_SHOWN = 44;

export interface AskedNumber {
  /** null: no order can have this number, so no request is needed. */
  readonly number: string | null;
  /** The text from the URL, made safe to display: anyone may have written the link. */
  readonly shown: string;
}

export const isOrderNumber = (text: string): boolean => POSSIBLE.test(text);

/** The number in `/orders/<number>`. */
export function numberInPath(pathname: string): AskedNumber {
  const [, , part = ''] = pathname.split('/');
  const text = decoded(part) ?? part;
  if (isOrderNumber(text)) return { number: text, shown: text };
  // Control characters and direction marks could disguise the text.
  const plain = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const shown = [...plain].slice(0, LONGEST_SHOWN).join('');
  return { number: null, shown: shown === plain ? shown : `${shown}…` };
}

/** False at a mistyped address, where the service shows this page too. */
export function isOrderPath(pathname: string): boolean {
  const [, part] = /^\/orders\/([^/]+)\/?$/i.exec(pathname) ?? [];
  return part !== undefined && decoded(part) !== null;
}

/** null: the percent-encoding is invalid. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
