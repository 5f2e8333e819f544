interface Form {
  readonly accepts: (value: string) => boolean;
  readonly mustBe: string;
}

const matching = (pattern: RegExp, mustBe: string): Form => ({ accepts: (value) => pattern.test(value), mustBe });

export const RETURN_CODE = matching(/^[\x21-\x7e]{1,32}$/, 'a return code');

export const PATH = matching(/^(\/[A-Za-z0-9._~-]+)+$/, 'a path such as /open/api/v3');

export const FIELD_NAME = matching(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'the name of a field');

export const NAMES = matching(
  /^[A-Za-z][A-Za-z0-9_-]*(,[A-Za-z][A-Za-z0-9_-]*)*$/,
  'all, or names separated by commas',
);

export const HEADER_VALUE = matching(/^[\x20-\x7e]{1,4096}$/, 'text that a header can carry');

export const DECIMAL = matching(/^-?\d{1,3}(\.\d{1,6})?$/, 'a decimal number such as -1.5');

export const TIME_ZONE: Form = {
  accepts: (name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name });
      return true;
    } catch {
      return false;
    }
  },
  mustBe: 'a name such as UTC or Asia/Singapore',
};
