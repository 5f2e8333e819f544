import { isForeignDollar } from './dollar-sign.js';

/**
 * Writes amounts, dates and names as people of one place are used to. Amounts come and stay as decimal text: `Intl` takes
 * text digit for digit, and no digit is added or dropped unless it says so.
 */
export class Formats {
  readonly #tag: string;

  constructor(tag: string) {
    this.#tag = tag;
  }

  /**
   * `1234.50`, `USD`: `$1,234.50`. A fraction has as many digits as the currency has, or more where there are more: `0.9` is
   * `$0.90`. No two currencies look the same: a bare `$` is that of the place, and another one is `CA$` or has its code beside
   * it. Text that is no plain decimal is shown as it is.
   */
  fiat(amount: string, currency: string): string {
    if (!isPlain(amount)) return `${amount} ${currency}`;
    const digits = digitsOf(amount);
    try {
      const style = { style: 'currency', currency, currencyDisplay: 'symbol' } as const;
      const usual = new Intl.NumberFormat(this.#tag, style).resolvedOptions().minimumFractionDigits ?? 0;
      const written = this.#number(amount, { ...style, ...exactly(digits === 0 ? 0 : Math.max(digits, usual)) });
      return isForeignDollar(this.#tag, currency) ? `${written}\u00a0${currency}` : written;
    } catch {
      return `${this.decimal(amount)} ${currency}`;
    }
  }

  /** `0.00420000`, `ETH`: `0.0042 ETH`. Zeros at the end mean nothing there. */
  crypto(amount: string, crypto: string): string {
    return `${this.decimal(isPlain(amount) ? withoutZeros(amount) : amount)}\u00a0${crypto}`;
  }

  /** Every digit that is there. */
  decimal(amount: string): string {
    return isPlain(amount) ? this.#number(amount, exactly(digitsOf(amount))) : amount;
  }

  /** RFC 3339: `31 Jan 2026, 12:00`. */
  moment(time: string): string {
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) return time;
    return new Intl.DateTimeFormat(this.#tag, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
  }

  /** The time of day, for what happened today. */
  clock(time: string): string {
    const date = new Date(time);
    return Number.isNaN(date.getTime())
      ? time
      : new Intl.DateTimeFormat(this.#tag, { timeStyle: 'short' }).format(date);
  }

  /** Whole seconds to go, such as `12 sec.`, or minutes from one on. */
  seconds(seconds: number): string {
    const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
    return new Intl.NumberFormat(this.#tag, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  }

  country(code: string): string {
    return nameOf(this.#tag, 'region', code);
  }

  currency(code: string): string {
    return nameOf(this.#tag, 'currency', code);
  }

  /** For lists that people search by eye. */
  compare(a: string, b: string): number {
    return new Intl.Collator(this.#tag).compare(a, b);
  }

  #number(amount: string, options: Intl.NumberFormatOptions): string {
    // TypeScript wants to see that the text is numeric, which `isPlain` has seen to.
    return new Intl.NumberFormat(this.#tag, options).format(amount as `${number}`);
  }
}

function nameOf(tag: string, type: 'region' | 'currency', code: string): string {
  try {
    return new Intl.DisplayNames(tag, { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

const isPlain = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** `Intl` knows at most 100 decimals. */
function exactly(digits: number): Intl.NumberFormatOptions {
  const count = Math.min(digits, 100);
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}
