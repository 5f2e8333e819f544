/** What a merchant's number may look like; anything else is the number of no order. */
const POSSIBLE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,43}$/;
const LONGEST_SHOWN = 44;

export interface AskedNumber {
  /** null: no order can have such a number, and nobody needs to be asked. */
  readonly number: string | null;
  /** What stands in the address, made fit to be shown: anybody may have written that link. */
  readonly shown: string;
}

/** The number in `/orders/<number>`. */
export function numberInPath(pathname: string): AskedNumber {
  const [, , part = ''] = pathname.split('/');
  const text = decoded(part);
  if (POSSIBLE.test(text)) return { number: text, shown: text };
  // Controls, and marks that turn the direction of what follows, could make it look like something else.
  const plain = text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const shown = [...plain].slice(0, LONGEST_SHOWN).join('');
  return { number: null, shown: shown === plain ? shown : `${shown}…` };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
