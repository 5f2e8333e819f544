import { returnCodeKey } from '../../platform/text/text.js';
import type { RefusalReason } from '../port/ramp.errors.js';
import { REFUSALS, documentedReason } from '../port/refusal-table.js';
import type { RefusalWords } from './envelope.js';
import { NO_RANGE, rangeIn } from './refused-range.js';
import type { RefusedRange } from './refused-range.js';

interface Refusal extends RefusedRange {
  readonly reason: RefusalReason;
  readonly resendable: boolean;
}

/** Undocumented codes whose meaning the merchant has configured. */
export interface MerchantsCodes {
  readonly accessTokenCodes: readonly string[];
  readonly signatureCodes: readonly string[];
  readonly notConfiguredCodes: readonly string[];
  readonly rateLimitCodes: readonly string[];
}

export function refusalFor(reason: RefusalReason): Refusal {
  return { reason, ...NO_RANGE, resendable: REFUSALS[reason].resendable };
}

/**
 * The meaning of a return code. The contract documents its table for creates; it is applied to all calls (assumption).
 * `codes` cannot change the meaning of a documented code.
 */
export function refusalByCode({ returnCode, returnMsg }: RefusalWords, codes: MerchantsCodes): Refusal {
  const refusal = refusalFor(documentedReason(returnCode) ?? merchantsReason(returnCode, codes));
  if (refusal.reason !== 'amount_out_of_range' || returnMsg === null) return refusal;
  return { ...refusal, ...rangeIn(returnMsg) };
}

function merchantsReason(returnCode: string, codes: MerchantsCodes): RefusalReason {
  const code = returnCodeKey(returnCode);
  if (codes.rateLimitCodes.includes(code)) return 'rate_limited';
  if (codes.accessTokenCodes.includes(code)) return 'access_token';
  if (codes.signatureCodes.includes(code)) return 'signature';
  if (codes.notConfiguredCodes.includes(code)) return 'crypto_not_configured';
  return 'undocumented';
}
