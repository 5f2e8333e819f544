import type { AccessSettings } from '../platform/config/settings.js';
import type { Caller } from '../platform/callers/caller.js';
import { derivedOrderNumber, randomOrderNumber } from '../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import type { Chance } from '../platform/chance.js';

const KEY = /^[!-~]{1,255}$/;
/** The key alone separates guests; 122 random bits, as in a version 4 UUID, take 21 characters. */
const GUEST_KEY = /^[A-Za-z0-9+/_=-]{21,255}$/;

interface Naming {
  readonly merchantOrderNo: string | null;
  readonly idempotencyKey: string | null;
  /** The merchant signed the number in a link; it goes to the first caller. */
  readonly isNamedByLink: boolean;
}

/** The caller's number, else one derived from the idempotency key so that a repeat has the same, else a random one. */
export function orderNumber(
  caller: Pick<Caller, 'id' | 'kind'>,
  access: AccessSettings,
  naming: Naming,
  chance: Chance,
): string {
  checkOrderNumber(caller, access, naming);
  const { merchantOrderNo, idempotencyKey } = naming;
  if (merchantOrderNo !== null) return merchantOrderNo;
  return idempotencyKey === null
    ? randomOrderNumber(chance.bytes(17))
    : derivedOrderNumber('i', [caller.id, idempotencyKey]);
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
    throw wrongField('Idempotency-Key', 'must be random: 21 to 255 of A-Z a-z 0-9 + / _ = -, such as a version 4 UUID');
  }
  if (!KEY.test(idempotencyKey)) throw wrongField('Idempotency-Key', 'must have 1 to 255 printable characters');
}
