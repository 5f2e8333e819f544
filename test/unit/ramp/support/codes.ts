import type { MerchantsCodes } from '#src/ramp/wire/refusals.js';

export const NO_CODES: MerchantsCodes = {
  accessTokenCodes: [],
  signatureCodes: [],
  notConfiguredCodes: [],
  rateLimitCodes: ['429'],
};

export const CODES: MerchantsCodes = {
  accessTokenCodes: ['4401', '40100'],
  signatureCodes: ['4402', 'SIGN_ERROR'],
  notConfiguredCodes: ['4403'],
  rateLimitCodes: ['429'],
};
