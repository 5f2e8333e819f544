import fc from 'fast-check';

/** A member of an object, as raw text. */
export type RawMember = readonly [name: string, json: string];

const text = (value: string): string => JSON.stringify(value);

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '00',
  '-0',
  '1.',
  '.5',
  '+1',
  '1,000.50',
  '1.000,50',
  'NaN',
  'Infinity',
  '0x10',
  '1e999',
  '1E-8',
  '12.50',
  '0.000000000000000000000000000001',
  '9'.repeat(41),
  '٣',
  '１',
  '1_000',
  'null',
  'true',
  'undefined',
  '\0',
  '20260102 03:04:05',
  '2026-02-31 00:00:00',
  '20260102 25:00:00',
  '1767322800000',
  '-1',
  '99999999999999',
  'FINISHED',
  'finished',
  'FINISHED ',
  'CANCEL',
  '4',
  '04',
  '4.0',
  '8',
  '__proto__',
  '\ud800',
  'a\udc00b',
  'x'.repeat(5000),
];
const ODD_NUMBERS = [
  '0',
  '-0',
  '4',
  '4.0',
  '4e0',
  '1e999',
  '1E-7',
  '0.10',
  '12.50',
  '-3',
  '1767322800000',
  '9'.repeat(60),
];

export const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** The text of one JSON value of any kind: huge, deep, or with digits that no float holds. */
export const rawValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_TEXTS).map(text) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }).map(text) },
  fc.constantFrom('null', 'true', 'false', '{}', '[]'),
  fc.json(),
  fc.integer({ min: 1, max: 100 }).map(nested),
);

/** Members with these names, each once, and with inherited names of objects. */
export const rawMembers = (names: readonly string[]): fc.Arbitrary<RawMember[]> =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), rawValue), {
    selector: ([name]) => name,
    maxLength: 40,
  });

export const objectOf = (members: readonly RawMember[]): string =>
  `{${members.map(([name, json]) => `${text(name)}:${json}`).join(',')}}`;

/** The raw value that a reader must see under this name; undefined: absent. */
export const rawOf = (members: readonly RawMember[], name: string): string | undefined =>
  members.find(([other]) => other === name)?.[1];

/** A number or text by its characters; null for everything else. */
export function asSent(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  if (/^-?\d/.test(raw)) return raw;
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : null;
}
