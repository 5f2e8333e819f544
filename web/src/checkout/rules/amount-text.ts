export type ReadAmount =
  | { readonly kind: 'empty' }
  /** Plain decimal text. */
  | { readonly kind: 'amount'; readonly amount: string }
  | { readonly kind: 'unreadable' }
  /** Two readings, a thousand times apart; `whole` is the larger one, as plain decimal text. */
  | { readonly kind: 'ambiguous'; readonly whole: string };

export interface WritingStyle {
  /** The decimal mark of the visitor's locale: `.`, `,` or `٫`. */
  readonly decimalMark: string;
  readonly digits: number;
}

const EMPTY: ReadAmount = { kind: 'empty' };
const UNREADABLE: ReadAmount = { kind: 'unreadable' };
/** Zeros of the digit scripts in use: Arabic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];
const ARABIC_DECIMAL = '٫';
const LONGEST = 60;

/**
 * Reads an amount in the notation of any locale: `1,234.56`, `1.234,56`, `1 234,56`, `1’234.56`, `١٬٢٣٤٫٥٦`. A single
 * dot or comma before exactly three digits is read by the visitor's locale; if the currency's decimals contradict that,
 * the amount is ambiguous.
 */
export function readAmount(text: string, style: WritingStyle): ReadAmount {
  const tidy = tidied(text);
  if (tidy === '') return EMPTY;
  if (tidy.length > LONGEST || !/^[\d.,' ٫]+$/.test(tidy) || !/\d/.test(tidy)) return UNREADABLE;
  const single = /^(\d{1,3})([.,])(\d{3})$/.exec(tidy);
  if (single !== null && !tidy.startsWith('0')) {
    const [, first = '', mark = '', rest = ''] = single;
    return readSingleMark({ first, mark, rest }, style);
  }
  const at = decimalAt(tidy);
  const [whole, fraction] = at === null ? [tidy, ''] : [tidy.slice(0, at), tidy.slice(at + 1)];
  const units = ungrouped(whole);
  return units === null || !/^\d*$/.test(fraction) ? UNREADABLE : amountOf(units, fraction);
}

/** The decimal mark of a locale. `tag` is a BCP 47 tag. */
export function decimalMarkOf(tag: string): string {
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

function readSingleMark(
  { first, mark, rest }: { first: string; mark: string; rest: string },
  { decimalMark, digits }: WritingStyle,
): ReadAmount {
  const isDecimalHere = mark === decimalMark;
  const mayHaveThree = digits >= 3;
  if (isDecimalHere === mayHaveThree) {
    return isDecimalHere ? amountOf(first, rest) : amountOf(first + rest, '');
  }
  return { kind: 'ambiguous', whole: first + rest };
}

/** Removes currency signs and direction marks. */
function tidied(text: string): string {
  return text
    .replace(/[\p{Sc}\p{Cf}]/gu, '')
    .replace(/\p{Nd}/gu, westernDigit)
    .replace(/，/g, ',')
    .replace(/[．。]/g, '.')
    .replace(/[’٬]/g, "'")
    .replace(/\s/g, ' ')
    .trim();
}

function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}

/** The index of the decimal mark; null: there is none. */
function decimalAt(tidy: string): number | null {
  if (tidy.includes(ARABIC_DECIMAL)) return tidy.indexOf(ARABIC_DECIMAL);
  const [dot, comma] = [tidy.lastIndexOf('.'), tidy.lastIndexOf(',')];
  if (dot >= 0 && comma >= 0) return Math.max(dot, comma);
  const [mark, at] = dot >= 0 ? ['.', dot] : [',', comma];
  return at >= 0 && tidy.indexOf(mark) === at ? at : null;
}

/** The digits without separators of thousands (or, in India, of lakhs); null: misplaced separators. */
function ungrouped(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const [mark] = whole.replace(/\d/g, '');
  const groups = whole.split(mark ?? ' ');
  if (!groups.every((group) => /^\d+$/.test(group))) return null;
  const [first = '', ...rest] = groups.map(({ length }) => length).map(String);
  const lengths = rest.join('');
  const isThousands = /^[123]$/.test(first) && /^3+$/.test(lengths);
  const isIndian = /^[12]$/.test(first) && /^2*3$/.test(lengths);
  return isThousands || isIndian ? groups.join('') : null;
}

function amountOf(units: string, fraction: string): ReadAmount {
  if (units === '' && fraction === '') return UNREADABLE;
  const whole = units.replace(/^0+(?=\d)/, '') || '0';
  return { kind: 'amount', amount: fraction === '' ? whole : `${whole}.${fraction}` };
}
