import { isBareRecord, namesAnOrder } from './envelope.js';
import { refusalByCode } from './refusals.js';
import type { MerchantsCodes } from './refusals.js';
import { WireNumber, isWireList, isWireRecord, member } from './wire.js';
import type { WireAnswer, WireRecord, WireValue } from './wire.js';

/**
 * What the answer about a number that nobody ever used teaches. `null_data`: the form of "not found" that needs no
 * learning; `order`: a record, so that number or that provider is not what we think; `nothing`: an answer that would
 * come for a known number just as well.
 */
export type Lesson =
  { readonly kind: 'shape'; readonly shape: string } | { readonly kind: 'null_data' | 'order' | 'nothing' };

/** Statuses of 4xx that speak of who asks, or when, and not of what is asked about. */
const ABOUT_THE_CALL: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429]);

/** Messages that speak of how the request was made: with a broken signature each trade would look as if it did not exist. */
const ABOUT_THE_REQUEST = /sign|token|timestamp|permission|authori[sz]|forbidden|too many|rate limit|busy|maint[ae]n/i;

const DEEPEST = 32;
const LONGEST_PAGE = 64 * 1024;

export function lessonOf(answer: WireAnswer, asked: string, codes: MerchantsCodes): Lesson {
  const { status, parsed } = answer;
  const isOk = status >= 200 && status < 300;
  const speaksOfTheNumber = isOk || (status >= 400 && status < 500 && !ABOUT_THE_CALL.has(status));
  if (!speaksOfTheNumber) return { kind: 'nothing' };
  if (parsed === null) return isPage(answer) ? { kind: 'shape', shape: shapeOf(answer, [asked]) } : { kind: 'nothing' };
  const { json } = parsed;
  if (isBareRecord(json)) return { kind: 'order' };
  if (isWireRecord(json)) {
    const data = member(json, 'data');
    if (namesAnOrder(data) || isBareRecord(data)) return { kind: 'order' };
    if (isOk && member(json, 'success') === true && data === null) return { kind: 'null_data' };
    if (isAboutTheRequest(json, codes)) return { kind: 'nothing' };
  }
  return { kind: 'shape', shape: shapeOf(answer, [asked]) };
}

/**
 * The answer with everything taken out that differs between two numbers which both do not exist: the provider's request
 * id, and the numbers that were asked about, in any letter case. Two answers with one shape say the same.
 */
export function shapeOf({ status, body, parsed }: WireAnswer, asked: readonly string[]): string {
  const blank = withoutNumbers(asked);
  if (parsed !== null) return JSON.stringify([status, plain(parsed.json, blank, 0)]);
  return JSON.stringify([status, 'page', body === null ? null : blank(new TextDecoder().decode(body))]);
}

/** A page says "not found" by its status alone; other pages come from whatever stands before the provider. */
function isPage({ status, body }: WireAnswer): boolean {
  return status === 404 && body !== null && body.length <= LONGEST_PAGE;
}

function isAboutTheRequest(json: WireRecord, codes: MerchantsCodes): boolean {
  const code = member(json, 'returnCode');
  const message = member(json, 'returnMsg');
  if (typeof message === 'string' && ABOUT_THE_REQUEST.test(message)) return true;
  return (
    typeof code === 'string' && refusalByCode({ returnCode: code, returnMsg: null }, codes).reason !== 'undocumented'
  );
}

type Blank = (text: string) => string;

/** Only whole numbers: the order "1" is not every digit 1. */
function withoutNumbers(asked: readonly string[]): Blank {
  const numbers = asked
    .filter((number) => number !== '')
    .map((number) => number.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (numbers.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${numbers.join('|')})(?![A-Za-z0-9])`, 'gi');
  return (text) => text.replace(pattern, '\0');
}

/** The same JSON in one order of names, numbers by their digits; not deeper than answers go. */
function plain(value: WireValue, blank: Blank, depth: number): unknown {
  if (typeof value === 'string') return blank(value);
  if (value instanceof WireNumber) return { digits: blank(value.digits) };
  if (value === null || typeof value === 'boolean') return value;
  if (depth > DEEPEST) return '…';
  if (isWireList(value)) return value.map((item) => plain(item, blank, depth + 1));
  const fields = Object.entries(value)
    .filter(([name]) => depth > 0 || name !== 'traceId')
    .map(([name, item]) => [name, plain(item, blank, depth + 1)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { fields };
}
