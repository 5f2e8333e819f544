import type { Formats } from '../../i18n/formats.js';
import type { MessageKey, Translate } from '../../i18n/messages.js';

export interface Texts {
  readonly t: Translate;
  readonly format: Formats;
}

/** The text of a key that ends in a code of the API; null: there is none, as for codes that are new. */
export function textFor(t: Translate, key: string): string | null {
  // A key without a text comes back as it is.
  const text = t(key as MessageKey);
  return text === key ? null : text;
}

/** A code of the API in words: `AWAITING_PAYMENT`, `payWayCode`. A new one `LIKE_THIS` becomes `like this`. */
export function words(t: Translate, code: string): string {
  return textFor(t, `console.word.${code}`) ?? spaced(code);
}

function spaced(code: string): string {
  const apart = /[a-z][A-Z]/.test(code) ? code.replaceAll(/[A-Z]/g, ' $&') : code;
  return apart.toLowerCase().replaceAll(/[_.]/g, ' ');
}

/** `a, b, c`. `Intl.ListFormat` would write an Arabic `and`. */
export function listed(t: Translate, items: readonly string[]): string {
  return items.length === 0 ? '' : items.reduce((one, other) => t('console.list', { one, other }));
}

/** A redacted value has a digest at its end, which servers compare; people compare what is before it. */
export const withoutDigest = (value: string): string => value.replace(/^(.+) #\w+:[\w-]+$/, '$1');
