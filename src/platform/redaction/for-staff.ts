import { EMAIL, ERASED, MASKED, ends, maskEmail, replacerOf, withoutQuery } from './forms.js';
import { visibilityOf } from './sensitive-fields.js';

/** Shorter values occur inside other texts, so they are masked only as separate words or numbers. */
const SHORTEST_KNOWN = 4;

const EVM_ADDRESS = /\b0x[0-9a-f]{40}\b/gi;
/** A value that the history already redacted: its ends, and a digest. */
const REDACTED = /^(?:.{6}….{4} )?#[A-Za-z0-9]{1,16}:[A-Za-z0-9_-]{16}$/u;

/** Masks personal data by field name, and by value wherever it is repeated, in any letter case. */
export class Mask {
  readonly #known: readonly string[];
  readonly #replace: ReturnType<typeof replacerOf>;

  constructor(known: readonly (string | null)[]) {
    const texts = known.flatMap((value) => (value === null ? [] : [value, encodeURIComponent(value.toWellFormed())]));
    const values = [...new Set(texts)].filter((value) => value !== '' && value !== ERASED);
    this.#known = values.filter(({ length }) => length >= SHORTEST_KNOWN).map((value) => value.toLowerCase());
    this.#replace = replacerOf(values, SHORTEST_KNOWN);
  }

  field(name: string, value: string | null): string | null {
    return value === null ? null : this.#shown(name, value);
  }

  fields<N extends string>(values: Readonly<Record<N, string | null>>): Record<N, string | null> {
    const shown = Object.entries<string | null>(values).map(([name, value]) => [name, this.field(name, value)]);
    return Object.fromEntries(shown) as Record<N, string | null>;
  }

  text(text: string): string {
    const masked = this.#replace(text, (value) => this.#ends(value))
      .replace(EMAIL, (email) => (email.includes('***@') ? email : this.#clean(maskEmail(email))))
      .replace(EVM_ADDRESS, (address) => this.#value(address));
    return this.#clean(masked);
  }

  raw(value: unknown): unknown {
    if (typeof value === 'string') return REDACTED.test(value) ? this.#clean(value) : this.text(value);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : MASKED;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.raw(item));
    // fromEntries defines members, so a field named __proto__ is an ordinary one.
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [this.text(name), this.#member(name, part)]));
  }

  #member(name: string, part: unknown): unknown {
    const how = visibilityOf(name).staff;
    if (how === 'ends') return this.#personal(part);
    return how !== undefined && typeof part === 'string' ? this.#shown(name, part) : this.raw(part);
  }

  #shown(name: string, value: string): string {
    const how = visibilityOf(name).staff;
    if (how === 'ends') return this.#value(value);
    if (how === 'e-mail') return this.#clean(maskEmail(value));
    if (how === 'whole') return this.#clean(value);
    return this.text(how === 'without query' ? withoutQuery(value) : value);
  }

  /** A personal value; a short one is masked entirely. */
  #value(value: string): string {
    return value === '' || value === ERASED ? value : this.#clean(ends(value) ?? MASKED);
  }

  #personal(part: unknown): unknown {
    if (typeof part === 'number') return MASKED;
    if (typeof part === 'string') {
      if (REDACTED.test(part)) return this.#clean(part);
      return part.includes('***@') ? this.text(part) : this.#value(part);
    }
    if (Array.isArray(part)) return part.map((item) => this.#personal(item));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [this.text(name), this.#personal(item)]));
  }

  #ends(value: string): string {
    return value.includes('@') ? this.#clean(maskEmail(value)) : this.#value(value);
  }

  /** The visible rest of one value may be all of another. */
  #clean(masked: string): string {
    const lower = masked.toLowerCase();
    return this.#known.some((value) => lower.includes(value)) ? MASKED : masked;
  }
}
