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
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** An invalid token. Holds nothing of the token. */
export class RefusedToken extends Error {
  override readonly name = 'RefusedToken';

  constructor(readonly reason: RefusalReason) {
    super(`a token is refused: ${reason}`);
  }
}
