import { parse } from 'lossless-json';

/** A JSON number by its digits as they stood in the answer: it never becomes a float. */
export class WireNumber {
  constructor(readonly digits: string) {}
}

export type WireValue = null | boolean | string | WireNumber | readonly WireValue[] | WireRecord;

export interface WireRecord {
  readonly [name: string]: WireValue;
}

/** What could be read, or in a few words why not; the words hold nothing of the answer. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

interface Parsed {
  readonly json: WireValue;
  /** An object has different values under one name: one reader takes the first, another the last. */
  readonly isAmbiguous: boolean;
}

/**
 * The JSON text in `bytes` (UTF-8, a byte order mark is passed over), or null when it is not JSON. Never throws.
 *
 * Bytes that are not UTF-8 become replacement characters instead of failing: a customer's name in another encoding must
 * not make an order's status unreadable for ever. In place of different values under one name `json` has their list.
 */
export function parseWire(bytes: Uint8Array): Parsed | null {
  try {
    let isAmbiguous = false;
    const json = parse(new TextDecoder().decode(bytes), null, {
      parseNumber: (digits) => new WireNumber(digits),
      onDuplicateKey: ({ oldValue, newValue }) => {
        isAmbiguous = true;
        return [oldValue, newValue];
      },
    });
    return { json: json as WireValue, isAmbiguous };
  } catch {
    // A SyntaxError, or a RangeError of the recursive parser on thousands of nested brackets: both are no answer.
    return null;
  }
}

/** An answer as it came, with its body's JSON read once for all who look at it. */
export interface WireAnswer {
  readonly status: number;
  /** The `Date` header. */
  readonly date: string | null;
  /** null: the bytes could not be had (too many, or badly compressed). */
  readonly body: Uint8Array | null;
  /** Any JSON, for evidence alone. */
  readonly shown: Parsed | null;
  /** null: no JSON, or ambiguous. */
  readonly parsed: Parsed | null;
}

export function openAnswer(status: number, date: string | null, body: Uint8Array | null): WireAnswer {
  const shown = body === null ? null : parseWire(body);
  return { status, date, body, shown, parsed: shown?.isAmbiguous === true ? null : shown };
}

/** The reason that an answer was not parsed. */
export const formatFault = ({ shown }: Pick<WireAnswer, 'shown'>): string =>
  shown === null ? 'not JSON' : 'ambiguous: one name has two values';

export function isWireRecord(value: WireValue | undefined): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WireNumber);
}

export function isWireList(value: WireValue | undefined): value is readonly WireValue[] {
  return Array.isArray(value);
}

/** The record's own member; never one that objects inherit, such as `constructor`. */
export function member(record: WireRecord, name: string): WireValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
