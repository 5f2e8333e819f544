/** Why a token is refused: for the log and for metrics; callers are told no more than that it has expired. */
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

/** A token that is not good. Holds nothing of the token. */
export class RefusedToken extends Error {
  override readonly name = 'RefusedToken';

  constructor(readonly reason: RefusalReason) {
    super(`a token is refused: ${reason}`);
  }
}
