import { WireNumber, isWireList, isWireRecord } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord, WireValue } from '../../../../src/ramp/wire/wire.js';
import type { Verdict } from '../report.js';
import type { Said } from './said.js';

const WORD = /^[A-Za-z0-9_.-]{1,40}$/;
const MOST_WORDS = 30;

/**
 * A code, a status or a field name that is safe to show. Anything else is hidden: it could be personal data in an
 * unexpected place.
 */
export function word(text: string): string {
  return WORD.test(text) ? text : '[not a plain word]';
}

export function words(texts: Iterable<string>): readonly string[] {
  const all = [...new Set([...texts].map(word))].sort();
  return all.length > MOST_WORDS ? [...all.slice(0, MOST_WORDS), '...'] : all;
}

export function typeOf(value: WireValue | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (value instanceof WireNumber) return 'number';
  if (isWireList(value)) return 'list';
  return typeof value;
}

/** A short summary of the answer without personal data. */
export function inWords(said: Said): string {
  switch (said.kind) {
    case 'success':
      return `success with ${dataInWords(said.data)}`;
    case 'refusal':
      return `refused with ${said.code === '' ? 'no code' : word(said.code)}`;
    case 'bare':
      return 'a record without the envelope';
    case 'strange':
      return said.what;
    case 'nothing':
      return said.why;
  }
}

function dataInWords(data: WireValue): string {
  if (isWireList(data)) return `a list of ${data.length}`;
  if (!isWireRecord(data)) return `data that is ${typeOf(data)}`;
  return Object.keys(data).length === 0 ? 'an empty object' : 'an object';
}

export const pass = (detail: string): Verdict => ({ ok: true, detail });
export const fail = (detail: string): Verdict => ({ ok: false, detail });
export const unchecked = (detail: string): Verdict => ({ ok: null, detail });

export function missing(record: WireRecord, documented: readonly string[]): readonly string[] {
  return documented.filter((name) => !Object.hasOwn(record, name));
}
