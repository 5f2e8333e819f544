import type { EventDraft, OrderRow } from '../model/order.types.js';

/** A short keyed digest of a text: the same for the same text, and telling nothing of it to whoever has no key. */
export type Digest = (text: string) => string;

/** Fields that say where a person's money goes, or that may hold anything about a person. */
export const PERSONAL_FIELDS = ['address', 'memo', 'payoutAddress', 'orderPageUrl', 'failReason'] as const;
const PERSONAL: ReadonlySet<string> = new Set(PERSONAL_FIELDS);

/** Does a mismatch of this field tell something of a person? */
export const isPersonalField = (field: string): boolean => PERSONAL.has(field);

/** What a person's order holds of it. */
export type PersonalValues = Pick<OrderRow, 'address' | 'memo'>;

/** Shorter values would be found in every other text. */
const SHORTEST_VALUE = 6;

/**
 * An entry of the history without personal data: it can never be taken out again, so it never goes in. What stands in
 * its place is enough to recognise a value that is known, and to see that two differ. `known`: what was asked for, now
 * and before.
 */
export function redacted(draft: EventDraft, known: readonly PersonalValues[], digest: Digest): EventDraft {
  const redactor = redactorOf(known, digest);
  const isPersonal = PERSONAL.has(String(draft.data['field']));
  const data = Object.fromEntries(
    Object.entries(draft.data).map(([name, value]) => [
      name,
      redactor.of(value, PERSONAL.has(name) || (isPersonal && (name === 'asked' || name === 'seen'))),
    ]),
  );
  return { ...draft, data, ...(draft.evidence === undefined ? {} : { evidence: redactor.of(draft.evidence, false) }) };
}

/** A text of staff's in which every value that is known is redacted: a long one wherever it stands, a short one by itself. */
export function redactedText(text: string, known: readonly PersonalValues[], digest: Digest): string {
  const short = valuesOf(known).filter((value) => value.length < SHORTEST_VALUE);
  const left = short.reduce((rest, value) => rest.replace(byItself(value), `#${digest(value)}`), text);
  return redactorOf(known, digest).text(left);
}

/** Not as a part of a word or of a number. */
const byItself = (value: string): RegExp =>
  new RegExp(`(?<![\\w.])${value.replace(/[^\w]/g, '\\$&')}(?!\\w|\\.\\d)`, 'gi');

function redactorOf(known: readonly PersonalValues[], digest: Digest): Redactor {
  return new Redactor(
    valuesOf(known).filter((value) => value.length >= SHORTEST_VALUE),
    digest,
  );
}

function valuesOf(known: readonly PersonalValues[]): string[] {
  const values = known.flatMap(({ address, memo }) => [address, memo]);
  return [...new Set(values)].filter((value): value is string => value !== null && value !== '');
}

class Redactor {
  /** In any letter case: those of an address may come back in another one. */
  private readonly patterns: readonly (readonly [RegExp, string])[];

  constructor(
    values: readonly string[],
    private readonly digest: Digest,
  ) {
    this.patterns = values.map((value) => [new RegExp(value.replace(/[^\w]/g, '\\$&'), 'gi'), value]);
  }

  of(value: unknown, personal: boolean): unknown {
    if (typeof value === 'string') return personal ? this.token(value) : this.text(value);
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    if (Array.isArray(value)) return value.map((item) => this.of(item, personal));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, this.of(part, personal || PERSONAL.has(name))]),
    );
  }

  /** A value that is known is redacted wherever it stands, such as in a message that quotes it. */
  text(text: string): string {
    return this.patterns.reduce((left, [pattern, value]) => left.replace(pattern, () => this.token(value)), text);
  }

  /** `0x5290…9EE7 #k3xw…`: people recognise an address by its ends. */
  private token(value: string): string {
    if (value === '') return value;
    const ends = value.length >= 20 ? `${value.slice(0, 6)}…${value.slice(-4)} ` : '';
    return `${ends}#${this.digest(value)}`;
  }
}
