import { isEmail } from 'class-validator';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { JwtSettings } from '../../platform/config/settings.js';
import { ROLES } from '../../platform/callers/caller.js';
import type { Role } from '../../platform/callers/caller.js';

/** Why a token was refused, for logs and metrics; callers learn at most that it has expired. */
export const REFUSAL_REASONS = [
  'not_accepted',
  'malformed',
  'algorithm',
  'type',
  'unknown_key',
  'signature',
  'issuer',
  'audience',
  'expired',
  'not_yet_valid',
  'subject',
  'claims',
  'staff_login',
] as const;
export type TokenRefusal = (typeof REFUSAL_REASONS)[number];

/** Holds nothing of the token. */
export class RefusedToken extends Error {
  override readonly name = 'RefusedToken';

  constructor(readonly reason: TokenRefusal) {
    super(`a token is refused: ${reason}`);
  }
}

/** Signatures by a private key. With a shared secret (HS256), anyone who can check a token could make one. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const CLOCK_TOLERANCE_S = 30;
/** Characters. Tokens usually take hundreds, or a few thousand with many claims. */
const MAX_LENGTH = 8192;
/** RFC 7519, RFC 9068. Tokens of other types (logout, event) may carry the same claims but must not authenticate. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);

/** The token's header chooses a key by its id only, never by `jwk`, `jku`, `x5u` or `x5c`. */
export async function verifyToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audience }: JwtSettings,
  now: Date,
): Promise<JWTPayload> {
  // An encrypted token has five parts.
  if (token.length > MAX_LENGTH || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new RefusedToken('malformed');
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ['exp', 'sub'],
    currentDate: now,
  }).catch((error: unknown) => {
    // The library's errors hold the claims.
    const reason = reasonOf(error);
    throw reason === null ? error : new RefusedToken(reason);
  });
  if (!isOfAccess(protectedHeader.typ)) throw new RefusedToken('type');
  const { iat } = payload;
  if (iat !== undefined && iat > now.getTime() / 1000 + CLOCK_TOLERANCE_S) throw new RefusedToken('not_yet_valid');
  return payload;
}

function isOfAccess(typ: unknown): boolean {
  return typ === undefined || (typeof typ === 'string' && TYPES.has(typ.toLowerCase()));
}

type ByClaim = Readonly<Record<string, TokenRefusal>>;
const CLAIM_REFUSALS: ByClaim = { iss: 'issuer', aud: 'audience', sub: 'subject', nbf: 'not_yet_valid' };

function reasonOf(error: unknown): TokenRefusal | null {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return CLAIM_REFUSALS[error.claim] ?? 'claims';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  return error instanceof errors.JOSEError ? 'malformed' : null;
}

export interface TokenHolder {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly roles: readonly Role[];
}

/** The merchant's own servers use keys instead: no login may act for all customers. */
const ROLES_BY_TOKEN = ROLES.filter((role) => role !== 'checkout');

export function holderOf(claims: JWTPayload, roleClaim: string): TokenHolder {
  const { iss, sub } = claims;
  if (typeof iss !== 'string') throw new RefusedToken('issuer');
  // OpenID Connect Core 1.0, 2: at most 255 ASCII characters.
  if (typeof sub !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(sub)) throw new RefusedToken('subject');
  return {
    issuer: iss,
    subject: sub,
    email: verifiedEmail(claims),
    roles: roleClaim === 'none' ? [] : rolesIn(claims[roleClaim]),
  };
}

/** Does `acr` or `amr` (OpenID Connect Core 1.0, 2) contain one of `wanted`? Empty: any login will do. */
export function isStrongLogin({ acr, amr }: JWTPayload, wanted: readonly string[]): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return wanted.length === 0 || wanted.some((word) => word === acr || methods.includes(word));
}

/** An unverified address is only the caller's claim. Some providers write booleans as text. */
function verifiedEmail({ email, email_verified: isVerified }: JWTPayload): string | null {
  if (isVerified !== true && isVerified !== 'true') return null;
  return typeof email === 'string' && isEmail(email) ? email : null;
}

/** Each value is one role, matched exactly: splitting a text into words could grant a role that it does not mean. */
function rolesIn(claim: unknown): Role[] {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES_BY_TOKEN.filter((role) => named.includes(role));
}
