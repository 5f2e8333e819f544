/** What stands in place of a value that is too short for its ends to be shown. */
const WHOLE = '[masked]';

/** Shorter values would be found in every other text: they are masked where they are no part of a word or number. */
const SHORTEST_KNOWN = 4;

/** Of a text of this length so much is left out that nobody can guess it from its ends. */
const SHORTEST_WITH_ENDS = 20;

/** Names of fields that say who somebody is or where money goes, or that open something. Letter case, `-` and `_` do not count. */
const PERSONAL: ReadonlySet<string> = new Set(
  `address walletaddress toaddress fromaddress receiveaddress depositaddress payoutaddress orderaddress orderpageurl memo
   tag destinationtag customerid uid userid merchantuid email mail name account card firstname lastname fullname username
   holder cardno cardnumber accountno accountname accountnumber iban phone mobile tel idcard idno idnumber passport
   birthday dateofbirth ip signature newsignature sign secret appsecret password authorization token accesstoken
   refreshtoken clientsecret apikey payurl callbackurl`.split(/\s+/),
);

/** A contract's address belongs to nobody. */
const OF_NOBODY: ReadonlySet<string> = new Set(['tokenaddress']);

const EMAIL = /[^\s@"'<>()[\]:;,=&?/\\]{1,64}@[^\s@"'<>()[\]:;,=&?/\\]{1,255}/g;
const EVM_ADDRESS = /\b0x[0-9a-f]{40}\b/gi;
/** A value that the history has redacted already: ends, and a digest by which it can be told from others. */
const VEILED = /^(?:.{6}….{4} )?#[A-Za-z0-9]{1,16}:[A-Za-z0-9_-]{16}$/u;

/** Must the value of a field with this name be masked, whatever it is? */
export const isPersonalName = (name: string): boolean => PERSONAL.has(plainName(name));

const plainName = (name: string): string => name.toLowerCase().replace(/[-_.]/g, '');

/**
 * Takes what is known of persons out of everything that staff is shown of one order: by the names of fields, and by the
 * values themselves wherever they are repeated, in any letter case.
 */
export class Mask {
  readonly #known: readonly string[];
  readonly #pattern: RegExp | null;

  /** `known`: every personal value of the order. */
  constructor(known: readonly (string | null)[]) {
    const texts = known.flatMap((value) => (value === null ? [] : [value, encodeURIComponent(value.toWellFormed())]));
    // The longest first: a short one may be a part of it.
    const sorted = [...new Set(texts)].filter((value) => value !== '').sort((a, b) => b.length - a.length);
    this.#known = sorted.filter(({ length }) => length >= SHORTEST_KNOWN).map((value) => value.toLowerCase());
    this.#pattern = sorted.length === 0 ? null : new RegExp(sorted.map(wherever).join('|'), 'giu');
  }

  /** A value that is personal by itself: the first six and last four characters, of a short one nothing. */
  value(value: string): string {
    if (value === '') return value;
    if (value.length < SHORTEST_WITH_ENDS) return WHOLE;
    const characters = [...value];
    return this.#clean(`${characters.slice(0, 6).join('')}…${characters.slice(-4).join('')}`);
  }

  /** `j***@e***` */
  email(value: string): string {
    const at = value.lastIndexOf('@');
    return at <= 0 ? WHOLE : this.#clean(`${value.slice(0, 1)}***@${value.slice(at + 1, at + 2)}***`);
  }

  /** A text in which personal values may be repeated. */
  text(text: string): string {
    const known = this.#pattern === null ? text : text.replace(this.#pattern, (value) => this.#ends(value));
    const masked = known
      .replace(EMAIL, (email) => (email.includes('***@') ? email : this.email(email)))
      .replace(EVM_ADDRESS, (address) => this.value(address));
    return this.#clean(masked);
  }

  /** An address on the web: what stands behind its path may be about a person. */
  url(url: string): string {
    return this.text(url.replace(/[?#].*$/s, (rest) => `${rest.slice(0, 1)}${WHOLE}`).replace(/\/\/[^/@]*@/, '//'));
  }

  /** Anything out of JSON, such as a provider's record as it came. */
  raw(value: unknown): unknown {
    if (typeof value === 'string') return VEILED.test(value) ? this.#clean(value) : this.text(value);
    if (typeof value === 'number') return this.text(String(value)) === String(value) ? value : WHOLE;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.raw(item));
    // fromEntries defines its members, so that a field called __proto__ is a field like any other.
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [this.text(name), this.#member(name, part)]));
  }

  #member(name: string, part: unknown): unknown {
    if (OF_NOBODY.has(plainName(name)) && typeof part === 'string') return this.#clean(part);
    return isPersonalName(name) ? this.#personal(part) : this.raw(part);
  }

  /** Whatever stands in a personal field, at any depth. */
  #personal(part: unknown): unknown {
    if (typeof part === 'number') return WHOLE;
    if (typeof part === 'string') {
      if (VEILED.test(part)) return this.#clean(part);
      return part.includes('***@') ? this.text(part) : this.value(part);
    }
    if (Array.isArray(part)) return part.map((item) => this.#personal(item));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [this.text(name), this.#personal(item)]));
  }

  #ends(value: string): string {
    return value.includes('@') ? this.email(value) : this.value(value);
  }

  /** What is left of one value may be all of another. */
  #clean(masked: string): string {
    const lower = masked.toLowerCase();
    return this.#known.some((value) => lower.includes(value)) ? WHOLE : masked;
  }
}

/** Letters of a script that puts no blanks between words stand for themselves. */
function wherever(value: string): string {
  const isPart = value.length < SHORTEST_KNOWN && /^[\x20-\x7e]*$/.test(value);
  return isPart ? `(?<![\\p{L}\\p{N}.])${escaped(value)}(?![\\p{L}\\p{N}]|\\.\\p{N})` : escaped(value);
}

const escaped = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
