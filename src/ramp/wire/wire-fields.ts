import { compareDecimals, isDecimal } from '../../platform/terms/decimal.js';
import { parsedUrl } from '../../platform/text/urls.js';
import { isNoTime, readProviderTime } from './provider-time.js';
import { WireNumber, member } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

const LONGEST_TEXT = 1024;
/** Postgres' indexes take 2,704 bytes; an orderNo is indexed. */
const MOST_BYTES = 2600;
/** Common spellings of "no value". `NA` is not among them: it is Namibia. */
const NONE = /^(?:null|none|nil|undefined|n\/a|-+|)$/i;
const NO_HASH = /^(?:0x)?0*$/i;

/** "None" in any form gives null, as does an unparsable field, whose name goes into `unreadable`. */
export class WireFields {
  readonly #unreadable: string[] = [];

  constructor(
    private readonly record: WireRecord,
    private readonly timeZone = 'UTC',
  ) {}

  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** The first name that is present; the others are deprecated spellings. */
  text(...names: readonly string[]): string | null {
    return this.read(names, (text) => text);
  }

  /** As `webAddress` writes it; anything else counts as absent, and needs no review. */
  webAddress(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : webAddress(text);
  }

  hash(name: string): string | null {
    return this.read(
      [name],
      (text) => text,
      (text) => NO_HASH.test(text),
    );
  }

  /** A price; zero means unknown. */
  price(name: string): string | null {
    return this.read([name], plainDecimal, (text) => compareDecimals(plainDecimal(text) ?? '1', '0') === 0);
  }

  decimal(...names: readonly string[]): string | null {
    return this.read(names, plainDecimal);
  }

  decimals<N extends string>(...names: readonly N[]): Record<N, string | null> {
    return Object.fromEntries(names.map((name) => [name, this.decimal(name)])) as Record<N, string | null>;
  }

  /** RFC 3339 in UTC. */
  moment(name: string): string | null {
    return this.read(
      [name],
      (text) => readProviderTime(text, this.timeZone)?.toISOString() ?? null,
      (text) => isNoTime(text, this.timeZone),
    );
  }

  private read<T>(
    names: readonly string[],
    parse: (text: string) => T | null,
    isNone: (text: string) => boolean = () => false,
  ): T | null {
    const name = names.find((candidate) => !isEmpty(member(this.record, candidate), isNone));
    if (name === undefined) return null;
    const text = asText(member(this.record, name));
    const value = text === null ? null : parse(text);
    if (value === null) this.#unreadable.push(name);
    return value;
  }
}

function isEmpty(value: WireValue | undefined, isNone: (text: string) => boolean): boolean {
  if (value === undefined || value === null) return true;
  const text = asText(value)?.trim();
  return text !== undefined && (NONE.test(text) || isNone(text));
}

/** The contract says that all values are strings; providers also send numbers, which are taken by their digits. */
function asText(value: unknown): string | null {
  const text = value instanceof WireNumber ? value.digits : value;
  return typeof text === 'string' && isStorable(text) ? text : null;
}

/** Short enough, and free of what Postgres cannot store as text: NUL and unpaired surrogates. */
export function isStorable(text: string): boolean {
  const isShort = text.length <= LONGEST_TEXT && Buffer.byteLength(text) <= MOST_BYTES;
  return isShort && !text.includes('\0') && text.isWellFormed();
}

/** null: not an absolute `https:` or `http:` URL, or with a user part (`https://shop.example@evil.example/`). */
export function webAddress(text: string): string | null {
  const url = /^\s*https?:[\\/]{2}/i.test(text) ? parsedUrl(text) : null;
  return url?.username === '' && url.password === '' ? url.href : null;
}

const SCIENTIFIC = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?[eE]([+-]?\d{1,3})$/;

/**
 * Plain text is kept digit for digit. Scientific notation, as of Java's BigDecimal (`0E-8`, `1E+2`; an assumption), is
 * rewritten. Refuses grouping, a plus sign, leading zeros and more than 40 or 30 digits. null: not a decimal.
 */
export function plainDecimal(text: string): string | null {
  if (isDecimal(text)) return text;
  const [, sign, whole, fraction = '', exponent] = SCIENTIFIC.exec(text) ?? [];
  if (sign === undefined || whole === undefined || exponent === undefined) return null;
  const plain = sign + movePoint(whole + fraction, whole.length + Number(exponent));
  return isDecimal(plain) ? plain : null;
}

/** `digits` with the decimal point before digit number `point`, padded with zeros. */
function movePoint(digits: string, point: number): string {
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  const whole = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const fraction = padded.slice(at);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
