import { isEmail } from 'class-validator';
import type { JWTPayload } from 'jose';
import { ROLES } from '../../platform/shared/caller.js';
import type { Role } from '../../platform/shared/caller.js';
import { RefusedToken } from './refused-token.js';

/** What a verified token says of whoever shows it. */
export interface TokenHolder {
  readonly issuer: string;
  readonly subject: string;
  /** null: the identity provider has verified none. */
  readonly email: string | null;
  readonly roles: readonly Role[];
}

/** For orders by the merchant's own servers there are keys: no login stands for all customers. */
const ROLES_BY_TOKEN = ROLES.filter((role) => role !== 'checkout');

/** `roleClaim`: the claim that names roles; `none`: no claim does. Throws a RefusedToken for a subject that cannot be one. */
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

/** Did whoever shows the token sign in as staff has to? `wanted`: an `acr` or `amr` (OpenID Connect Core 1.0, 2) of these; empty: any. */
export function isStrongLogin({ acr, amr }: JWTPayload, wanted: readonly string[]): boolean {
  const methods: unknown[] = Array.isArray(amr) ? amr : [];
  return wanted.length === 0 || wanted.some((word) => word === acr || methods.includes(word));
}

/** An address that nobody has verified is a caller's own word. Some providers write their booleans as text. */
function verifiedEmail({ email, email_verified: isVerified }: JWTPayload): string | null {
  if (isVerified !== true && isVerified !== 'true') return null;
  return typeof email === 'string' && isEmail(email) ? email : null;
}

/** One value is one role, letter by letter: words within a text may mean something else to whoever wrote it. */
function rolesIn(claim: unknown): Role[] {
  const named: unknown[] = Array.isArray(claim) ? claim : [claim];
  return ROLES_BY_TOKEN.filter((role) => named.includes(role));
}
