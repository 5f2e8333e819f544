import { compareDecimals } from '../../platform/shared/decimal.js';
import { isNoTime, readProviderTime } from './provider-time.js';
import { plainDecimal } from './wire-decimal.js';
import { webAddress } from './web-address.js';
import { isStorable } from './wire-text.js';
import { WireNumber, member } from './wire.js';
import type { WireRecord, WireValue } from './wire.js';

/** How systems write that there is no value. `NA` is none of them: it is Namibia. */
const NONE = /^(?:null|none|nil|undefined|n\/a|-+|)$/i;
/** A hash of zeros alone. */
const NO_HASH = /^(?:0x)?0*$/i;

/**
 * Reads one record field by field. Absent, null and empty fields are null, and so are words for "none"; what is there and cannot be read is null
 * too, and its name is noted in `unreadable`: one odd field never costs the rest of a record.
 */
export class WireFields {
  readonly #unreadable: string[] = [];

  /** `timeZone`: the IANA name of the zone in which the provider writes its dates. */
  constructor(
    private readonly record: WireRecord,
    private readonly timeZone: string,
  ) {}

  /** Wire names of the fields that could not be read so far. */
  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** The first of the names that is there and not empty decides; the others are deprecated spellings of it. */
  text(...names: readonly string[]): string | null {
    return this.read(names, (text) => text);
  }

  /**
   * An address that people may be sent to, as `webAddress` writes it. Anything else counts as absent: it is only shown, and
   * no reason to hold an order in review.
   */
  webAddress(name: string): string | null {
    const text = this.text(name);
    return text === null ? null : webAddress(text);
  }

  /** The hash of a transfer. */
  hash(name: string): string | null {
    return this.read(
      [name],
      (text) => text,
      (text) => NO_HASH.test(text),
    );
  }

  /** A price: zero stands for one that is not known. */
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

/** The contract says that all values are strings; numbers are seen and taken by their digits. */
function asText(value: unknown): string | null {
  const text = value instanceof WireNumber ? value.digits : value;
  return typeof text === 'string' && isStorable(text) ? text : null;
}
