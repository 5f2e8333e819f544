import { isEmail } from 'class-validator';
import type { JWTPayload } from 'jose';
import { ROLES } from '../../platform/callers/caller.js';
import type { Role } from '../../platform/callers/caller.js';
import { RefusedToken } from './refused-token.js';

/** The holder's claims, from a verified token. */
export interface TokenHolder {
  readonly issuer: string;
  readonly subject: string;
  /** null: no verified address. */
  readonly email: string | null;
  readonly roles: readonly Role[];
}

/** The merchant's own servers use keys instead: no login may act for all customers. */
const ROLES_BY_TOKEN = ROLES.filter((role) => role !== 'checkout');

/** `roleClaim`: the claim that lists roles; `none`: there is none. Throws a RefusedToken for a malformed subject. */
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

/**
 * Does the token's `acr` or `amr` (OpenID Connect Core 1.0, 2) contain one of `wanted`? Empty: any login will do. For
 * staff.
 */
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
