import type { MerchantsCodes } from '#src/ramp/wire/refusals.js';

/** The merchant has found out nothing beyond the contract. */
export const NO_CODES: MerchantsCodes = {
  accessTokenCodes: [],
  signatureCodes: [],
  notConfiguredCodes: [],
  rateLimitCodes: ['429'],
};

/** Codes of either form that a merchant may have found out. */
export const CODES: MerchantsCodes = {
  accessTokenCodes: ['4401', '40100'],
  signatureCodes: ['4402', 'SIGN_ERROR'],
  notConfiguredCodes: ['4403'],
  rateLimitCodes: ['429'],
};
