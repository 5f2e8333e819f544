import { createHash } from 'node:crypto';
import { canonicalJson } from '../text/stored-json.js';

/** `true`: sealed since the first release; a number: sealed in that part, by a later release; a text: not, and why. */
export type Coverage<Row> = Readonly<Record<keyof Row, true | number | string>>;

/** The number of the part in one byte, and a SHA-256. */
const PART_BYTES = 33;

type SealedRow = readonly [
  name: string | null,
  row: object,
  coverage: Readonly<Record<string, true | number | string>>,
];

/**
 * The bytes of a seal's parts, which its HMAC covers: per part a digest of its columns, none if all are null. A part that
 * this release does not know stays as it is `stored`. So two releases can run side by side: the older one verifies and
 * writes seals without knowing the columns of the newer one, and leaves these null in rows of its own.
 */
export function partsOf(stored: Buffer, rows: readonly SealedRow[]): Buffer {
  const known = new Set(
    rows.flatMap(([, , coverage]) => Object.values(coverage).filter((one) => typeof one === 'number')),
  );
  const parts: Buffer[] = [];
  for (let at = 0; at < stored.length; at += PART_BYTES) {
    if (!known.has(stored.readUInt8(at))) parts.push(stored.subarray(at, at + PART_BYTES));
  }
  for (const part of known) {
    const values = rows.map(([name, row, coverage]) => [name, covered(row, coverage, part)] as const);
    const present = values.filter(([, columns]) => Object.keys(columns).length > 0);
    const digest = (): Buffer => createHash('sha256').update(canonicalJson(present)).digest();
    if (present.length > 0) parts.push(Buffer.concat([Buffer.of(part), digest()]));
  }
  return Buffer.concat(parts.sort((one, other) => one.compare(other)));
}

/** The columns that are not null. */
export function covered(row: object, coverage: SealedRow[2], part: true | number): Record<string, unknown> {
  const values = row as Readonly<Record<string, unknown>>;
  const columns: Record<string, unknown> = {};
  for (const name of Object.keys(coverage)) {
    const value = values[name] ?? null;
    if (coverage[name] === part && value !== null)
      columns[name] = Buffer.isBuffer(value) ? value.toString('hex') : value;
  }
  return columns;
}
