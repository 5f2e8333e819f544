import { SHORTEST_VALUE, ends, finderOf } from './forms.js';
import { SENSITIVE_FIELDS, shownOf } from './sensitive-fields.js';

/** A short keyed digest of a text: the same for the same text, and telling nothing of it to whoever has no key. */
export type Digest = (text: string) => string;

/** Does a field of this name tell something of a person? */
export const isPersonalField = (field: string): boolean => shownOf(field).history !== undefined;

/** Every such field, as a mismatch names it. */
export const PERSONAL_FIELDS = SENSITIVE_FIELDS.filter(({ history }) => history !== undefined).flatMap(
  ({ names }) => names,
);

/** What a person's order holds of it. */
export interface PersonalValues {
  readonly address: string | null;
  readonly memo: string | null;
}

interface Draft {
  readonly data: Readonly<Record<string, unknown>>;
  readonly evidence?: unknown;
}

/**
 * An entry of the history without personal data: it can never be taken out again, so it never goes in. What stands in
 * its place is enough to recognise a value that is known, and to see that two differ. `known`: what was asked for, now
 * and before.
 */
export function redacted<D extends Draft>(draft: D, known: readonly PersonalValues[], digest: Digest): D {
  const values = valuesOf(known).filter(({ length }) => length >= SHORTEST_VALUE);
  const redactor = new Redactor(values, digest);
  const isPersonal = isPersonalField(String(draft.data['field']));
  const data = Object.fromEntries(
    Object.entries(draft.data).map(([name, value]) => [
      name,
      redactor.of(value, isPersonalField(name) || (isPersonal && (name === 'asked' || name === 'seen'))),
    ]),
  );
  return { ...draft, data, ...(draft.evidence === undefined ? {} : { evidence: redactor.of(draft.evidence, false) }) };
}

/** A text of staff's in which every value that is known is redacted: a long one wherever it stands, a short one by itself. */
export function redactedText(text: string, known: readonly PersonalValues[], digest: Digest): string {
  return new Redactor(valuesOf(known), digest).text(text);
}

function valuesOf(known: readonly PersonalValues[]): string[] {
  const values = known.flatMap(({ address, memo }) => [address, memo]);
  return [...new Set(values)].filter((value): value is string => value !== null && value !== '');
}

class Redactor {
  private readonly finder: RegExp;
  /** The letters of an address may come back in another case. */
  private readonly known: ReadonlyMap<string, string>;

  constructor(
    values: readonly string[],
    private readonly digest: Digest,
  ) {
    this.finder = finderOf(values, SHORTEST_VALUE);
    this.known = new Map(values.map((value) => [value.toLowerCase(), value]));
  }

  of(value: unknown, personal: boolean): unknown {
    if (typeof value === 'string') return personal ? this.token(value) : this.text(value);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((item) => this.of(item, personal));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, this.of(part, personal || isPersonalField(name))]),
    );
  }

  /** A value that is known is redacted wherever it stands, such as in a message that quotes it. */
  text(text: string): string {
    return text.replace(this.finder, (found) => this.token(this.known.get(found.toLowerCase()) ?? found));
  }

  /** `0x5290…9EE7 #k3xw…` */
  private token(value: string): string {
    if (value === '') return value;
    return [ends(value) ?? [], `#${this.digest(value)}`].flat().join(' ');
  }
}
