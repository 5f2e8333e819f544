import { MEMO } from '../../shared/memo.js';
import { IsText } from './rule.decorator.js';

/** A name or code: 1 to `max` printable ASCII characters, no blanks. */
export function IsWord(max = 64): PropertyDecorator {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${max}}$`);
  return IsText(
    'isWord',
    (text) => pattern.test(text),
    `must be 1 to ${max} printable ASCII characters without spaces`,
  );
}

/** A memo, or empty text for none. */
export const IsMemo = (): PropertyDecorator =>
  IsText(
    'isMemo',
    (text) => text === '' || MEMO.test(text),
    'must be at most 128 printable ASCII characters, without leading or trailing spaces',
  );

/** ISO 3166-1, two letters in upper case; whether the provider serves the country is for it to say. */
export const IsCountry = (): PropertyDecorator =>
  IsText('isCountry', (text) => /^[A-Z]{2}$/.test(text), 'must be two upper-case letters, such as DE');
