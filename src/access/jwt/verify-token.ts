import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { JwtSettings } from '../../platform/config/settings.js';
import { RefusedToken } from './refused-token.js';
import type { RefusalReason } from './refused-token.js';

/** Signatures by a private key. With a shared secret (HS256), whoever can check a token could make one. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** In seconds: how far apart the clocks of the identity provider and of this machine may be. */
const CLOCK_TOLERANCE_S = 30;
/** In characters. Tokens are a few hundred long, or a few thousand with many claims. */
const LONGEST = 8192;
/** RFC 7519, RFC 9068: other types of tokens (of a logout, of an event) may carry the same claims and let nobody in. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);

/**
 * The claims of a signed JWT whose signature, issuer, audience and times are good. Only `keys` has a say in the key: what
 * the token itself says about keys beyond the name of one (`jwk`, `jku`, `x5u`, `x5c`) is not looked at.
 * Throws a RefusedToken, or what `keys` throws while the keys cannot be had.
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: JwtSettings,
  now: Date,
): Promise<JWTPayload> {
  // An encrypted one has five parts.
  if (token.length > LONGEST || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new RefusedToken('malformed');
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ['exp', 'sub'],
    currentDate: now,
  }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  if (!isOfAccess(protectedHeader.typ)) throw new RefusedToken('type');
  const { iat } = payload;
  if (iat !== undefined && iat > now.getTime() / 1000 + CLOCK_TOLERANCE_S) throw new RefusedToken('not_yet_valid');
  return payload;
}

function isOfAccess(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && TYPES.has(typ.toLowerCase()));
}

/** The library's errors hold the claims: none of them goes further. */
function refusalOf(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === null ? error : new RefusedToken(reason);
}

function reasonOf(error: unknown): RefusalReason | null {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return reasonOfClaim(error.claim);
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  return error instanceof errors.JOSEError ? 'malformed' : null;
}

function reasonOfClaim(claim: string): RefusalReason {
  if (claim === 'iss') return 'issuer';
  if (claim === 'aud') return 'audience';
  if (claim === 'sub') return 'subject';
  return claim === 'nbf' ? 'not_yet_valid' : 'claims';
}
