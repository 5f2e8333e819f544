import { compareDecimals } from '../../platform/terms/decimal.js';
import { plainDecimal } from './wire-decimal.js';

/** The bounds in a refusal, as plain decimals; null: absent or not in a known form. */
export interface RefusedRange {
  readonly min: string | null;
  readonly max: string | null;
}

export const NO_RANGE: RefusedRange = { min: null, max: null };

const WHAT = '(?: (?:purchase|buy|sell|order))? (?:amount|quantity)';
const HEAD = { min: new RegExp(`\\bmin(?:imum)?${WHAT}\\b`, 'i'), max: new RegExp(`\\bmax(?:imum)?${WHAT}\\b`, 'i') };

/** Allowed between the words and the number: "is", a colon, a currency. A minus sign is not. */
const BEFORE = '\\s{0,3}(?:[Ii]s|IS|[:=])?\\s{0,3}(?:[A-Z]{3}\\s{1,3}|[$€£¥₹]\\s{0,3})?';
/** Digits with all possible separators, so that an unknown format is not parsed in part. */
const NUMBER = "(?<number>\\d+(?:[.,'’ \\u00a0\\u202f_]\\d+)*(?:[eE][+-]?\\d+)?)";
const BEHIND = "(?![.,'’ \\u00a0\\u202f_]?\\d)(?=$|[\\s,;.)!]|[A-Z]{3}\\b|[$€£¥₹])";
const VALUE = new RegExp(`^${BEFORE}${NUMBER}${BEHIND}`);

/** Thousands in groups of three, all with the same separator; the decimal mark is a point. */
const GROUPED = /^\d{1,3}([,'’ \u00a0\u202f_])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

const LONGEST_VALUE = 120;

/**
 * 3102 carries its bounds in its message: "… The Min purchase amount is %s, The max purchase amount is %s". The wording
 * may vary, and a wrong bound is worse than none: an unclear bound is null, as are two that contradict each other. The
 * refusal itself stands.
 */
export function rangeIn(returnMsg: string): RefusedRange {
  const [min, max] = [bound(returnMsg, HEAD.min), bound(returnMsg, HEAD.max)];
  if (min !== null && max !== null && compareDecimals(min, max) > 0) return NO_RANGE;
  return { min, max };
}

function bound(returnMsg: string, head: RegExp): string | null {
  const found = head.exec(returnMsg);
  if (found === null) return null;
  const from = found.index + found[0].length;
  const text = VALUE.exec(returnMsg.slice(from, from + LONGEST_VALUE))?.groups?.['number'];
  if (text === undefined) return null;
  return plainDecimal(GROUPED.test(text) ? text.replace(/[^\d.]/g, '') : text);
}
