import { compareDecimals } from '../../platform/terms/decimal.js';
import { isNoTime, readProviderTime } from './provider-time.js';
import { plainDecimal } from './wire-decimal.js';
import { webAddress } from './web-address.js';
import { isStorable } from './wire-text.js';
import { WireNumber, member } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

/** Common spellings of "no value". `NA` is not among them: it is Namibia. */
const NONE = /^(?:null|none|nil|undefined|n\/a|-+|)$/i;
const NO_HASH = /^(?:0x)?0*$/i;

/**
 * Reads one record field by field. Absent, null and empty fields and words for "none" give null. An unparsable field
 * gives null too, and its name goes into `unreadable`: one odd field never spoils the rest of a record.
 */
export class WireFields {
  readonly #unreadable: string[] = [];

  /** `timeZone`: the IANA name of the zone of the provider's dates. */
  constructor(
    private readonly record: WireRecord,
    private readonly timeZone: string,
  ) {}

  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** Takes the first name that is present and not empty; the others are deprecated spellings. */
  text(...names: readonly string[]): string | null {
    return this.read(names, (text) => text);
  }

  /**
   * A URL that people may visit, as `webAddress` writes it. Anything else counts as absent: it is only displayed, and
   * no reason for a review.
   */
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

  /** Plain decimal text, digit for digit. */
  decimal(...names: readonly string[]): string | null {
    return this.read(names, plainDecimal);
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
