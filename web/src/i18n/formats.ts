import { spoken } from '../durations.js';
import { isForeignDollar } from './dollar-sign.js';

/**
 * Formats amounts, dates and names for a locale. Amounts stay decimal text: `Intl` accepts it digit for digit, and
 * digits are added or dropped only where documented.
 */
export class Formats {
  readonly #tag: string;

  constructor(tag: string) {
    this.#tag = tag;
  }

  /** The parts of `cryptoParts` in one text. */
  crypto(amount: string, crypto: string, decimals?: number): string {
    return this.cryptoParts(amount, crypto, decimals).join('\u00a0');
  }

  /**
   * `1234.50`, `USD`: `$1,234.50`. A fraction has at least the currency's digits: `0.9` is `$0.90`. Currencies stay
   * distinct: a bare `$` is the region's own, another one is `CA$` or its code. Text that is not plain decimal
   * stays unchanged. A line may break between parts only.
   */
  fiatParts(amount: string, currency: string): readonly string[] {
    if (!isPlain(amount)) return [amount, currency];
    const digits = digitsOf(amount);
    try {
      const currencyDisplay = isForeignDollar(this.#tag, currency) ? 'code' : 'symbol';
      const style = { style: 'currency', currency, currencyDisplay } as const;
      const usual = new Intl.NumberFormat(this.#tag, style).resolvedOptions().minimumFractionDigits ?? 0;
      const options = { ...style, ...exactly(digits === 0 ? 0 : Math.max(digits, usual)) };
      return partsAround(new Intl.NumberFormat(this.#tag, options).formatToParts(numeric(amount)));
    } catch {
      return [this.decimal(amount), currency];
    }
  }

  /** `0.00420000`, `ETH`: `0.0042`, `ETH`. Drops trailing zeros, or rounds down to exactly `decimals`. */
  cryptoParts(amount: string, crypto: string, decimals?: number): readonly string[] {
    if (!isPlain(amount)) return [amount, crypto];
    return [this.decimal(decimals === undefined ? withoutZeros(amount) : cut(amount, decimals)), crypto];
  }

  /** Keeps all digits. */
  decimal(amount: string): string {
    return isPlain(amount) ? this.#number(amount, exactly(digitsOf(amount))) : amount;
  }

  count(number: number): string {
    return new Intl.NumberFormat(this.#tag).format(number);
  }

  /** From RFC 3339: `31 Jan 2026, 12:00`. */
  moment(time: string): string {
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) return time;
    return new Intl.DateTimeFormat(this.#tag, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  }

  /** Of a day such as `2026-01-31`: `Jan 2026`. */
  month(day: string): string {
    const options = { month: 'short', year: 'numeric', timeZone: 'UTC', calendar: 'gregory' } as const;
    return new Intl.DateTimeFormat(this.#tag, options).format(new Date(day));
  }

  /** Time of day only. */
  clock(time: string): string {
    const date = new Date(time);
    return Number.isNaN(date.getTime())
      ? time
      : new Intl.DateTimeFormat(this.#tag, { timeStyle: 'short' }).format(date);
  }

  /** A duration in seconds, such as `12 sec.`; in minutes from one minute on. */
  seconds(seconds: number): string {
    const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
    return this.#duration(value, { unit, unitDisplay: 'short' });
  }

  /** A duration in minutes: `5 minutes`, `2 days`. Rounds down to the largest unit. */
  minutes(minutes: number): string {
    const [value, unit] = spoken(minutes);
    return this.#duration(value, { unit, unitDisplay: 'long' });
  }

  /** In hours up to a day, then in days. */
  hours(hours: number): string {
    const [value, unit] = hours > 24 ? [hours / 24, 'day'] : [hours, 'hour'];
    return this.#duration(value, { unit, unitDisplay: 'long' });
  }

  /** In percent. */
  share(part: number, whole: number): string {
    return whole === 0 ? '–' : new Intl.NumberFormat(this.#tag, { style: 'percent' }).format(part / whole);
  }

  country(code: string): string {
    return nameOf(this.#tag, 'region', code);
  }

  currency(code: string): string {
    return nameOf(this.#tag, 'currency', code);
  }

  compare(a: string, b: string): number {
    return new Intl.Collator(this.#tag).compare(a, b);
  }

  /** A line must not break between number and unit. */
  #duration(value: number, options: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.#tag, { style: 'unit', ...options }).format(value).replaceAll(' ', '\u00a0');
  }

  #number(amount: string, options: Intl.NumberFormatOptions): string {
    return new Intl.NumberFormat(this.#tag, options).format(numeric(amount));
  }
}

function nameOf(tag: string, type: 'region' | 'currency', code: string): string {
  try {
    return new Intl.DisplayNames(tag, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Splits at the blank between number and currency. */
function partsAround(parts: readonly Intl.NumberFormatPart[]): readonly string[] {
  const text = parts.map(({ type, value }) => (type === 'literal' && value.trim() === '' ? '\n' : value)).join('');
  return text.split('\n');
}

function cut(amount: string, decimals: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`;
}

/** Text that `isPlain` has checked. Browsers of 2022 read 17 of its digits, later ones all; TypeScript has no type for it. */
const numeric = (amount: string): number => amount as unknown as number;
const isPlain = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** `Intl` accepts at most 100 decimals. */
function exactly(digits: number): Intl.NumberFormatOptions {
  const count = Math.min(digits, 100);
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}
