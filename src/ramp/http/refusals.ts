import type { RefusalReason } from '../ramp.errors.js';
import { plainDecimal } from './wire-decimal.js';

export interface Refusal {
  readonly reason: RefusalReason;
  readonly min: string | null;
  readonly max: string | null;
  readonly resendable: boolean;
}

/** Codes that the contract does not document, and whose meaning the merchant has found out. */
export interface MerchantsCodes {
  /** This access token is refused. */
  readonly accessTokenCodes: readonly string[];
  /** This signature is refused. */
  readonly signatureCodes: readonly string[];
}

/** The contract's error table. It is documented for creating orders; the other calls are read by it too (assumption). */
const DOCUMENTED: ReadonlyMap<string, RefusalReason> = new Map([
  ['3100', 'commission'],
  ['3101', 'crypto_not_configured'],
  ['3102', 'amount_out_of_range'],
  ['3103', 'timestamp_expired'],
  ['3104', 'app_unknown'],
  ['3105', 'address_invalid'],
  ['3106', 'address_at_risk'],
  ['3107', 'path_unknown'],
]);

/** Refusals about the stamp, the token or the rate: nothing was done, and the same request may be sent again. */
const RESENDABLE: ReadonlySet<RefusalReason> = new Set(['timestamp_expired', 'access_token', 'rate_limited']);

/** A refusal by its reason alone. */
export function refusalFor(reason: RefusalReason): Refusal {
  return { reason, min: null, max: null, resendable: RESENDABLE.has(reason) };
}

/** What a return code means. A documented code keeps its meaning whatever `codes` say. */
export function refusalByCode(returnCode: string, returnMsg: string, codes: MerchantsCodes): Refusal {
  const refusal = refusalFor(DOCUMENTED.get(returnCode) ?? merchantsReason(returnCode, codes));
  if (refusal.reason !== 'amount_out_of_range') return refusal;
  return { ...refusal, min: limitIn(returnMsg, 'min'), max: limitIn(returnMsg, 'max') };
}

function merchantsReason(returnCode: string, codes: MerchantsCodes): RefusalReason {
  if (codes.accessTokenCodes.includes(returnCode)) return 'access_token';
  if (codes.signatureCodes.includes(returnCode)) return 'signature';
  return 'undocumented';
}

/** Does the merchant give this code a meaning? Then it may have any form. */
export function isMerchantsCode(returnCode: string, codes: MerchantsCodes): boolean {
  return merchantsReason(returnCode, codes) !== 'undocumented';
}

const LIMIT = {
  min: /\bmin(?:imum)? purchase amount[^\d,;]{0,9}(?<limit>\d[\d.,]*(?:[eE][+-]?\d+)?)/i,
  max: /\bmax(?:imum)? purchase amount[^\d,;]{0,9}(?<limit>\d[\d.,]*(?:[eE][+-]?\d+)?)/i,
};

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * 3102 carries its limits in the message: "… The Min purchase amount is %s, The max purchase amount is %s". The text is
 * not stable enough to be taken word by word: what cannot be read is null, and the refusal stands without it.
 */
function limitIn(returnMsg: string, which: 'min' | 'max'): string | null {
  const text = LIMIT[which].exec(returnMsg)?.groups?.['limit']?.replace(/[.,]+$/, '') ?? '';
  return plainDecimal(GROUPED.test(text) ? text.replaceAll(',', '') : text);
}
