import { compareDecimals } from '../../platform/terms/decimal.js';
import { returnCodeKey } from '../../platform/text/text.js';
import type { RefusalReason } from '../port/refusal-table.js';
import { REFUSALS, documentedReason } from '../port/refusal-table.js';
import { plainDecimal } from './wire-fields.js';
import { member, WireNumber } from './wire.js';
import type { WireRecord } from './wire.js';

/** The success code, with any number of digits. */
const NO_ERROR = /^0+$/;
const WHOLE_NUMBER = /^-?\d+$/;

export interface RefusalMessage {
  readonly returnCode: string;
  readonly returnMsg: string | null;
}

/** null: absent or not in a known form. */
interface RefusedRange {
  readonly min: string | null;
  readonly max: string | null;
}

const NO_RANGE: RefusedRange = { min: null, max: null };

interface RefusalMeaning extends RefusedRange {
  readonly reason: RefusalReason;
  readonly resendable: boolean;
}

/** Settings that give undocumented codes a meaning. */
const REASON_BY_SETTING = {
  rateLimitCodes: 'rate_limited',
  accessTokenCodes: 'access_token',
  signatureCodes: 'signature',
  notConfiguredCodes: 'crypto_not_configured',
} as const;
type CodeSetting = keyof typeof REASON_BY_SETTING;

export type MerchantsCodes = Readonly<Record<CodeSetting, readonly string[]>>;

export function refusalFor(reason: RefusalReason): RefusalMeaning {
  return { reason, ...NO_RANGE, resendable: REFUSALS[reason].resendable };
}

/** The contract's table for creates is applied to all calls (assumption). `codes` cannot change a documented code. */
export function refusalByCode({ returnCode, returnMsg }: RefusalMessage, codes: MerchantsCodes): RefusalMeaning {
  const refusal = refusalFor(documentedReason(returnCode) ?? merchantsReason(returnCode, codes));
  if (refusal.reason !== 'amount_out_of_range' || returnMsg === null) return refusal;
  return { ...refusal, ...rangeIn(returnMsg) };
}

function merchantsReason(returnCode: string, codes: MerchantsCodes): RefusalReason {
  const code = returnCodeKey(returnCode);
  const setting = (Object.keys(REASON_BY_SETTING) as CodeSetting[]).find((name) => codes[name].includes(code));
  return setting === undefined ? 'undocumented' : REASON_BY_SETTING[setting];
}

/** null: no code, or the success code. */
export function readRefusalMessage(record: WireRecord): RefusalMessage | null {
  const returnCode = returnCodeIn(record);
  if (returnCode === null || NO_ERROR.test(returnCode)) return null;
  const message = member(record, 'returnMsg');
  return { returnCode, returnMsg: typeof message === 'string' && message !== '' ? message : null };
}

/** Any non-empty text or whole number is a code (assumption: the contract shows four digits). */
export function returnCodeIn(record: WireRecord): string | null {
  const code = member(record, 'returnCode');
  if (code instanceof WireNumber) return WHOLE_NUMBER.test(code.digits) ? code.digits : null;
  return typeof code === 'string' && code.trim() !== '' ? code : null;
}

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

/** 1.500 is one and a half, or one thousand five hundred. */
const UNCLEAR = /^[1-9]\d{0,2}\.\d{3}$/;
/** Who writes so groups no thousands by points. */
const CLEAR = /^\d{4,}|^0\.|\.(?!\d{3}$)/;

const LONGEST_VALUE = 120;

/**
 * 3102 carries its bounds in its message, and the wording may vary. A wrong bound is worse than none: an unclear bound
 * is null, as are two that contradict each other.
 */
export function rangeIn(returnMsg: string): RefusedRange {
  const read = [bound(returnMsg, HEAD.min), bound(returnMsg, HEAD.max)];
  const isClear = read.some((value) => value !== null && CLEAR.test(value));
  const [min = null, max = null] = read.map((value) =>
    value !== null && UNCLEAR.test(value) && !isClear ? null : value,
  );
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
