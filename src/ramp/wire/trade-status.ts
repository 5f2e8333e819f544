import { STATUSES_SEEN } from '../../platform/terms/order.js';
import type { BuyStatusSeen, SellStatusSeen } from '../port/ramp.types.js';

const BUY: ReadonlyMap<string, BuyStatusSeen> = new Map([
  ['PENDING', 'AWAITING_PAYMENT'],
  ['PAY_FAIL', 'PAYMENT_FAILED'],
  ['PAY_SUCCESS', 'PAID'],
  ['TRANSFER', 'TRANSFERRING'],
  ['CANCEL', 'CANCELLED'],
  ['FINISHED', 'COMPLETED'],
]);

const SELL: ReadonlyMap<string, SellStatusSeen> = new Map([
  ['1', 'AWAITING_CRYPTO'],
  ['2', 'CRYPTO_RECEIVED'],
  ['3', 'PAYOUT_STARTED'],
  ['4', 'COMPLETED'],
  ['5', 'PAYOUT_FAILED'],
  ['6', 'REFUNDED'],
  ['7', 'EXPIRED'],
]);

/** Configured meanings of undocumented statuses: `BUY:REFUNDED` to a status of ours. */
export type FurtherStatuses = ReadonlyMap<string, string>;

/** null: an unknown word. Case-sensitive: a near match is unknown. */
export function buyStatus(word: string | null, further: FurtherStatuses): BuyStatusSeen | null {
  return statusOf(word, 'BUY', BUY, STATUSES_SEEN.BUY, further);
}

/** See {@link buyStatus}; SELL codes are digits, `1` to `7` by the contract. */
export function sellStatus(code: string | null, further: FurtherStatuses): SellStatusSeen | null {
  return statusOf(code, 'SELL', SELL, STATUSES_SEEN.SELL, further);
}

function statusOf<S extends string>(
  word: string | null,
  side: 'BUY' | 'SELL',
  contract: ReadonlyMap<string, S>,
  ours: readonly S[],
  further: FurtherStatuses,
): S | null {
  if (word === null) return null;
  // A word equal to one of our own names means that status, unless a setting says otherwise. Ours for a trade that was
  // refused at creation is no word for one that exists.
  const own = word === 'REJECTED' ? null : word;
  const decided = further.get(`${side}:${word}`) ?? own;
  // The contract's words win: a setting may extend the contract, not overrule it.
  return contract.get(word) ?? ours.find((status) => status === decided) ?? null;
}
