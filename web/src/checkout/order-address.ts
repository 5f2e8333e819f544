import { isKept, privateAddress } from '../net/secrets.js';
import { facts } from '../page-facts.js';
import { orderPageOf } from './rules/departure.js';

/** The order's page. Outside a frame, or without storage, it opens only with the secret. */
export function orderAddress(merchantOrderNo: string): string {
  const isHere = facts.embedder === null && isKept(merchantOrderNo);
  return isHere ? orderPageOf(merchantOrderNo) : privateAddress(merchantOrderNo);
}
