import { returnCodeKey } from '../../platform/shared/return-code.js';
import type { RefusalReason } from '../port/ramp.errors.js';
import { REFUSALS, documentedReason } from '../port/refusal-table.js';
import type { RefusalWords } from './envelope.js';
import { NO_RANGE, rangeIn } from './refused-range.js';
import type { RefusedRange } from './refused-range.js';

interface Refusal extends RefusedRange {
  readonly reason: RefusalReason;
  readonly resendable: boolean;
}

/** Codes that the contract does not document, and whose meaning the merchant has found out. */
export interface MerchantsCodes {
  /** This access token is refused. */
  readonly accessTokenCodes: readonly string[];
  /** This signature is refused. */
  readonly signatureCodes: readonly string[];
  /** This fiat or crypto is not configured for the application. */
  readonly notConfiguredCodes: readonly string[];
  /** Not now: too many calls. */
  readonly rateLimitCodes: readonly string[];
}

/** A refusal by its reason alone. */
export function refusalFor(reason: RefusalReason): Refusal {
  return { reason, ...NO_RANGE, resendable: REFUSALS[reason].resendable };
}

/**
 * What a return code means. The contract's table is documented for creating orders; the other calls are read by it too
 * (assumption). A documented code keeps its meaning whatever `codes` say.
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
