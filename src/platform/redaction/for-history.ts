import { SHORTEST_VALUE, ends, replacerOf } from './forms.js';
import { SENSITIVE_FIELDS, visibilityOf } from './sensitive-fields.js';

/** A short keyed digest: equal for equal texts, and meaningless without the key. */
export type Digest = (text: string) => string;

/** The same under the service key with this id; null: there is no such key. */
export type DigestUnder = (text: string, keyId: string) => string | null;

const DIGEST_CHARACTERS = 16;

export const digestUnder =
  (ring: { mac(purpose: 'personal-data', text: string, keyId: string): Buffer | null }): DigestUnder =>
  (text, keyId) => {
    const mac = ring.mac('personal-data', text, keyId);
    return mac && `${keyId}:${mac.toString('base64url').slice(0, DIGEST_CHARACTERS)}`;
  };

export const isPersonalField = (field: string): boolean => visibilityOf(field).history !== undefined;

export const PERSONAL_FIELDS = SENSITIVE_FIELDS.filter(({ history }) => history !== undefined).flatMap(
  ({ names }) => names,
);

export interface PersonalValues {
  readonly address: string | null;
  readonly memo: string | null;
}

interface Draft {
  readonly data: Readonly<Record<string, unknown>>;
  readonly evidence?: unknown;
}

/** History is never deleted, so personal data must not enter it. Digests still show whether two values are equal. */
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

/** Redacts known values in a text by staff: long ones anywhere, short ones only as separate words. */
export function redactedText(text: string, known: readonly PersonalValues[], digest: Digest): string {
  return new Redactor(valuesOf(known), digest).text(text);
}

function valuesOf(known: readonly PersonalValues[]): string[] {
  const values = known.flatMap(({ address, memo }) => [address, memo]);
  return [...new Set(values)].filter((value): value is string => value !== null && value !== '');
}

class Redactor {
  private readonly replace: ReturnType<typeof replacerOf>;
  /** By lower-case value, because an address may be repeated in another case. */
  private readonly known: ReadonlyMap<string, string>;

  constructor(
    values: readonly string[],
    private readonly digest: Digest,
  ) {
    this.replace = replacerOf(values, SHORTEST_VALUE);
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

  /** A known value is redacted anywhere in a text, such as in a message that quotes it. */
  text(text: string): string {
    return this.replace(text, (found) => this.token(this.known.get(found.toLowerCase()) ?? found));
  }

  /** `0x5290…9EE7 #k3xw…` */
  private token(value: string): string {
    if (value === '') return value;
    return [ends(value) ?? [], `#${this.digest(value)}`].flat().join(' ');
  }
}
