import type { AccessSettings } from '../platform/config/settings.js';
import type { Caller } from '../platform/shared/caller.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/shared/problem.js';

/** What may stand in the header `Idempotency-Key`. */
const KEY = /^[!-~]{1,255}$/;
/** The key is all that tells one guest from another; 122 random bits, as a UUID of version 4 has, take 21 characters. */
const GUEST_KEY = /^[A-Za-z0-9+/_=-]{21,255}$/;

interface Naming {
  readonly merchantOrderNo: string | null;
  readonly idempotencyKey: string | null;
  /** The number is the shop's, by a link that it had signed; it belongs to the caller who comes first. */
  readonly isNamedByLink: boolean;
}

/**
 * May this caller name an order so: by a number, or by the key that a number is made from? A number of one's own choice takes
 * it from others, and tells whether it exists. Throws `forbidden` and `invalid_request`.
 */
export function checkNaming(
  { kind }: Pick<Caller, 'kind'>,
  { customerNumbers }: Pick<AccessSettings, 'customerNumbers'>,
  { merchantOrderNo, idempotencyKey, isNamedByLink }: Naming,
): void {
  const mayChoose = isNamedByLink || (kind === 'customer' ? customerNumbers : kind !== 'guest');
  if (merchantOrderNo !== null && !mayChoose) throw new Problem('forbidden', PROBLEM_TEXTS.merchantOrderNoNotAllowed);
  if (idempotencyKey === null) return;
  if (kind === 'guest' && !GUEST_KEY.test(idempotencyKey)) {
    throw wrongField('Idempotency-Key', 'must be random: 21 to 255 of A-Z a-z 0-9 + / _ = -, such as a version 4 UUID');
  }
  if (!KEY.test(idempotencyKey)) throw wrongField('Idempotency-Key', 'must have 1 to 255 printable characters');
}
