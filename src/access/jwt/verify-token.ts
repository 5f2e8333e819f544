import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { JwtSettings } from '../../platform/config/settings.js';
import { RefusedToken } from './refused-token.js';
import type { RefusalReason } from './refused-token.js';

/** Signatures by a private key. With a shared secret (HS256), anyone who can check a token could make one. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
/** Seconds between the clocks of the identity provider and this machine. */
const CLOCK_TOLERANCE_S = 30;
/** Characters. Tokens usually take hundreds, or a few thousand with many claims. */
const LONGEST = 8192;
/** RFC 7519, RFC 9068. Tokens of other types (logout, event) may carry the same claims but must not authenticate. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);

/**
 * The claims of a signed JWT with a valid signature, issuer, audience and times. Only `keys` supplies keys: of the
 * token's header just the key's id counts, never `jwk`, `jku`, `x5u` or `x5c`. Throws a RefusedToken, or what `keys`
 * throws while no keys can be fetched.
 */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: JwtSettings,
  now: Date,
): Promise<JWTPayload> {
  // An encrypted token has five parts.
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

/** Replaces the library's errors, which hold the claims. */
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
