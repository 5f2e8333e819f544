import type { AccessSettings } from '../platform/config/settings.js';
import type { Caller } from '../platform/callers/caller.js';
import { derivedOrderNumber, digestOf, orderNumberOf } from '../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import type { Chance } from '../platform/chance.js';

const UUID_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const KEY = /^[!-~]{1,255}$/;
/** The key alone separates guests. A version 4 UUID has 122 random bits, as 21 characters do; one of version 7 has 74. */
const GUEST_KEY = /^[A-Za-z0-9+/_=-]{21,255}$/;

interface Naming {
  readonly merchantOrderNo: string | null;
  readonly idempotencyKey: string | null;
  /** The merchant signed the number in a link; it goes to the first caller. */
  readonly isNamedByLink: boolean;
}

export interface OrderNumber {
  readonly merchantOrderNo: string;
  /** The order of an earlier request has one of these; none for a number drawn just now. */
  readonly repeated: readonly string[];
}

/**
 * The caller's number, else one derived from the idempotency key so that a repeat has the same, else a new one, which
 * begins with the time. So does that of a key which does.
 */
export function orderNumber(
  caller: Pick<Caller, 'id' | 'kind'>,
  access: AccessSettings,
  naming: Naming,
  chance: Chance,
  now: Date,
): OrderNumber {
  checkOrderNumber(caller, access, naming);
  const { merchantOrderNo, idempotencyKey } = naming;
  if (merchantOrderNo !== null) return { merchantOrderNo, repeated: [merchantOrderNo] };
  if (idempotencyKey === null) {
    return { merchantOrderNo: orderNumberOf('o', now.getTime(), chance.bytes(11)), repeated: [] };
  }
  const seed = [caller.id, idempotencyKey];
  const derived = derivedOrderNumber('i', seed);
  const [, high, low] = UUID_7.exec(idempotencyKey) ?? [];
  if (high === undefined || low === undefined) return { merchantOrderNo: derived, repeated: [derived] };
  const timed = orderNumberOf('i', parseInt(high + low, 16), digestOf(seed));
  // 0.1.0 derived each number without the time.
  return { merchantOrderNo: timed, repeated: [timed, derived] };
}

/** A chosen number blocks it for others and reveals whether it exists. Throws `forbidden` and `invalid_request`. */
export function checkOrderNumber(
  { kind }: Pick<Caller, 'kind'>,
  { customerNumbers }: Pick<AccessSettings, 'customerNumbers'>,
  { merchantOrderNo, idempotencyKey, isNamedByLink }: Naming,
): void {
  const mayChoose = isNamedByLink || (kind === 'customer' ? customerNumbers : kind !== 'guest');
  if (merchantOrderNo !== null && !mayChoose) throw new Problem('forbidden', PROBLEM_TEXTS.merchantOrderNoNotAllowed);
  if (idempotencyKey === null) return;
  if (kind === 'guest' && !GUEST_KEY.test(idempotencyKey)) {
    throw wrongField(
      'Idempotency-Key',
      'must be random: 21 to 255 of A-Z a-z 0-9 + / _ = -, such as a UUID of version 4 or 7',
    );
  }
  if (!KEY.test(idempotencyKey)) throw wrongField('Idempotency-Key', 'must have 1 to 255 printable characters');
}
