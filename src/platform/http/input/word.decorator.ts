import { ValidateBy } from 'class-validator';
import { MEMO } from '../../shared/memo.js';

/** A name or code: 1 to `max` printable ASCII characters, no blanks. */
export function IsWord(max = 64): PropertyDecorator {
  const pattern = new RegExp(`^[\\x21-\\x7e]{1,${max}}$`);
  return ValidateBy({
    name: 'isWord',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && pattern.test(value),
      defaultMessage: () => `must be 1 to ${max} printable ASCII characters without spaces`,
    },
  });
}

/** A memo, or empty text for none. */
export function IsMemo(): PropertyDecorator {
  return ValidateBy({
    name: 'isMemo',
    validator: {
      validate: (value: unknown) => value === '' || (typeof value === 'string' && MEMO.test(value)),
      defaultMessage: () => 'must be at most 128 printable ASCII characters, without leading or trailing spaces',
    },
  });
}

/** ISO 3166-1, two letters in upper case; whether the provider serves the country is for it to say. */
export function IsCountry(): PropertyDecorator {
  return ValidateBy({
    name: 'isCountry',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && /^[A-Z]{2}$/.test(value),
      defaultMessage: () => 'must be two upper-case letters, such as DE',
    },
  });
}
